#!/usr/bin/env node
// `npm run bench`: builds the pages if they changed, runs the benchmarks with the pinned Node version and prints a table
// of the results.
import { ensurePages } from "./pages.mjs";
import { ensureInstalled, pinnedNode, run, serverEnvironment } from "./pinned.mjs";

ensureInstalled();
process.exitCode = ensurePages()
  ? await run(pinnedNode(), ["bench/src/main.ts", ...process.argv.slice(2)], { env: serverEnvironment })
  : 1;
