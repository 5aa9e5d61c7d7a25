#!/usr/bin/env node
// `npm run bench`: runs the benchmarks with the pinned Node version and prints a table of the results.
import { ensureInstalled, pinnedNode, run, serverEnvironment } from "./pinned.mjs";

ensureInstalled();
process.exitCode = await run(pinnedNode(), ["bench/src/main.ts", ...process.argv.slice(2)], {
  env: serverEnvironment,
});
