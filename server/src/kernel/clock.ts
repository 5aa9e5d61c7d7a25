/** The current time, which is a parameter everywhere: tests and the demo use their own clocks. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * True for the machine's clock. Machines differ, so changes are stamped with the time of the database they share
   * (platform/updateTimes.ts). Every other clock stamps its own time.
   */
  readonly isSystem?: boolean;
}

/** The machine's clock. No other code in the server reads it. */
export const systemClock: Clock = { now: () => Date.now(), isSystem: true };

/** A clock that does not advance until `set` is called. */
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
 * By how much tests advance the database's clock. Times that several processes must agree on (due times, leases) are
 * measured by the database's clock; SQL adds `aheadMs()` to it. Always 0 outside of tests.
 */
export interface DatabaseClock {
  aheadMs(): number;
}

/** The database's clock without an offset. */
export const trueDatabaseClock: DatabaseClock = { aheadMs: () => 0 };
