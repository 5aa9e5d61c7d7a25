import { describe, expect, it } from "vitest";
import { zoneCases } from "../cases/cases.ts";
import { bookingWindow } from "./bookingWindow.ts";
import type { StartWindow } from "./patchTest.ts";
import { localText, utcText } from "./wallclock.ts";
import { type Zone, zoneNamed } from "./zones.ts";

describe("bookingWindow", () => {
  it.each(zoneCases("booking_window"))("$id", ({ zone: name, given, expect: expected }) => {
    const zone = zoneNamed(name);
    const now = Date.parse(given.now);
    const window = bookingWindow(zone, now, given.min_notice_minutes, given.max_advance_days);
    expect(textsOf(zone, window)).toEqual(expected);
  });

  it("ends with today when no day in advance is allowed, whatever the notice", () => {
    const zone = zoneNamed("Pacific/Apia");
    const window = bookingWindow(zone, Date.parse("2027-01-01T11:30:00Z"), 3 * 1440, 0);
    expect(localText(zone, window.untilAt)).toBe("2027-01-03T00:00:00+13:00");
    expect(window.fromAt).toBeGreaterThan(window.untilAt);
  });
});

function textsOf(zone: Zone, { fromAt, untilAt }: StartWindow) {
  return {
    earliest_utc: utcText(fromAt),
    earliest_local: localText(zone, fromAt),
    latest_exclusive_utc: utcText(untilAt),
    latest_exclusive_local: localText(zone, untilAt),
  };
}
