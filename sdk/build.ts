import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Compiles `src` to JavaScript and declarations in `dist`. Node does not strip types under `node_modules`, so the
 * published package contains compiled code; within the repository, Node runs the sources directly.
 */
const sdk = import.meta.dirname;
execFileSync(process.execPath, [join(sdk, "writeTypes.mjs")], { stdio: "inherit" });
rmSync(join(sdk, "dist"), { recursive: true, force: true });
const compiler = join(sdk, "node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [compiler, "-p", join(sdk, "tsconfig.build.json")], { stdio: "inherit" });
