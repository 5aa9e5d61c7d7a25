import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "oxc-parser";

/** One import, dynamic import or re-export of a module. */
export interface Import {
  /** The specifier as written: `../kernel/ids.ts`, `pg`, `node:fs`. */
  readonly specifier: string;
  /** The path of the imported file, relative to the project; absent for external packages and Node's modules. */
  readonly file?: string;
  /** Whether the import is type-only and therefore absent at run time. */
  readonly typeOnly: boolean;
}

/** A TypeScript file with its path relative to the project, its imports and its exported names. */
export interface Module {
  readonly path: string;
  readonly imports: readonly Import[];
  /** The exported names, with `*` for each `export * from`. */
  readonly exports: readonly string[];
}

/**
 * Reads every TypeScript module of the workspaces and the root folder. `unread` contains a sentence for each module that
 * could not be parsed.
 */
export function readModules(project: string): { modules: Module[]; unread: string[] } {
  const unread: string[] = [];
  const modules = globSync(
    ["*.ts", "{engine,server,sdk,bench,scripts,apps,packages,connectors}/**/*.{ts,tsx}"],
    {
      cwd: project,
      exclude: (name) => /(^|\/)(node_modules|dist)(\/|$)/.test(name),
    },
  )
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.includes("node_modules/"))
    .sort()
    .map((path) => {
      const text = readFileSync(join(project, path), "utf8");
      const module = readModule(path, text, unread);
      // If lines contain `from "` but the parser found no import, the parser is broken.
      if (module.imports.length === 0 && /^(import|export) .*from "/m.test(text))
        unread.push(`${path}: its imports were not found.`);
      return module;
    });
  return { modules, unread };
}

function readModule(path: string, text: string, unread: string[]): Module {
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
  const names = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name ?? (exportName.kind === "Default" ? "default" : "*")),
  );
  return { path, imports: found, exports: names };
}
