import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { isFullRun } from "../../server/test/fullRun.ts";

const sdk = join(import.meta.dirname, "..");
/** The environment variables of npm. `PATH` begins with the folder of the Node executable that runs the tests. */
export const npmEnv = {
  ...process.env,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
};

/** Packs the SDK and installs it in an empty project. Returns the folder of the project and the path of the tarball. */
export function installPacked(): { readonly home: string; readonly tarball: string } {
  const work = mkdtempSync(join(tmpdir(), "daybook-sdk-"));
  onTestFinished(() => rmSync(work, { recursive: true }));
  // Packs a copy, because `npm pack` temporarily replaces package.json. The copy omits a generated file, so that the tests fail if
  // `npm pack` does not generate it. Only full runs also omit the types, which take a second of CPU time to generate.
  const copy = join(work, "repository", "sdk");
  const generated = ["operationTable.ts", ...(isFullRun ? ["api.ts"] : [])].map((name) => join("src", name));
  const left = ["node_modules", "dist", ...generated].map((name) => join(sdk, name));
  cpSync(sdk, copy, { recursive: true, filter: (path) => !left.includes(path) });
  for (const file of ["docs/openapi.json", "LICENSE"])
    cpSync(join(sdk, "..", file), join(work, "repository", file));
  symlinkSync(join(sdk, "node_modules"), join(copy, "node_modules"));
  const options = { cwd: copy, env: npmEnv };
  const said = execFileSync("npm", ["pack", "--json", "--pack-destination", work], options);
  expect(readFileSync(join(copy, "package.json"), "utf8")).toBe(
    readFileSync(join(sdk, "package.json"), "utf8"),
  );

  const tarball = join(work, /daybook-sdk-[\d.]+\.tgz/.exec(said.toString())?.[0] ?? "");
  const home = join(work, "home");
  mkdirSync(home);
  writeFileSync(join(home, "package.json"), '{"type": "module"}');
  execFileSync("npm", ["install", "--offline", tarball], { cwd: home, env: npmEnv, stdio: "pipe" });
  return { home, tarball };
}
