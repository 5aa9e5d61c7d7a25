import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { publishedDescription } from "../server/src/published.ts";
import { routesToDescribe } from "../server/src/routesToDescribe.ts";

/**
 * Writes the published description and the SDK's types anew from the route table: `npm run describe`. With `--record` it
 * first asks every operation of a real server, and writes what was answered into docs/examples.json. With two paths as
 * arguments it writes there instead, which is how the test for drift compares.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const files = process.argv.slice(2).filter((argument) => argument !== "--record");
const [descriptionFile = `${root}docs/openapi.json`, typesFile = `${root}sdk/src/api.ts`] = files;

if (process.argv.includes("--record")) {
  const tests = [`${root}node_modules/vitest/vitest.mjs`, "run", "server/test/examples"];
  execFileSync(process.execPath, tests, {
    cwd: root,
    env: { ...process.env, RECORD: "1" },
    stdio: "inherit",
  });
}

const description = publishedDescription(routesToDescribe());
writeFileSync(descriptionFile, `${JSON.stringify(description, null, 2)}\n`);
const generator = `${root}sdk/node_modules/openapi-typescript/bin/cli.js`;
execFileSync(
  process.execPath,
  [generator, descriptionFile, "--default-non-nullable=false", "-o", typesFile],
  { stdio: "pipe" },
);
