import { setImmediate as nextTurn } from "node:timers/promises";

/** The operations of a running command on its process. */
export interface Session {
  /** Runs this before the process ends in any way except `kill -9`; last registered, first run. */
  beforeEnd(closing: () => Promise<void>): void;
  /** Prints progress on stderr. */
  say(line: string): void;
}

/** How a command ended. */
export type Ending = "done" | "stopped";

/**
 * Runs a command until it is done or the process is stopped: by SIGINT, SIGTERM, SIGHUP, or by the end of the launcher,
 * which closes its channel. Everything that was registered is closed in reverse order before this resolves. A second
 * signal ends the process at once; signals within a second are ignored, because Ctrl-C reaches this process, the
 * launcher and npm, and each forwards it.
 */
export async function runUntilStopped(
  command: (session: Session) => Promise<void>,
  say: (line: string) => void,
): Promise<Ending> {
  const closings: (() => Promise<void>)[] = [];
  const stop = watchForStop();
  const work = command({ beforeEnd: (closing) => void closings.push(closing), say });
  try {
    const ending = await Promise.race([
      work.then(() => "done" as const),
      stop.then(() => "stopped" as const),
    ]);
    return ending;
  } catch (error) {
    // Ctrl-C also ends child processes: errors that it causes are ignored.
    await nextTurn();
    if (await isSettled(stop)) return "stopped";
    throw error;
  } finally {
    // The command may still run: errors after the closing are ignored.
    work.catch(() => {});
    await closeAll(closings.reverse());
  }
}

/** Runs all of them, then throws the first error. */
async function closeAll(closings: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const closing of closings) await closing().catch((error: unknown) => void failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const REPEAT_MS = 1_000;

function watchForStop(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  const onSignal = () => {
    if (firstAt === undefined) firstAt = performance.now();
    else if (performance.now() - firstAt > REPEAT_MS) process.exit(130);
    resolve();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  if (process.channel) {
    process.once("disconnect", () => resolve());
    // The channel must not keep a finished command alive.
    process.channel.unref();
  }
  return promise;
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), nextTurn(false)]);
}
