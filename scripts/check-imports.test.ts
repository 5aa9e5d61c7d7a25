import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkProject } from "./checkProject.ts";

const checker = join(import.meta.dirname, "check-imports.ts");
const planted: string[] = [];

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test.each([
  [
    "the engine imports a module of Node",
    { "engine/src/a.ts": 'import { readFileSync } from "node:fs";' },
    "does no I/O",
  ],
  [
    "the engine imports the server",
    { "engine/src/a.ts": 'import { x } from "@daybook/server";' },
    "engine must not import server",
  ],
  [
    "the sdk imports the server",
    { "sdk/src/a.ts": 'export type { X } from "../../server/src/b.ts";', "server/src/b.ts": "" },
    "sdk must not import server",
  ],
  [
    "the kernel imports the platform",
    { "server/src/kernel/a.ts": 'import "../platform/b.ts";', "server/src/platform/b.ts": "" },
    "the kernel must not import the platform",
  ],
  [
    "the kernel does I/O",
    { "server/src/kernel/a.ts": 'import { connect } from "node:net";' },
    "the kernel does no I/O",
  ],
  [
    "the platform imports a type of a feature",
    {
      "server/src/platform/a.ts": 'import type { B } from "../features/g/bs/index.ts";',
      "server/src/features/g/bs/index.ts": "",
    },
    "the platform must not import a feature",
  ],
  [
    "the tables import a feature",
    {
      "server/src/tables/a.ts": 'import type { B } from "../features/g/bs/index.ts";',
      "server/src/features/g/bs/index.ts": "",
    },
    "the tables must not import a feature",
  ],
  [
    "a feature imports the application",
    { "server/src/features/g/as/a.ts": 'await import("../../../app.ts");', "server/src/app.ts": "" },
    "a feature must not import the application",
  ],
  [
    "the application imports the command line",
    { "server/src/app.ts": 'import "./cli/b.ts";', "server/src/cli/b.ts": "" },
    "the application must not import the command line",
  ],
  [
    "a feature imports a file of another that is not its index.ts",
    {
      "server/src/features/g/as/a.ts": 'export * from "../bs/store.ts";',
      "server/src/features/g/bs/store.ts": "",
    },
    "g/bs is imported through its index.ts only",
  ],
  [
    "the server imports a file of the engine by its path",
    { "server/src/a.ts": 'import { x } from "../../engine/src/b.ts";', "engine/src/b.ts": "" },
    "by its name, @daybook/engine",
  ],
  [
    "the server imports the sdk",
    { "server/src/a.ts": 'import { connect } from "@daybook/sdk";' },
    "server must not import sdk",
  ],
  [
    "production code imports a file of the tests",
    { "server/src/a.ts": 'import { x } from "../test/b.ts";', "server/test/b.ts": "" },
    "only tests may import",
  ],
  [
    "an imported file does not exist",
    { "engine/src/a.ts": 'import { x } from "./gone.ts";' },
    "there is no such file",
  ],
  [
    "modules import each other in a circle",
    { "engine/src/a.ts": 'import { b } from "./b.ts";', "engine/src/b.ts": 'import { a } from "./a.ts";' },
    "engine/src/a.ts → engine/src/b.ts → engine/src/a.ts",
  ],
  [
    "features import each other's types in a circle",
    {
      "server/src/features/g/as/index.ts": 'import type { B } from "../bs/index.ts";',
      "server/src/features/g/bs/index.ts": 'import type { A } from "../as/index.ts";',
    },
    "g/as → g/bs → g/as",
  ],
  [
    "an app imports the server",
    { "apps/web/src/a.tsx": 'import { buildApp } from "@daybook/server";' },
    "apps/web must not import server",
  ],
  [
    "an app imports a file of the server",
    { "apps/web/src/a.ts": 'import "../../../server/src/b.ts";', "server/src/b.ts": "" },
    "apps/web must not import server",
  ],
  [
    "an app imports another app",
    { "apps/web/src/a.ts": 'import { b } from "@daybook/booking";', "apps/booking/src/b.ts": "" },
    "apps/web must not import apps/booking",
  ],
  [
    "an app imports a package by its path",
    { "apps/web/src/a.ts": 'import "../../../packages/tokens/src/b.ts";', "packages/tokens/src/b.ts": "" },
    "by its name, @daybook/tokens",
  ],
  [
    "a package imports the server",
    { "packages/i18n/src/a.ts": 'import { x } from "@daybook/server";' },
    "packages/i18n must not import server",
  ],
  [
    "a package imports an app",
    { "packages/i18n/src/a.ts": 'import { x } from "@daybook/web";', "apps/web/src/b.tsx": "" },
    "packages/i18n must not import apps/web",
  ],
  [
    "the server imports an app",
    { "server/src/a.ts": 'import { x } from "@daybook/web";', "apps/web/src/b.tsx": "" },
    "server must not import apps/web",
  ],
  [
    "the engine imports a package",
    { "engine/src/a.ts": 'import { x } from "@daybook/i18n";', "packages/i18n/src/b.ts": "" },
    "engine must not import packages/i18n",
  ],
  [
    "a feature exports more than 15 names",
    { "server/src/features/g/as/index.ts": exporting(16) },
    "g/as/index.ts exports 16 names, at most 15 are allowed",
  ],
  [
    "webhooks, a feature without a group, exports more than 15 names",
    { "server/src/features/webhooks/index.ts": exporting(16) },
    "webhooks/index.ts exports 16 names, at most 15 are allowed",
  ],
  [
    "a feature imports the index.ts of a group",
    { "server/src/features/g/as/a.ts": 'import "../../h/index.ts";', "server/src/features/h/index.ts": "" },
    "a group's index.ts is for the application only",
  ],
  [
    "a feature exports everything of a file",
    { "server/src/features/g/as/index.ts": 'export * from "./b.ts";', "server/src/features/g/as/b.ts": "" },
    'contains "export *"',
  ],
  ["a file cannot be parsed", { "engine/src/a.ts": 'import { from "./b.ts";' }, "engine/src/a.ts"],
] as [string, Record<string, string>, string][])("the check fails when %s", (_, files, words) => {
  expect(checkProject(plant(files)).problems.join("\n")).toContain(words);
});

