/** A source of the current time. Functions take it as a parameter, because tests and the demo use their own clocks. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Whether this is the machine's clock. The clocks of machines differ, so changes are then stamped with the time of the shared
   * database (platform/updateTimes.ts). With any other clock, changes are stamped with that clock's time.
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
 * measured by the database's clock; SQL adds `aheadMs()` to it. The offset is always 0 outside of tests.
 */
export interface DatabaseClock {
  aheadMs(): number;
}

/** The database's clock without an offset. */
export const trueDatabaseClock: DatabaseClock = { aheadMs: () => 0 };
