import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "oxc-parser";

/** One import, dynamic import or re-export of a module. */
export interface Import {
  /** As written: `../kernel/ids.ts`, `pg`, `node:fs`. */
  readonly specifier: string;
  /** The project's file it means, relative to the project; absent for packages and for Node's own modules. */
  readonly file?: string;
  /** Only types, so nothing of it is there at run time. */
  readonly typeOnly: boolean;
}

/** A TypeScript file, with its path relative to the project, and what it imports. */
export interface Module {
  readonly path: string;
  readonly imports: readonly Import[];
}

/** Every TypeScript module of the workspaces; `unread` names those that could not be read whole, a sentence each. */
export function readModules(project: string): { modules: Module[]; unread: string[] } {
  const unread: string[] = [];
  const modules = globSync("{engine,server,sdk,web,bench,scripts}/**/*.ts", {
    cwd: project,
    exclude: (name) => /(^|\/)node_modules(\/|$)/.test(name),
  })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.includes("node_modules/"))
    .sort()
    .map((path) => {
      const text = readFileSync(join(project, path), "utf8");
      const imports = importsOf(path, text, unread);
      // A second, cruder look: when lines say "from" and the parser saw no import, the parser is broken.
      if (imports.length === 0 && /^(import|export) .*from "/m.test(text))
        unread.push(`${path}: its imports were not seen.`);
      return { path, imports };
    });
  return { modules, unread };
}

function importsOf(path: string, text: string, unread: string[]): Import[] {
  const { module, errors } = parseSync(path, text);
  for (const error of errors) unread.push(`${path}: ${error.message}`);
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean) => {
    const file = specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : undefined;
    found.push({ specifier, typeOnly, ...(file !== undefined && { file }) });
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  }
  for (const { entries } of module.staticExports) {
    const request = entries[0]?.moduleRequest;
    if (request)
      add(
        request.value,
        entries.every(({ isType }) => isType),
      );
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^["'`](.+)["'`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[1]) add(literal[1], false);
  }
  return found;
}
