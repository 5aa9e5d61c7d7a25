import { setTimeout as pause } from "node:timers/promises";

/** Work that the clock asks for and no request does. Any number of processes may do the same chore side by side. */
export interface Job {
  /** For the log. */
  readonly name: string;
  /** From the end of one run to the start of the next. */
  readonly everyMs: number;
  /** Does what is to be done by now. Once `signal` is aborted it ends between two pieces of its work. */
  run(signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Resolves when every run under way has ended; none starts after it. */
  close(): Promise<void>;
}

/**
 * Runs each chore within the first second and then again and again; never twice at the same time in this process. They
 * begin one after the other, for as many as began together would need as many connections, each time anew. A failure is logged
 * when it is a new one, not every time it happens again: a database that is away for a minute is one line for each
 * chore. The next run tries again.
 */
export function startJobs(
  jobs: readonly Job[],
  options: { readonly log: (message: string, error: unknown) => void },
): Jobs {
  const closing = new AbortController();
  const running = jobs.map((job, index) => {
    const startsInMs = (index / jobs.length) * FIRST_RUNS_MS;
    return repeat(job, startsInMs, closing.signal, options.log);
  });
  return {
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}

const FIRST_RUNS_MS = 1_000;

async function repeat(
  job: Job,
  startsInMs: number,
  signal: AbortSignal,
  log: (message: string, error: unknown) => void,
): Promise<void> {
  let lastFailure: string | undefined;
  await wait(startsInMs, signal);
  while (!signal.aborted) {
    try {
      await job.run(signal);
      lastFailure = undefined;
    } catch (error) {
      const failure = String(error);
      if (failure !== lastFailure) log(`the chore "${job.name}" failed and will be tried again`, error);
      lastFailure = failure;
    }
    await wait(job.everyMs, signal);
  }
}

/** Cut short by the closing. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
}
