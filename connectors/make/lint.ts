import type { AppFiles } from "./app.ts";
import { ALLOWED } from "./format.ts";
import { type Components, componentProblems } from "./lintComponent.ts";

/**
 * Returns a message for each error in the files of the Make app: missing parts, directives that the test interpreter does not support,
 * expressions outside the IML subset, addresses of other servers, and secrets in logs.
 */
export function lint(files: AppFiles): string[] {
  const main = files["makecomapp.json"] as {
    components: Components;
    generalCodeFiles: Readonly<Record<string, string>>;
  };
  return [
    ...namedFiles(files, main),
    ...Object.entries(files).flatMap(([path, content]) => [
      ...directiveProblems(path, content),
      ...secretProblems(path, content),
    ]),
    ...Object.entries(main.components).flatMap(([kind, all]) =>
      Object.entries(all).flatMap(([name, component]) =>
        componentProblems(files, main.components, kind, name, component),
      ),
    ),
    ...groupProblems(files, main.components),
  ];
}

function namedFiles(
  files: AppFiles,
  main: { components: Components; generalCodeFiles: Readonly<Record<string, string>> },
): string[] {
  const named = [
    "makecomapp.json",
    ...Object.values(main.generalCodeFiles),
    ...Object.values(main.components).flatMap((all) =>
      Object.values(all).flatMap(({ codeFiles }) => Object.values(codeFiles)),
    ),
  ];
  const missing = named.filter((path) => !(path in files)).map((path) => `${path} does not exist.`);
  const unused = Object.keys(files).filter((path) => !named.includes(path));
  return [...missing, ...unused.map((path) => `${path} belongs to no component.`)];
}

/** Finds unknown directives, which Make ignores without an error. */
function directiveProblems(path: string, content: unknown): string[] {
  const kind = /\.(\w[\w-]*)\.iml\.json$/.exec(path)?.[1] ?? (path.includes("base") ? "base" : undefined);
  const isRequest = kind === "communication" || kind === "attach" || kind === "detach" || kind === "base";
  if (!isRequest || typeof content !== "object" || content === null) return [];
  const unknownIn = (value: unknown, allowed: readonly string[], where: string): string[] =>
    Object.keys((value ?? {}) as object)
      .filter((key) => !allowed.includes(key))
      .map((key) => `${path}: ${where}${key} is not a known directive.`);
  const { response, pagination, log } = content as Record<string, unknown>;
  return [
    ...unknownIn(content, ALLOWED.request, ""),
    ...unknownIn(response, ALLOWED.response, "response."),
    ...unknownIn(pagination, ALLOWED.pagination, "pagination."),
    ...unknownIn(log, ["sanitize"], "log."),
  ];
}

/** Finds requests that would log a secret from their headers or responses. */
function secretProblems(path: string, content: unknown): string[] {
  const { headers, log, url } = content as {
    headers?: Readonly<Record<string, string>>;
    log?: { sanitize: readonly string[] };
    url?: string;
  };
  const hidden = log?.sanitize ?? [];
  const secrets = Object.keys(headers ?? {}).includes("authorization")
    ? ["request.headers.authorization"]
    : [];
  if (url === "/webhooks") secrets.push("response.body.data.secret");
  return secrets
    .filter((secret) => !hidden.includes(secret))
    .map((secret) => `${path}: ${secret} is not sanitized.`);
}

function groupProblems(files: AppFiles, components: Components): string[] {
  const groups = (files["general/groups.json"] ?? []) as readonly { readonly modules: readonly string[] }[];
  const grouped = groups.flatMap(({ modules }) => modules).sort();
  const modules = Object.keys(components.module ?? {}).sort();
  return JSON.stringify(grouped) === JSON.stringify(modules)
    ? []
    : ["groups.json must list each module once."];
}
