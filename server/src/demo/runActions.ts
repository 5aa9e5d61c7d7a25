import type { DemoClient } from "./clients.ts";

/** One change in the salon. */
export interface Action {
  /** The instant at which it is recorded. */
  readonly at: number;
  /** Actions of one client run one after another. */
  readonly client: DemoClient | null;
  /**
   * An awaited action ends before any later one begins: bookings and cancellations decide which later bookings
   * are refused, and that must not depend on timing. An action that runs alone also begins after all earlier
   * ones have ended.
   */
  readonly order: "parallel" | "awaited" | "alone";
  readonly run: () => Promise<unknown>;
}

const MAX_PARALLEL = 32;

/**
 * Runs actions in the given order. Parallel ones are sent over the one connection of the transaction without
 * waiting for each other's answers, so PostgreSQL executes one while this process prepares the next. After a
 * failure no action begins, and the error is thrown when all running ones have ended.
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
      // Awaited below; until then Node would report a rejection as unhandled.
      result.catch(() => undefined);
      running.set(client ?? action, result);
    }
    await Promise.all(running.values());
  } finally {
    await Promise.allSettled(running.values());
  }
}
