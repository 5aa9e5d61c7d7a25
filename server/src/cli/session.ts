import { setImmediate as nextTurn } from "node:timers/promises";

/** The functions with which a running command prints progress and registers cleanup. */
export interface Session {
  /** Registers a function to run before the process ends in any way except `kill -9`; the last one registered runs first. */
  beforeEnd(closing: () => Promise<void>): void;
  /** Prints progress on stderr. */
  say(line: string): void;
}

export type Ending = "done" | "stopped";

/**
 * Runs a command until it is done or the process is stopped: by SIGINT, SIGTERM or SIGHUP, or when the launcher ends, which
 * closes the channel to this process. Runs all registered functions in reverse order before it resolves. A signal more than a
 * second after the first ends the process immediately. Earlier repetitions are ignored, because Ctrl-C reaches this process,
 * the launcher and npm, and the launcher and npm forward the signal.
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
    // Ctrl-C also ends child processes, which may make the command fail. Such an error is ignored if the process is being
    // stopped.
    await nextTurn();
    if (await isSettled(stop)) return "stopped";
    throw error;
  } finally {
    // The command may still be running, so its later errors are ignored.
    work.catch(() => {});
    await closeAll(closings.reverse());
  }
}

/** Runs all functions, even if some fail, and then throws the first error. */
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
    // The open channel must not keep a finished command running.
    process.channel.unref();
  }
  return promise;
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), nextTurn(false)]);
}
