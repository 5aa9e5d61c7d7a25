import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);
const SKIPPED = new Set(["node_modules", ".git", "data", "dist"]);

/** Returns the paths, relative to the root, of all project files with one of these extensions. */
function files(endings: readonly string[], folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : files(endings, path);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}
const read = (path: string) => readFileSync(join(root, path), "utf8");
const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
/** Returns the server's features as `group/feature`, and `webhooks`, which has no group. */
const features = () =>
  foldersIn("server/src/features").flatMap((group) =>
    group === "webhooks"
      ? [group]
      : foldersIn(`server/src/features/${group}`).map((name) => `${group}/${name}`),
  );

const documents = files([".md"]);
const decisions = readdirSync(join(root, "docs/decisions")).filter((name) => /^\d{4}-/.test(name));

test("each decision has a number of its own, which its title contains", () => {
  // Numbers may be missing, because branches reserve numbers and are merged in any order.
  expect(new Set(decisions.map((name) => name.slice(0, 4))).size).toBe(decisions.length);
  const untitled = decisions.filter(
    (name) => !read(`docs/decisions/${name}`).startsWith(`# ${Number(name.slice(0, 4))}. `),
  );
  expect(untitled).toEqual([]);
});

test("every reference to a decision names one that exists", () => {
  const numbers = new Set(decisions.map((name) => Number(name.slice(0, 4))));
  const references = files([".md", ".ts", ".mjs", ".sql", ".sh"]).flatMap((path) =>
    [...read(path).matchAll(/\bdecisions? (\d+)(?:(?:, | and )(\d+))*/g)].flatMap(([text]) =>
      (text.match(/\d+/g) ?? []).map((number) => ({ path, number: Number(number) })),
    ),
  );
  expect(references.length).toBeGreaterThan(20);
  expect(references.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

test("every link of a document leads to an existing file and heading", () => {
  const links = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
      ([, target = "", heading]) => ({
        path,
        target: target === "" ? path : normalize(join(dirname(path), target)),
        heading,
      }),
    ),
  );
  expect(links.length).toBeGreaterThan(10);
  const broken = links.filter(
    ({ target, heading }) =>
      !existsSync(join(root, target)) ||
      (heading !== undefined && !headingsOf(read(target)).includes(heading)),
  );
  expect(broken).toEqual([]);
});

test.each([
  ["features", () => features().sort()],
  ["platform", () => foldersIn("server/src/platform")],
] as const)("ARCHITECTURE.md names every folder of the %s once", (title, folders) => {
  const table = read("ARCHITECTURE.md").split(`| ${title} | |\n`)[1]?.split("\n\n")[0] ?? "";
  const named = [...table.matchAll(/^\| `([\w/-]+)` \|/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(folders());
});

test("every path of the server in ARCHITECTURE.md exists", () => {
  const named = [...read("ARCHITECTURE.md").matchAll(/`((?:platform|features|kernel)\/[\w./-]+)`/g)];
  expect(named.length).toBeGreaterThan(10);
  const missing = named
    .map(([, path = ""]) => path)
    .filter((path) => !existsSync(join(root, "server/src", path)));
  expect(missing).toEqual([]);
});

/** Returns the anchors of a document's headings as GitHub generates them. */
function headingsOf(document: string): string[] {
  return [...document.matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
