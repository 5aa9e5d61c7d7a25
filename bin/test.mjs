#!/usr/bin/env node
// `npm test`: installs missing packages, then runs every check, the fastest first. `npm run test:full` also runs the full
// number of race, crash and long-running tests. Arguments are passed to vitest: npm test -- engine/src/spans.test.ts
import { ensureInstalled, pinnedNode, run } from "./pinned.mjs";

ensureInstalled();
const node = pinnedNode();
const words = process.argv.slice(2);
const isFull = words[0] === "--full";
const steps = [
  ["format and lint", "biome", ["check", "--error-on-warnings", "."]],
  ["types of the SDK", node, ["sdk/writeTypes.mjs"]],
  ["types", "tsc", ["--build"]],
  ["imports", node, ["scripts/check-imports.ts"]],
  ["dead code", "knip", []],
  ["tests", "vitest", ["run", ...words.slice(isFull ? 1 : 0)]],
];

for (const [name, command, args] of steps) {
  const startedAt = Date.now();
  console.log(`\n▸ ${name}`);
  const code = await run(command, args, { env: isFull ? { DAYBOOK_TEST_FULL: "1" } : {} });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? "✓" : "✗"} ${name}: ${seconds} s`);
  if (code !== 0) process.exit(code);
}
