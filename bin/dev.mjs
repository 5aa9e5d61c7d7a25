#!/usr/bin/env node
// `npm run dev`: runs the same server as npm start and restarts it when an imported source file changes. Vite serves the pages
// from their sources and replaces changed modules in the open page. The API and the pages are at the server's address. Ctrl-C
// stops the server, its database and Vite. To run another server command instead: npm run dev -- web
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { ensureInstalled, pinnedNode, project, run, serverEnvironment } from "./pinned.mjs";

ensureInstalled();
const main = join(project, "server", "src", "main.ts");
const words = process.argv.length > 2 ? process.argv.slice(2) : ["start"];
const servesPages = words[0] === "start" || words[0] === "web";
const vitePort = servesPages ? await freePort() : 0;
// Vite stops when its standard input closes, so it ends with this process even after kill -9.
const vite = servesPages
  ? spawn(
      pinnedNode(),
      [
        join(project, "node_modules", "vite", "bin", "vite.js"),
        "--port",
        String(vitePort),
        "--strictPort",
        "--host",
        "127.0.0.1",
      ],
      {
        cwd: join(project, "apps", "web"),
        stdio: ["pipe", "ignore", "inherit"],
        env: { ...process.env, VITE_HMR_PORT: String(vitePort) },
      },
    )
  : undefined;
const pages = servesPages ? { DAYBOOK_VITE_URL: `http://127.0.0.1:${vitePort}` } : {};
// Node sends SIGTERM before each restart and waits until the server has stopped its database.
process.exitCode = await run(pinnedNode(), ["--watch", "--watch-preserve-output", main, ...words], {
  cwd: process.cwd(),
  env: { ...serverEnvironment, ...pages },
});
if (vite !== undefined && vite.exitCode === null && vite.signalCode === null) {
  const ended = once(vite, "exit");
  vite.kill();
  await ended;
}

/** Returns a free port for Vite, which does not report a port that it chooses itself. */
async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}
