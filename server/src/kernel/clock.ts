/** Where "now" comes from. Time is a parameter everywhere: tests and the demo bring their own clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The machine's clock: the only place in the server that reads it. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until `set` moves it. */
export function settableClock(startAt: number): Clock & { set(at: number): void } {
  let at = startAt;
  return {
    now: () => at,
    set: (next) => {
      at = next;
    },
  };
}

/**
 * How far the database's clock is to be taken for ahead of what it says. Whatever several processes must agree on (when
 * something is due again, for how long somebody may hold it) is measured by the database's one clock; SQL is handed
 * `aheadMs()` and adds it. Only tests move it.
 */
export interface DatabaseClock {
  aheadMs(): number;
}

/** The database's clock as it is. */
export const trueDatabaseClock: DatabaseClock = { aheadMs: () => 0 };
