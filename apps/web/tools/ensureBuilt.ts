import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Builds the pages if their sources have changed, so that tests use current files. */
export function ensureBuilt(): void {
  const script = join(import.meta.dirname, "..", "..", "..", "bin", "build.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The pages could not be built:\n${stderr}`);
}
