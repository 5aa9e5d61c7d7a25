import type { StartWindow } from "./patchTest.ts";
import { dayAt, MINUTE, startOfDay } from "./wallclock.ts";
import type { Zone } from "./zones.ts";

/**
 * Returns the window in which an appointment that is booked online at `now` may start: after the minimum notice, in elapsed
 * minutes, and up to the end of the local date `maxAdvanceDays` after today's (0 = today only). `untilAt` is exclusive. When the
 * notice is longer than the advance, no start can be booked and `fromAt` is at or after `untilAt`.
 */
export function bookingWindow(
  zone: Zone,
  now: number,
  minNoticeMinutes: number,
  maxAdvanceDays: number,
): StartWindow {
  return {
    fromAt: now + minNoticeMinutes * MINUTE,
    untilAt: startOfDay(zone, dayAt(zone, now) + maxAdvanceDays + 1),
  };
}
