#!/usr/bin/env node
// `npm test`: installs missing packages, runs the static checks in parallel, and then the tests. `npm run test:full` also runs
// the full number of race, crash and long-running tests. Arguments are passed to vitest: npm test -- engine/src/spans.test.ts
import { ensureInstalled, pinnedNode, run } from "./pinned.mjs";

ensureInstalled();
const node = pinnedNode();
const words = process.argv.slice(2);
const isFull = words[0] === "--full";
const env = isFull ? { DAYBOOK_TEST_FULL: "1" } : {};

// Writes the types of the SDK first, because the compiler and the search for dead code read them.
await stopUnlessPassed(["types of the SDK", node, ["sdk/writeTypes.mjs"]]);
await stopUnlessPassed(
  ["format and lint", "biome", ["check", "--error-on-warnings", "."]],
  ["types", "tsc", ["--build"]],
  ["imports", node, ["scripts/check-imports.ts"]],
  ["dead code", "knip", []],
);
console.log("\n▸ tests");
const startedAt = Date.now();
const code = await run("vitest", ["run", ...words.slice(isFull ? 1 : 0)], { env });
console.log(outcomeOf("tests", code, startedAt));
process.exit(code);

/** Runs checks in parallel. Prints the output and duration of each check when it ends. Exits if a check has failed. */
async function stopUnlessPassed(...checks) {
  const codes = await Promise.all(
    checks.map(async ([name, command, args]) => {
      const startedAt = Date.now();
      const output = [];
      const code = await run(command, args, { env, onOutput: (chunk) => output.push(chunk) });
      console.log(`\n▸ ${name}\n${Buffer.concat(output)}${outcomeOf(name, code, startedAt)}`);
      return code;
    }),
  );
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed);
}

function outcomeOf(name, code, startedAt) {
  return `${code === 0 ? "✓" : "✗"} ${name}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}
