import { type Node, parse, placeOf } from "./syntaxTree.ts";

/** Modules with timer functions that wait for a fixed time. */
const TIMER_MODULES = new Set(["node:timers/promises", "timers/promises"]);

/** Matches every file with a fixed wait. Most files contain none of these names and need not be parsed. */
const MAY_WAIT = /timers\/promises|waitForTimeout|setTimeout/;

/**
 * Returns the lines of a test that wait for a fixed time: with a timer of `node:timers/promises`, a page's `waitForTimeout`,
 * or a promise that `setTimeout` resolves. A fixed time is too short on a busy machine and wasted on an idle machine. Tests
 * should wait for a condition with `vi.waitUntil` or `expect.poll`.
 */
export function fixedWaitsIn(path: string, source: string): string[] {
  if (!MAY_WAIT.test(source)) return [];
  const { body, nodes } = parse(path, source);
  const timers = importedTimers(body);
  return [...nodes].filter((node) => isFixedWait(node, timers)).map((node) => placeOf(path, source, node));
}

/** Returns the local names of all imports from the timer modules. */
function importedTimers(body: readonly Node[]): Set<string> {
  const imports = body.filter(
    ({ type, source }) =>
      type === "ImportDeclaration" && TIMER_MODULES.has((source as { value: string }).value),
  );
  const specifiers = imports.flatMap(({ specifiers }) => specifiers as { local: { name: string } }[]);
  return new Set(specifiers.map(({ local }) => local.name));
}

function isFixedWait(node: Node, timers: ReadonlySet<string>): boolean {
  if (node.type === "NewExpression" && nameOf(node.callee) === "Promise") {
    const [executor] = node.arguments as Node[];
    const [resolve] = (executor?.params ?? []) as Node[];
    return resolve !== undefined && isResolvedByTimeout(executor?.body, nameOf(resolve));
  }
  if (node.type !== "CallExpression") return false;
  const { property, object } = node.callee as { property?: Node; object?: Node };
  return timers.has(nameOf(object ?? node.callee)) || nameOf(property) === "waitForTimeout";
}

/** Whether the executor of a promise passes its `resolve` function directly to `setTimeout`. */
function isResolvedByTimeout(value: unknown, resolve: string): boolean {
  if (Array.isArray(value)) return value.some((each) => isResolvedByTimeout(each, resolve));
  if (typeof value !== "object" || value === null) return false;
  const { type, callee, arguments: given } = value as Partial<Node>;
  if (type === "CallExpression" && nameOf(callee) === "setTimeout")
    return nameOf((given as Node[])[0]) === resolve;
  return Object.values(value).some((child) => isResolvedByTimeout(child, resolve));
}

function nameOf(node: unknown): string {
  return (node as { name?: string } | undefined)?.name ?? "";
}
