import { setImmediate as nextTurn } from "node:timers/promises";

/** What a running command may ask of the process around it. */
export interface Session {
  /** Has this done before the process ends, however it ends (but `kill -9`): last registered, first done. */
  beforeEnd(closing: () => Promise<void>): void;
  /** Says on the terminal what is going on, apart from the command's own answer. */
  say(line: string): void;
}

/** How the command came to its end. */
export type Ending = "done" | "stopped";

/**
 * Runs a command until it is done or the process is asked to stop: by SIGINT, SIGTERM, SIGHUP, or by the
 * end of the launcher, whose channel then closes. Either way everything it opened is closed, in reverse
 * order, before this resolves. A second signal ends the process at once; those within a second count as
 * echoes, because Ctrl-C reaches us, the launcher and npm, and each of them passes it on.
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
    // Ctrl-C also ends the programs we wait for; a failure that comes with it is no failure.
    await nextTurn();
    if (await isSettled(stop)) return "stopped";
    throw error;
  } finally {
    // The command may still be under way: what it does from here on fails on what is closed, and nobody minds.
    work.catch(() => {});
    await closeAll(closings.reverse());
  }
}

/** One that fails keeps none of the others from being done; the first failure is told when all were. */
async function closeAll(closings: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const closing of closings) await closing().catch((error: unknown) => void failures.push(error));
  if (failures.length > 0) throw failures[0];
}

const echoMs = 1_000;

function watchForStop(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstAt: number | undefined;
  const onSignal = () => {
    if (firstAt === undefined) firstAt = performance.now();
    else if (performance.now() - firstAt > echoMs) process.exit(130);
    resolve();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  if (process.channel) {
    process.once("disconnect", () => resolve());
    // Only its closing matters; it must not keep a finished command alive.
    process.channel.unref();
  }
  return promise;
}

async function isSettled(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), nextTurn(false)]);
}
