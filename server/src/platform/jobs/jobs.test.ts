import { expect, test } from "vitest";
import { deleteInBatches, startJobs } from "./index.ts";

/** Returns a function, and a promise that resolves when the function has been called `times` times. */
function calls(times: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const call = () => {
    count += 1;
    if (count === times) resolve();
  };
  return { call, promise, count: () => count };
}

test("a job runs at once and then repeatedly, and never twice at the same time", async () => {
  const runs = calls(5);
  let underWay = 0;
  let max = 0;
  const run = async () => {
    underWay += 1;
    max = Math.max(max, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    runs.call();
  };
  const jobs = startJobs([{ name: "washing up", everyMs: 1, run }], { log: () => {} });
  await runs.promise;
  await jobs.close();
  expect(max).toBe(1);
});

test("a job that waits for its next run delays neither the others nor closing", async () => {
  const rare = calls(1);
  const often = calls(3);
  const jobs = startJobs(
    [
      { name: "windows", everyMs: 3_600_000, run: async () => rare.call() },
      { name: "washing up", everyMs: 1, run: async () => often.call() },
    ],
    { log: () => {} },
  );
  await Promise.all([rare.promise, often.promise]);
  await jobs.close();
  expect(rare.count()).toBe(1);
});

test("closing aborts the signal of a run under way, waits for it, and starts no other", async () => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  let runs = 0;
  let wasTold = false;
  const run = async (signal: AbortSignal) => {
    runs += 1;
    started.resolve();
    await finish.promise;
    wasTold = signal.aborted;
  };
  const jobs = startJobs([{ name: "ironing", everyMs: 1, run }], { log: () => {} });
  await started.promise;
  let isClosed = false;
  const closing = jobs.close().then(() => {
    isClosed = true;
  });
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  finish.resolve();
  await closing;
  expect({ runs, wasTold }).toEqual({ runs: 1, wasTold: true });
});

test("a failed run is repeated; the same failure is logged once, and again after a success", async () => {
  const log: string[] = [];
  const failures = ["away", "away", "away", null, "away", "full"];
  const runs = calls(7);
  const run = async () => {
    const failure = failures[runs.count()];
    runs.call();
    if (failure) throw new Error(failure);
  };
  const jobs = startJobs([{ name: "ironing", everyMs: 1, run }], {
    log: (message, error) => log.push(`${message}: ${(error as Error).message}`),
  });
  await runs.promise;
  await jobs.close();
  const line = 'the job "ironing" failed and will be retried';
  expect(log).toEqual([`${line}: away`, `${line}: away`, `${line}: full`]);
});

test("deleteInBatches continues until a batch is not full, or until the signal is aborted", async () => {
  const found = [1_000, 1_000, 7, 1_000];
  await deleteInBatches(new AbortController().signal, async () => found.shift() ?? 0);
  expect(found).toEqual([1_000]);
  const closing = new AbortController();
  let rounds = 0;
  await deleteInBatches(closing.signal, async (max) => {
    rounds += 1;
    closing.abort();
    return max;
  });
  expect(rounds).toBe(1);
});
