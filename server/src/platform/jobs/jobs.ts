import { setTimeout as pause } from "node:timers/promises";

/** A background job, which is repeated at intervals. Any number of processes may run the same job concurrently. */
export interface Job {
  /** The name for the log. */
  readonly name: string;
  /** The time from the end of one run to the start of the next. */
  readonly everyMs: number;
  /** Runs the due work. After `signal` is aborted, stops at the end of the current step. */
  run(signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  /** Resolves when all current runs have ended; no further run starts. */
  close(): Promise<void>;
}

/**
 * Runs each job within the first second and then repeatedly, but never concurrently with itself in this process. The first runs are
 * spread over that second, because jobs that start together would all need a connection at the same time. A repeated failure is logged
 * once, so an unreachable database causes one line per job. The next run retries.
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
      if (failure !== lastFailure) log(`the job "${job.name}" failed and will be retried`, error);
      lastFailure = failure;
    }
    await wait(job.everyMs, signal);
  }
}

/** Waits until the time has passed or the jobs are closed. */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
}
