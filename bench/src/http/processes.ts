import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A program of ours that answers over HTTP. */
export interface Served {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a script on this Node, with a free port in `PORT`, and waits until it answers at the path. Throws what it
 * said when it ends before.
 */
export async function serve(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  readyPath: string,
): Promise<Served> {
  const port = await freePort();
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      said = `${said}${text}`.slice(-10_000);
    });
  }
  await answered(port, readyPath, child, () => said);
  return { port, pid: child.pid as number, stop: () => stopped(child) };
}

/** Waits for a first answer, good or not, and answers how long that took, in milliseconds. */
export async function answered(
  port: number,
  path: string,
  child: ChildProcess,
  said: () => string,
  longestMs = 60_000,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended with code ${child.exitCode}:\n${said()}`);
    if (performance.now() - began > longestMs)
      throw new Error(`No answer within ${longestMs} ms:\n${said()}`);
    try {
      await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
      return performance.now() - began;
    } catch {
      await pause(20);
    }
  }
}

/** Asks a process to end and waits until it has. */
export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The system gave no port.");
  return address.port;
}
