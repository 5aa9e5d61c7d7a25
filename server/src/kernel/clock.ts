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
