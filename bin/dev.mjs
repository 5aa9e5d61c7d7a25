#!/usr/bin/env node
// `npm run dev`: what npm start runs, restarted whenever a source file that it imports changes. Ctrl-C stops the server
// and its database. Other commands of the server are watched with npm run dev -- web
import { join } from "node:path";
import { ensureInstalled, pinnedNode, project, run, serverEnvironment } from "./pinned.mjs";

ensureInstalled();
const main = join(project, "server", "src", "main.ts");
const words = process.argv.length > 2 ? process.argv.slice(2) : ["start"];
// Node sends SIGTERM before each restart and waits until the server has stopped its database.
process.exitCode = await run(pinnedNode(), ["--watch", "--watch-preserve-output", main, ...words], {
  cwd: process.cwd(),
  env: serverEnvironment,
});
