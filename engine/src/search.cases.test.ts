import { describe, expect, it } from "vitest";
import { spansOfText } from "../cases/cases.ts";
import {
  type CollectedSearch,
  type CollectedStaff,
  collectedSearches,
  countedDays,
} from "../cases/collected.ts";
import { claimed, facts, item, minutes, search, withCandidates } from "../cases/examples.ts";
import { dayOf, wallMinutes } from "./dates.ts";
import { openSpans, openSpansBetween } from "./hours.ts";
import { checkPlacement } from "./placement.ts";
import { findSlots } from "./search.ts";
import { RULES_FOR } from "./starts.ts";
import { DAY, dayAt, localText, MINUTE, startOfDay, utcText } from "./wallclock.ts";
import { zoneNamed } from "./zones.ts";

describe("slots on days with a clock change", () => {
  it.each(countedDays())("$id", ({ zone: name, given, expect: expected }) => {
    const zone = zoneNamed(name);
    const day = dayOf(given.date) ?? 0;
    const working = openSpans(zone, { weekly: everyDay(given.start, given.end), exceptions: [] }, day, day);
    const window = [startOfDay(zone, day), startOfDay(zone, day + 1) + DAY] as const;
    const one = item({ slotStepMinutes: given.step_minutes, phases: minutes(given.duration_minutes) });
    const from = facts(name, window, { ann: { working } });
    const { starts } = findSlots(from, search([withCandidates(["ann"], one)], from));
    expect(starts.length).toBe(expected.count);
    expect(starts.map((startsAt) => localText(zone, startsAt))).toEqual(expected.starts_at);
    expect(starts.map(utcText)).toEqual(expected.starts_utc);
  });
});

describe("the collected cases", () => {
  const slots = collectedSearches("slots");
  const availability = collectedSearches("availability");
  const book = collectedSearches("book");

  it.each(slots.applicable)("slots: $id $test", ({ input, expect: expected }) => {
    const working = spansOfText((input.free ?? []).map(([from, until]) => [from, wholeMinute(until)]));
    const window = [dayBefore(working[0] ?? 0), (working.at(-1) ?? 0) + DAY] as const;
    expectSlots(input, expected, working, [], window);
  });

  it.each(availability.applicable)("availability: $id $test", ({ input, expect: expected }) => {
    const [staff] = input.staff ?? [];
    const window = (input.range ?? []).map((text) => Date.parse(wholeMinute(text))) as [number, number];
    const working = workingTime(staff, window);
    expectSlots({ ...input, tz: staff?.tz ?? "UTC" }, expected, working, claimsOf(staff), window);
  });

  it.each(book.applicable)("book: $id $test", ({ input, expect: expected }) => {
    const [staff] = input.staff ?? [];
    const startsAt = Date.parse(input.start ?? "");
    const endsAt = Date.parse(input.end ?? "");
    const window = [startsAt - DAY, endsAt + DAY] as [number, number];
    const one = item({
      phases: minutes((endsAt - startsAt) / MINUTE),
      bufferBeforeMinutes: staff?.bufferBefore ?? 0,
      bufferAfterMinutes: staff?.bufferAfter ?? 0,
    });
    const from = facts(staff?.tz ?? "UTC", window, {
      ann: { working: workingTime(staff, window), claims: claimsOf(staff) },
    });
    expect(checkPlacement(from, [one], startsAt, "online").accepted).toBe(expected.accepted);
  });

  it("are all read, and the excluded ones are listed", () => {
    const all = [slots, availability, book];
    expect(all.map(({ applicable }) => applicable.length)).toEqual([6, 2, 2]);
    expect(all.map(({ excluded }) => excluded.map(({ id }) => id))).toEqual([
      ["cal-slot-16", "mp-al-6"],
      ["mp-av-10", "cal-av-1"],
      ["mp-bk-3"],
    ]);
  });
});

function expectSlots(
  input: CollectedSearch["input"],
  expected: CollectedSearch["expect"],
  working: readonly number[],
  claims: Parameters<typeof facts>[2][string]["claims"],
  window: readonly [number, number],
) {
  const one = item({
    slotStepMinutes: input.step ?? 15,
    phases: minutes(input.duration ?? 30),
    rules: { ...item().rules, slotStepMinutes: input.step ?? 15, minNoticeMinutes: input.minNotice ?? 0 },
  });
  const now = input.now === undefined ? window[0] : Date.parse(input.now);
  const staff = { ann: { working, ...(claims === undefined ? {} : { claims }) } };
  const from = facts(input.tz ?? "UTC", window, staff, { now });
  const { starts } = findSlots(
    from,
    search([withCandidates(["ann"], one)], from, { rules: RULES_FOR.online }),
  );
  if (expected.slots !== undefined) expect(starts.map(utcText)).toEqual(expected.slots);
  if (expected.count !== undefined) expect(starts).toHaveLength(expected.count);
}

/** Rounds up to the minute, because some sources end a day at 23:59:59.999. */
function wholeMinute(text: string): string {
  return new Date(Math.ceil(Date.parse(text) / MINUTE) * MINUTE).toISOString();
}

const dayBefore = (at: number) => at - DAY;

function workingTime(staff: CollectedStaff | undefined, [from, until]: readonly [number, number]) {
  const zone = zoneNamed(staff?.tz ?? "UTC");
  const weekly = (staff?.weekly ?? []).flatMap(({ days, start, end }) =>
    everyDay(start, end).filter(({ weekday }) => days.includes(weekday)),
  );
  // Includes the hours of the days around the window, because buffers can extend beyond the window.
  const [first, last] = [startOfDay(zone, dayAt(zone, from) - 1), startOfDay(zone, dayAt(zone, until) + 2)];
  return openSpansBetween(zone, { weekly, exceptions: [] }, first, last);
}

function claimsOf(staff: CollectedStaff | undefined) {
  return (staff?.busy ?? []).map(([from, until]) => claimed(Date.parse(from), Date.parse(until)));
}

function everyDay(start: string, end: string) {
  const startsMinute = wallMinutes(start, { max: 1439 }) ?? 0;
  const endsMinute = wallMinutes(end, { max: 2880 }) ?? 0;
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startsMinute, endsMinute }));
}
