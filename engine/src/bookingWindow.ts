import type { StartWindow } from "./patchTest.ts";
import { dayAt, MINUTE, startOfDay } from "./wallclock.ts";
import type { Zone } from "./zones.ts";

/**
 * When an online visit may start, asked at `now`: after the notice, in elapsed minutes, and up to the end of the
 * local date that lies `maxAdvanceDays` after today's (0 = today only). A start at `untilAt` is too late. The notice
 * may outlast the advance; then nothing can be booked and `fromAt` lies at or after `untilAt`.
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
