import { dayOf, weekdayOf } from "./dates.ts";
import { appendSpan, intersectSpans, noSpans, type Spans, spansOf, spansWithin } from "./spans.ts";
import { boundaryOf, DAY, dayAt, MAX_OFFSET, MINUTE } from "./wallclock.ts";
import { offsetIndexAt, type Zone } from "./zones.ts";

/** A span of wall time, in minutes since the local midnight of the date on which it starts. */
export interface WallInterval {
  /** 0…1439. */
  readonly startsMinute: number;
  /** After the start, up to 2880 (`48:00`), because hours may run past midnight. */
  readonly endsMinute: number;
}

/** Weekly hours (weekday 1 = Monday … 7 = Sunday) and the dates (`YYYY-MM-DD`) that have other hours; no intervals = closed. */
export interface Hours {
  readonly weekly: readonly (WallInterval & { readonly weekday: number })[];
  readonly exceptions: readonly { readonly date: string; readonly intervals: readonly WallInterval[] }[];
}

/** Hours indexed by day. Prepare them once when the same hours are expanded more than once. */
export interface PreparedHours {
  /** The wall minutes of each weekday, at the index of its number 1…7; index 0 is unused. */
  readonly weekdays: readonly Spans[];
  /** The wall minutes of each date with an exception, by day number. */
  readonly exceptions: ReadonlyMap<number, Spans>;
}

/** Groups hours by weekday and day number. Throws a RangeError for an exception with an invalid date: callers validate dates. */
export function prepareHours(hours: Hours): PreparedHours {
  const weekdays = [0, 1, 2, 3, 4, 5, 6, 7].map((weekday) =>
    wallSpans(hours.weekly.filter((interval) => interval.weekday === weekday)),
  );
  const exceptions = new Map<number, Spans>();
  for (const { date, intervals } of hours.exceptions) {
    const day = dayOf(date);
    if (day === undefined) throw new RangeError(`The date ${date} of an exception is not valid.`);
    exceptions.set(day, wallSpans(intervals));
  }
  return { weekdays, exceptions };
}

/**
 * Converts all hours that start on a local date in `fromDay`…`toDay`, both inclusive, to spans of instants. An interval belongs
 * to the date on which it starts and may end on the next date; an exception replaces its whole date. An edge that a clock
 * change skips moves to the time of the change; for an edge that occurs twice, the first occurrence counts (contract §5).
 * Hours that overlap or touch across dates are merged. Linear in days.
 */
export function openSpans(zone: Zone, hours: Hours | PreparedHours, fromDay: number, toDay: number): Spans {
  const { weekdays, exceptions } = "weekdays" in hours ? hours : prepareHours(hours);
  const spans: number[] = [];
  let weekday = weekdayOf(fromDay);
  let steadyThroughDay = Number.NEGATIVE_INFINITY;
  let offset = 0;
  for (let day = fromDay; day <= toDay; day++) {
    const intervals = (exceptions.size > 0 && exceptions.get(day)) || (weekdays[weekday] as Spans);
    weekday = weekday === 7 ? 1 : weekday + 1;
    if (intervals.length === 0) continue;
    if (day > steadyThroughDay) {
      const index = offsetIndexAt(zone, day * DAY);
      offset = zone.offsets[index] as number;
      if (!isSteady(zone, index, day)) {
        appendEdgeByEdge(spans, zone, day, intervals);
        continue;
      }
      steadyThroughDay = lastSteadyDay(zone, index);
    }
    appendShifted(spans, intervals, day * DAY - offset * MINUTE);
  }
  return spans;
}

/** Returns the opening time within `[fromAt, toAt)`, clipped to it; includes hours that began on an earlier date. */
export function openSpansBetween(
  zone: Zone,
  hours: Hours | PreparedHours,
  fromAt: number,
  toAt: number,
): Spans {
  if (fromAt >= toAt) return noSpans;
  // Includes the day before, because its hours can end on the next date, and the day after, because a date whose midnight occurs
  // twice begins before the previous date has ended.
  const spans = openSpans(zone, hours, dayAt(zone, fromAt) - 1, dayAt(zone, toAt) + 1);
  return spansWithin(spans, fromAt, toAt);
}

/**
 * Returns the time that a staff member works at a location in `[fromAt, toAt)`: the staff member's hours there and the location's
 * hours, each converted to instants first and then intersected (contract §5). Time off and blocks are not subtracted. For many
 * staff members of one location, expand the location's hours once with `openSpansBetween` and intersect.
 */
export function staffSpans(
  zone: Zone,
  staffHours: Hours | PreparedHours,
  locationHours: Hours | PreparedHours,
  fromAt: number,
  toAt: number,
): Spans {
  const working = openSpansBetween(zone, staffHours, fromAt, toAt);
  return intersectSpans(working, openSpansBetween(zone, locationHours, fromAt, toAt));
}

/** Appends the hours of one of the few days around a clock change, with a separate conversion of each edge. */
function appendEdgeByEdge(spans: number[], zone: Zone, day: number, intervals: Spans): void {
  for (let i = 0; i < intervals.length; i += 2) {
    const startAt = boundaryOf(zone, day, intervals[i] as number);
    appendSpan(spans, startAt, boundaryOf(zone, day, intervals[i + 1] as number));
  }
}

/** Appends the hours of a day without a clock change nearby: every edge has the same offset from UTC as local midnight. */
function appendShifted(spans: number[], intervals: Spans, midnightAt: number): void {
  for (let i = 0; i < intervals.length; i += 2) {
    const startAt = midnightAt + (intervals[i] as number) * MINUTE;
    appendSpan(spans, startAt, midnightAt + (intervals[i + 1] as number) * MINUTE);
  }
}

function wallSpans(intervals: readonly WallInterval[]): Spans {
  return spansOf(intervals.map(({ startsMinute, endsMinute }) => [startsMinute, endsMinute]));
}

/**
 * Whether every wall time of the day and the next (hours end at 48:00 at the latest) has exactly one instant under this offset.
 * Leaves a margin of the largest offset on either side: `openSpans` converts days near a change edge by edge.
 */
function isSteady(zone: Zone, index: number, day: number): boolean {
  const since = index > 0 ? (zone.changesAt[index - 1] as number) : Number.NEGATIVE_INFINITY;
  return day * DAY - MAX_OFFSET >= since && day <= lastSteadyDay(zone, index);
}

/** Returns the last day whose hours, up to 48:00, certainly end before the offset changes; Infinity when it never changes. */
function lastSteadyDay(zone: Zone, index: number): number {
  const until = zone.changesAt[index] ?? Number.POSITIVE_INFINITY;
  return Math.floor((until - MAX_OFFSET) / DAY) - 2;
}
