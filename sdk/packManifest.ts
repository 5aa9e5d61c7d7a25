import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * `npm pack` runs this script with `published` before packing and with `source` afterwards. The published package.json refers
 * to the compiled files in `dist`, and the one in the repository refers to the sources. npm has no setting for this.
 */
const sdk = import.meta.dirname;
const [manifest, saved, licence] = ["package.json", "package.json.source", "LICENSE"].map((name) =>
  join(sdk, name),
) as [string, string, string];

if (process.argv[2] === "published") {
  const { name, version, description, license, type, files } = JSON.parse(readFileSync(manifest, "utf8"));
  const published = {
    ...{ name, version, description, license, type, files },
    ...{ main: "./dist/cjs/index.js", module: "./dist/index.js", types: "./dist/index.d.ts" },
    engines: { node: ">=20" },
    sideEffects: false,
    exports: {
      ".": {
        import: { types: "./dist/index.d.ts", default: "./dist/index.js" },
        require: { types: "./dist/cjs/index.d.ts", default: "./dist/cjs/index.js" },
      },
    },
  };
  renameSync(manifest, saved);
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`);
  copyFileSync(join(sdk, "..", "LICENSE"), licence);
} else {
  renameSync(saved, manifest);
  rmSync(licence);
}
