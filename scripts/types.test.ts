import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = dirname(import.meta.dirname);

/** Returns the compiler's errors for a file with this text, with a project's settings. */
function check(project: string, text: string): string {
  // The file is inside the project, because the compiler looks for declarations in parent folders.
  const cache = join(root, dirname(project), "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "types-"));
  try {
    writeFileSync(join(folder, "planted.ts"), text);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: join(root, project), files: ["planted.ts"], include: [], references: [] }),
    );
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
    return spawnSync(process.execPath, [compiler, "-p", folder, "--noEmit"], { encoding: "utf8" }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const FILES = `import { readFileSync } from "node:fs"; export const read = readFileSync;`;
const NODE = "export const name: string = process.title;";
const PAGE = "export const title: string = document.title;";

test.each([
  ["engine/tsconfig.src.json", FILES, "Cannot find name 'node:fs'"],
  ["engine/tsconfig.src.json", NODE, "Cannot find name 'process'"],
  ["engine/tsconfig.src.json", PAGE, "Cannot find name 'document'"],
  ["sdk/tsconfig.src.json", FILES, "Cannot find name 'node:fs'"],
  ["server/tsconfig.json", PAGE, "Cannot find name 'document'"],
  ["bench/tsconfig.json", PAGE, "Cannot find name 'document'"],
  ["tsconfig.pages.json", FILES, "Cannot find name 'node:fs'"],
])("%s refuses %s", (project, text, error) => {
  expect(check(project, text)).toContain(error);
});

test.each([
  ["engine/tsconfig.src.json", "export const two: number = 1 + 1;"],
  ["server/tsconfig.json", FILES],
  ["server/tsconfig.json", NODE],
  ["tsconfig.pages.json", PAGE],
])("%s accepts %s", (project, text) => {
  expect(check(project, text)).toBe("");
});

test("every package is a project that npm test checks", () => {
  const { references } = JSON.parse(
    readFileSync(join(root, "tsconfig.json"), "utf8").replaceAll(/^\s*\/\/.*$/gm, ""),
  ) as { references: { path: string }[] };
  const packages = ["apps", "packages"].flatMap((folder) =>
    entriesOf(folder)
      .filter((name) => !name.includes("."))
      .map((name) => `${folder}/${name}`),
  );
  expect(references.map(({ path }) => path).sort()).toEqual(
    ["bench", "connectors", "engine", "scripts", "sdk", "server", ...packages].sort(),
  );
});

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(join(root, folder));
  } catch {
    return [];
  }
}
