import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Compiles `src` to JavaScript and declarations: ES modules in `dist`, CommonJS in `dist/cjs`. The published package
 * contains compiled code because Node does not strip types under `node_modules`. In the repository, Node runs the
 * sources directly.
 */
const sdk = import.meta.dirname;
execFileSync(process.execPath, [join(sdk, "writeTypes.mjs")], { stdio: "inherit" });
rmSync(join(sdk, "dist"), { recursive: true, force: true });
const compiler = join(sdk, "node_modules", "typescript", "bin", "tsc");
for (const project of ["tsconfig.build.json", "tsconfig.cjs.json"])
  execFileSync(process.execPath, [compiler, "-p", join(sdk, project)], { stdio: "inherit" });
const commonJs = join(sdk, "dist", "cjs");
writeFileSync(join(commonJs, "package.json"), '{"type": "commonjs"}\n');
// ES modules and CommonJS share the declarations of the API, which have a size of 1 MB.
writeFileSync(
  join(commonJs, "api.d.ts"),
  'export type * from "../api.js" with { "resolution-mode": "import" };\n',
);
