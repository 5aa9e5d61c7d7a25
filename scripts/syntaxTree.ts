import { parseSync } from "oxc-parser";

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Parses a file. Returns its statements, and all its nodes in no particular order. */
export function parse(
  path: string,
  source: string,
): { readonly body: readonly Node[]; readonly nodes: readonly Node[] } {
  const { program } = parseSync(path, source);
  const nodes: Node[] = [];
  const remaining: unknown[] = [program];
  while (remaining.length > 0) {
    const value = remaining.pop();
    if (typeof value !== "object" || value === null) continue;
    if ("type" in value) nodes.push(value as Node);
    remaining.push(...Object.values(value));
  }
  return { body: program.body as unknown as Node[], nodes };
}

/** Returns the path and line of a node, such as `server/src/app.ts:12`. */
export function placeOf(path: string, source: string, node: Node): string {
  return `${path}:${source.slice(0, node.start).split("\n").length}`;
}
