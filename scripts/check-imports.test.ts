import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";

const checker = join(import.meta.dirname, "check-imports.ts");
const planted: string[] = [];

afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test.each([
  ["the engine uses Node", { "engine/src/a.ts": 'import { readFileSync } from "node:fs";' }, "does no I/O"],
  [
    "the engine knows the server",
    { "engine/src/a.ts": 'import { x } from "@daybook/server";' },
    "engine may not know server",
  ],
  [
    "the sdk knows the server",
    { "sdk/src/a.ts": 'export type { X } from "../../server/src/b.ts";', "server/src/b.ts": "" },
    "sdk may not know server",
  ],
  [
    "the kernel knows the platform",
    { "server/src/kernel/a.ts": 'import "../platform/b.ts";', "server/src/platform/b.ts": "" },
    "the kernel may not know the platform",
  ],
  [
    "the kernel does I/O",
    { "server/src/kernel/a.ts": 'import { connect } from "node:net";' },
    "the kernel does no I/O",
  ],
  [
    "the platform knows a feature, by a type alone",
    {
      "server/src/platform/a.ts": 'import type { B } from "../features/g/bs/index.ts";',
      "server/src/features/g/bs/index.ts": "",
    },
    "the platform may not know a feature",
  ],
  [
    "a feature knows the app",
    { "server/src/features/g/as/a.ts": 'await import("../../../app.ts");', "server/src/app.ts": "" },
    "a feature may not know the application",
  ],
  [
    "the app knows the command line",
    { "server/src/app.ts": 'import "./cli/b.ts";', "server/src/cli/b.ts": "" },
    "the application may not know the command line",
  ],
  [
    "a feature enters another by the window",
    {
      "server/src/features/g/as/a.ts": 'export * from "../bs/store.ts";',
      "server/src/features/g/bs/store.ts": "",
    },
    "g/bs is entered by its index.ts only",
  ],
  [
    "the server reaches into the engine's folder",
    { "server/src/a.ts": 'import { x } from "../../engine/src/b.ts";', "engine/src/b.ts": "" },
    "by its name, @daybook/engine",
  ],
  [
    "the server is its own client",
    { "server/src/a.ts": 'import { connect } from "@daybook/sdk";' },
    "server may not know sdk",
  ],
  [
    "production code uses a test's",
    { "server/src/a.ts": 'import { x } from "../test/b.ts";', "server/test/b.ts": "" },
    "only tests may use",
  ],
  ["a file is missing", { "engine/src/a.ts": 'import { x } from "./gone.ts";' }, "there is no such file"],
  [
    "modules go in a circle",
    { "engine/src/a.ts": 'import { b } from "./b.ts";', "engine/src/b.ts": 'import { a } from "./a.ts";' },
    "engine/src/a.ts → engine/src/b.ts → engine/src/a.ts",
  ],
  [
    "features go in a circle of types",
    {
      "server/src/features/g/as/index.ts": 'import type { B } from "../bs/index.ts";',
      "server/src/features/g/bs/index.ts": 'import type { A } from "../as/index.ts";',
    },
    "g/as → g/bs → g/as",
  ],
  ["a file cannot be parsed", { "engine/src/a.ts": 'import { from "./b.ts";' }, "engine/src/a.ts"],
] as [string, Record<string, string>, string][])("it is caught when %s", (_, files, words) => {
  const { status, stderr } = check(plant(files));
  expect(stderr).toContain(words);
  expect(status).toBe(1);
});

test("the rules let the house be built", () => {
  const { status, stderr, stdout } = check(
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
    }),
  );
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toMatch(/10 modules with 15 imports read/);
});

test("a checker that reads nothing does not pass", () => {
  expect(check(plant({ "README.md": "" })).status).toBe(1);
});

test("it reads every module of this repository that git would keep", () => {
  const project = dirname(import.meta.dirname);
  const folders = ["engine", "server", "sdk", "bench", "scripts"];
  const listed = execFileSync("find", [...folders, "-name", "*.ts", "-not", "-path", "*/node_modules/*"], {
    cwd: project,
    encoding: "utf8",
  });
  const { stdout } = check(project);
  expect(stdout).toContain(`${listed.trim().split("\n").length} modules with `);
});

function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "daybook-imports-"));
  planted.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  return folder;
}

function check(project: string) {
  return spawnSync(process.execPath, [checker, project], { encoding: "utf8" });
}
