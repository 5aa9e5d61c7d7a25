#!/usr/bin/env node
// `npm test` on a fresh clone: installs what is missing, then everything that must hold, cheapest first.
// Arguments go to the tests: npm test -- engine/src/spans.test.ts
import { ensureInstalled, pinnedNode, run } from "./pinned.mjs";

ensureInstalled();
const node = pinnedNode();
const steps = [
  ["format and lint", "biome", ["check", "--error-on-warnings", "."]],
  ["types of the SDK", node, ["sdk/writeTypes.mjs"]],
  ["types", "tsc", ["--build", "tsconfig.projects.json"]],
  ["imports", node, ["scripts/check-imports.ts"]],
  ["dead code", "knip", []],
  ["tests", "vitest", ["run", ...process.argv.slice(2)]],
];

for (const [name, command, args] of steps) {
  const startedAt = Date.now();
  console.log(`\n▸ ${name}`);
  const code = await run(command, args);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? "✓" : "✗"} ${name}: ${seconds} s`);
  if (code !== 0) process.exit(code);
}