test("imports that follow the layout pass", () => {
  const { problems, modules, imports } = checkProject(
    plant({
      "server/src/main.ts": 'import "./cli/index.ts";',
      "server/src/cli/index.ts": 'import "../app.ts";',
      "server/src/app.ts": 'import { a } from "./features/g/as/index.ts";',
      "server/src/features/g/as/index.ts":
        'import { b } from "../bs/index.ts"; import { x } from "@daybook/engine";',
      "server/src/features/g/bs/index.ts": 'import { c } from "../../../platform/c.ts"; import "./store.ts";',
      "server/src/features/g/bs/store.ts": 'import type { B } from "./index.ts";',
      "server/src/features/g/bs/store.test.ts":
        'import { x } from "../../../../test/x.ts"; import "../as/index.ts";',
      "server/src/platform/c.ts":
        'import { d } from "../kernel/d.ts"; import pg from "pg"; import "node:fs";',
      "server/src/kernel/d.ts": 'import { createHash } from "node:crypto";',
      "server/test/x.ts": 'import { connect } from "@daybook/sdk";',
      "server/src/platform/e.ts":
        'import { t } from "@daybook/i18n"; import { line } from "@daybook/tokens";',
      "packages/i18n/src/index.ts": 'import { line } from "@daybook/tokens";',
      "packages/tokens/src/index.ts": "",
      "apps/web/src/main.tsx":
        'import { connect } from "@daybook/sdk"; import { t } from "@daybook/i18n"; import "@daybook/engine"; import "react";',
      "apps/web/test/page.test.tsx": 'import "../src/main.tsx";',
      "server/src/features/g/as/parts/index.ts": exporting(16),
      "server/src/features/g/index.ts": exporting(16),
    }),
  );
  expect(problems).toEqual([]);
  expect({ modules, imports }).toEqual({ modules: 17, imports: 23 });
});

test("a check that read no module fails", () => {
  expect(run(plant({ "README.md": "" })).status).toBe(1);
});

test("the command prints each problem and fails", () => {
  const { status, stderr } = run(plant({ "engine/src/a.ts": 'import "./gone.ts";' }));
  expect(stderr).toBe("engine/src/a.ts imports ./gone.ts: there is no such file.\n");
  expect(status).toBe(1);
});

test("the check reads every TypeScript file of this repository", () => {
  const project = dirname(import.meta.dirname);
  const folders = ["engine", "server", "sdk", "bench", "scripts", "apps", "packages", "connectors"].filter(
    (folder) => existsSync(join(project, folder)),
  );
  const ofRoot = readdirSync(project).filter((name) => name.endsWith(".ts"));
  const listed = execFileSync(
    "find",
    [
      ...[...ofRoot, ...folders, "-name", "*.ts*"],
      ...["node_modules", "dist"].flatMap((name) => ["-not", "-path", `*/${name}/*`]),
    ],
    {
      cwd: project,
      encoding: "utf8",
    },
  )
    .trim()
    .split("\n")
    .filter((path) => /\.tsx?$/.test(path));
  const { stdout } = run(project);
  expect(stdout).toContain(`${listed.length} modules with `);
});

/** Returns the source code of a file that exports `count` names. */
function exporting(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `name${index}`);
  return `export const ${names.map((name) => `${name} = 1`).join(", ")};`;
}

function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "daybook-imports-"));
  planted.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  return folder;
}

function run(project: string) {
  return spawnSync(process.execPath, [checker, project], { encoding: "utf8" });
}
