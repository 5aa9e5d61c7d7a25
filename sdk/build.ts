import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes the package as it is published: JavaScript, declarations, README and licence, for `npm publish sdk/dist`. Node
 * strips no types below `node_modules`, so what others install is compiled; inside the repository the sources serve.
 */
const sdk = import.meta.dirname;
const [target = join(sdk, "dist")] = process.argv.slice(2);

rmSync(target, { recursive: true, force: true });
const compiler = join(sdk, "node_modules", "typescript", "bin", "tsc");
const project = join(sdk, "tsconfig.build.json");
execFileSync(process.execPath, [compiler, "-p", project, "--outDir", target], { stdio: "inherit" });
const { name, version, description, license } = JSON.parse(readFileSync(join(sdk, "package.json"), "utf8"));
const published = {
  name,
  version,
  description,
  license,
  type: "module",
  engines: { node: ">=20" },
  sideEffects: false,
  exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
};
writeFileSync(join(target, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(join(sdk, "README.md"), join(target, "README.md"));
copyFileSync(join(sdk, "..", "LICENSE"), join(target, "LICENSE"));
