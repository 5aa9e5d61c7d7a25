import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
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
// ES modules and CommonJS share the generated declarations, because these are 1 MB in size.
for (const name of ["api", "operationTable"])
  writeFileSync(
    join(commonJs, `${name}.d.ts`),
    `export type * from "../${name}.js" with { "resolution-mode": "import" };\n`,
  );
// Tabs in place of groups of four spaces make the compressed declarations 6 kB smaller.
const declarations = join(sdk, "dist", "api.d.ts");
const indented = readFileSync(declarations, "utf8");
writeFileSync(
  declarations,
  indented.replaceAll(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4)),
);
