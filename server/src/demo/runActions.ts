import type { DemoClient } from "./clients.ts";

/** A change in the salon. */
export interface Action {
  /** The time at which the change is recorded. */
  readonly at: number;
  /** Actions with the same client run one after another. */
  readonly client: DemoClient | null;
  /**
   * An awaited action ends before any later one begins: bookings and cancellations decide which later bookings are rejected,
   * and this must not depend on timing. An `alone` action also begins only after all earlier ones have ended.
   */
  readonly order: "parallel" | "awaited" | "alone";
  readonly run: () => Promise<unknown>;
}

const MAX_PARALLEL = 32;

/**
 * Runs actions in the given order. Parallel actions send their statements over the transaction's single connection without
 * waiting for each other's results, so that PostgreSQL executes one while this process prepares the next. After a failure, no
 * further action begins, and the error is thrown when all running actions have ended.
 */
export async function runActions(actions: readonly Action[]): Promise<void> {
  const running = new Map<DemoClient | Action, Promise<unknown>>();
  try {
    for (const action of actions) {
      const { client, order, run } = action;
      if (order === "alone" || running.size >= MAX_PARALLEL) {
        await Promise.all(running.values());
        running.clear();
      }
      const earlier = client === null ? undefined : running.get(client);
      if (order !== "parallel") {
        await earlier;
        await run();
        continue;
      }
      const result = earlier === undefined ? run() : earlier.then(run);
      // The promise is awaited below. Without this handler, Node would report an earlier rejection as unhandled.
      result.catch(() => undefined);
      running.set(client ?? action, result);
    }
    await Promise.all(running.values());
  } finally {
    await Promise.allSettled(running.values());
  }
}
