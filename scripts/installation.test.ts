import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const packages = {
  "node_modules/plain": { version: "1.0.0" },
  "server/node_modules/nested": { version: "2.0.0" },
  "node_modules/plain/node_modules/deeper": { version: "3.0.0" },
  "sdk/node_modules/tool": { version: "4.0.0", dev: true },
  "node_modules/for-another-platform": { version: "5.0.0", optional: true },
};

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "daybook-installation-"));
  cpSync(new URL("../bin/pinned.mjs", import.meta.url), join(project, "bin", "pinned.mjs"));
  write("package-lock.json", JSON.stringify({ packages }));
  write("node_modules/.package-lock.json", JSON.stringify({ packages }));
  for (const path of Object.keys(packages)) write(join(path, "package.json"), "{}");
  // A fake npm that creates the file `called` instead of installing packages.
  write("npm.cjs", 'require("node:fs").writeFileSync("called", "")');
});
afterEach(() => rmSync(project, { recursive: true }));

function write(path: string, text: string): void {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Returns whether the launcher calls npm. */
function installs(options = ""): boolean {
  const launcher = pathToFileURL(join(project, "bin", "pinned.mjs"));
  const script = `import { ensureInstalled } from "${launcher}"; ensureInstalled(${options});`;
  spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { PATH: process.env.PATH, npm_execpath: join(project, "npm.cjs") },
  });
  const wasCalled = existsSync(join(project, "called"));
  rmSync(join(project, "called"), { force: true });
  return wasCalled;
}

test("a complete installation is not installed again", () => {
  rmSync(join(project, "node_modules/for-another-platform"), { recursive: true });
  expect(installs()).toBe(false);
});

test.each(Object.keys(packages).slice(0, 4))("an installation without %s is completed", (path) => {
  rmSync(join(project, path), { recursive: true });
  expect(installs()).toBe(true);
});

test("a server starts without development tools, and tests do not", () => {
  rmSync(join(project, "sdk/node_modules"), { recursive: true });
  expect(installs("{ tools: false }")).toBe(false);
  expect(installs()).toBe(true);
  rmSync(join(project, "server/node_modules"), { recursive: true });
  expect(installs("{ tools: false }")).toBe(true);
});
