#!/usr/bin/env node
// `daybook …` on a fresh clone: installs what is missing, then runs the server's command line on the pinned Node.
import { join } from "node:path";
import { ensureInstalled, pinnedNode, project, run, serverEnvironment } from "./pinned.mjs";

ensureInstalled();
const main = join(project, "server", "src", "main.ts");
// The channel carries no messages: the server stops when it closes, which even `kill -9` of this process does.
// It works in the caller's folder, because ./data and the files named on the command line are meant from there.
process.exitCode = await run(pinnedNode(), [main, ...process.argv.slice(2)], {
  channel: true,
  cwd: process.cwd(),
  env: serverEnvironment,
});
