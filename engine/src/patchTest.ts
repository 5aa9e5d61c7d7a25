import { addMonthsClamped, dayOf } from "./dates.ts";
import { startOfDay } from "./wallclock.ts";
import type { Zone } from "./zones.ts";

/** The window in which an appointment may start: `fromAt ≤ start < untilAt`, milliseconds since the epoch. */
export interface StartWindow {
  readonly fromAt: number;
  readonly untilAt: number;
}

/**
 * Returns the window in which a service with `requires_patch_test` may be booked online after a test on the local date
 * `patchTestOn` (`YYYY-MM-DD`). It begins 48 elapsed hours after the end of that day, because only the day is known and the test
 * may have been at closing time. It ends at the end of the day six months later (contract §9; 31 August + 6 months is the last
 * day of February). Throws a RangeError when the text is not a valid date: callers validate dates.
 */
export function patchTestWindow(zone: Zone, patchTestOn: string): StartWindow {
  const day = dayOf(patchTestOn);
  if (day === undefined) throw new RangeError(`The date ${patchTestOn} of a patch test is not valid.`);
  return {
    fromAt: startOfDay(zone, day + 1) + MIN_WAIT,
    untilAt: startOfDay(zone, addMonthsClamped(day, VALID_MONTHS) + 1),
  };
}

const MIN_WAIT = 48 * 3_600_000;
const VALID_MONTHS = 6;
