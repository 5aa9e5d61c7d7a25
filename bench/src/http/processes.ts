import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

export interface Served {
  readonly port: number;
  readonly pid: number;
  /** The child process. With `preload`, the preloaded module receives messages from this process. */
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/**
 * Starts a script with the current Node version and a free port in `PORT`, and waits until it responds at the path.
 * Throws with the process's output if the process exits before it responds. `preload` is a module that Node loads before the
 * script.
 */
export async function serve(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  readyPath: string,
  preload?: string,
): Promise<Served> {
  const port = await freePort();
  const nodeArgs = preload === undefined ? [] : ["--import", preload];
  const child: ChildProcess = spawn(process.execPath, [...nodeArgs, script, ...args], {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: preload === undefined ? ["ignore", "pipe", "pipe"] : ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text) => {
      output = `${output}${text}`.slice(-10_000);
    });
  }
  await waitForAnswer(port, readyPath, child, () => output);
  return { port, pid: child.pid as number, child, stop: () => stop(child) };
}

/** Waits for the first response with any status. Returns the waiting time in milliseconds. */
export async function waitForAnswer(
  port: number,
  path: string,
  child: ChildProcess,
  output: () => string,
  timeoutMs = 60_000,
): Promise<number> {
  const began = performance.now();
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`the process exited with code ${child.exitCode}:\n${output()}`);
    if (performance.now() - began > timeoutMs)
      throw new Error(`no response within ${timeoutMs} ms:\n${output()}`);
    try {
      await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
      return performance.now() - began;
    } catch {
      await pause(20);
    }
  }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the system assigned no port");
  return address.port;
}
