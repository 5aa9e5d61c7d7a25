import { describe, expect, it } from "vitest";
import { zoneCases } from "../cases/cases.ts";
import { repeatDaily, repeatWeekly } from "./recurrence.ts";
import { localText, MINUTE, utcText } from "./wallclock.ts";
import { zoneNamed } from "./zones.ts";

describe("repeating appointments and blocks keep their wall time", () => {
  it.each(zoneCases("recurring"))("$id", ({ zone: name, given, expect: expected }) => {
    const zone = zoneNamed(name);
    const starts = repeatWeekly(zone, Date.parse(given.starts_at), given.every_weeks, given.occurrences);
    expect(starts.map((startsAt) => localText(zone, startsAt))).toEqual(expected.starts_at);
    expect(starts.map(utcText)).toEqual(expected.starts_utc);
  });

  it.each(zoneCases("block_repeat"))("$id", ({ zone: name, given, expect: expected }) => {
    const [startsAt, endsAt] = [Date.parse(given.starts_at), Date.parse(given.ends_at)];
    const blocks = repeatDaily(zoneNamed(name), startsAt, endsAt, given.every_days, given.occurrences);
    expect(
      blocks.map((block) => ({
        start_utc: utcText(block.startsAt),
        end_utc: utcText(block.endsAt),
        minutes: (block.endsAt - block.startsAt) / MINUTE,
      })),
    ).toEqual(expected.blocks);
  });

  it("moves a skipped hour forward by the gap, for that one occurrence", () => {
    const zone = zoneNamed("Europe/Berlin");
    const starts = repeatWeekly(zone, Date.parse("2027-03-21T02:30:00+01:00"), 1, 3);
    expect(starts.map((startsAt) => localText(zone, startsAt))).toEqual([
      "2027-03-21T02:30:00+01:00",
      "2027-03-28T03:30:00+02:00",
      "2027-04-04T02:30:00+02:00",
    ]);
  });

  it("keeps seconds and milliseconds", () => {
    const zone = zoneNamed("America/New_York");
    const starts = repeatWeekly(zone, Date.parse("2027-03-07T10:07:33.417-05:00"), 1, 2);
    expect(localText(zone, starts[1] ?? 0)).toBe("2027-03-14T10:07:33.417-04:00");
  });

  it("never makes an empty block: in a gap the block keeps its length instead of its end", () => {
    const startsAt = Date.parse("2027-03-27T02:30:00+01:00");
    const blocks = repeatDaily(zoneNamed("Europe/Berlin"), startsAt, startsAt + 45 * MINUTE, 1, 2);
    expect(utcText(blocks[1]?.startsAt ?? 0)).toBe("2027-03-28T01:30:00Z");
    expect(utcText(blocks[1]?.endsAt ?? 0)).toBe("2027-03-28T02:15:00Z");
  });
});
