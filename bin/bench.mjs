#!/usr/bin/env node
// `npm run bench`: prints the table of measurements, on the pinned Node.
import { ensureInstalled, pinnedNode, run, serverEnvironment } from "./pinned.mjs";

ensureInstalled();
process.exitCode = await run(pinnedNode(), ["bench/src/main.ts", ...process.argv.slice(2)], {
  env: serverEnvironment,
});
