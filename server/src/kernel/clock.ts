/** A source of the current time. Functions take it as a parameter, because tests and the demo use their own clocks. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Whether this is the machine's clock. If so, changes are stamped with the time of the shared database, because the clocks of
   * machines differ (platform/updateTimes.ts). With any other clock, changes are stamped with that clock's time.
   */
  readonly isSystem?: boolean;
}

/** The machine's clock. Business rules read the time only through a `Clock`. */
export const systemClock: Clock = { now: () => Date.now(), isSystem: true };

/** Creates a clock that does not advance until `set` is called. */
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
 * The offset by which tests advance the database's clock. Times that several processes must agree on (due times, leases) are
 * measured by the database's clock, and SQL statements add `aheadMs()` to its time. The offset is always 0 outside of tests.
 */
export interface DatabaseClock {
  aheadMs(): number;
}

/** The database's clock without an offset. */
export const trueDatabaseClock: DatabaseClock = { aheadMs: () => 0 };
