#!/usr/bin/env node
// `daybook …`: installs missing packages and builds missing pages, then runs the server's command line with the pinned Node.
import { join } from "node:path";
import { ensurePages } from "./pages.mjs";
import { ensureInstalled, pinnedNode, project, run, serverEnvironment } from "./pinned.mjs";

ensureInstalled({ tools: false });
const [command = "help"] = process.argv.slice(2);
if (command === "start" || command === "web") ensurePages();
const main = join(project, "server", "src", "main.ts");
// The IPC channel carries no messages. The server stops when the channel closes, even after kill -9 of this process.
// The server runs in the caller's folder, because ./data and file names on the command line are relative to that folder.
process.exitCode = await run(pinnedNode(), [main, ...process.argv.slice(2)], {
  channel: true,
  cwd: process.cwd(),
  env: serverEnvironment,
});
