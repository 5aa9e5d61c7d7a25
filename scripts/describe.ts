import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { publishedDescription } from "../server/src/published.ts";
import { routesToDescribe } from "../server/src/routesToDescribe.ts";
import { printJson } from "./printJson.ts";

/**
 * `npm run describe`: writes docs/openapi.json from the route table, without the examples that docs/examples.json contains,
 * and writes the SDK's types from it. With `--record` the script first sends every operation to a real server and writes
 * the responses to docs/examples.json. With a path as argument, the script only writes the description to that
 * path; describe.test.ts compares the written file with the committed description.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const [otherFile] = process.argv.slice(2).filter((argument) => argument !== "--record");

if (process.argv.includes("--record")) {
  const tests = [`${root}node_modules/vitest/vitest.mjs`, "run", "server/test/examples"];
  execFileSync(process.execPath, tests, {
    cwd: root,
    env: { ...process.env, RECORD: "1" },
    stdio: "inherit",
  });
}

const description = publishedDescription(routesToDescribe(), undefined, true);
writeFileSync(otherFile ?? `${root}docs/openapi.json`, `${printJson(description)}\n`);
if (otherFile === undefined)
  execFileSync(process.execPath, [`${root}sdk/writeTypes.mjs`], { stdio: "inherit" });
