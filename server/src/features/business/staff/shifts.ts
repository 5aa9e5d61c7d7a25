import {
  type Hours,
  intersectSpans,
  openSpans,
  type Spans,
  spansOf,
  startOfDay,
  subtractSpans,
  type Zone,
} from "@daybook/engine";
import type { LocationSchedule } from "../locations/index.ts";

/** A range of day numbers, both inclusive. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/** A span of working time at a location, in milliseconds since the epoch, end exclusive. */
export interface WorkedSpan {
  readonly location: LocationSchedule;
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * Computes the shifts that start on the given local days, in the time zone of each location. A shift is the intersection of working hours
 * and opening hours, minus time off. Blocks and appointments are not subtracted. A shift that started on the day before is not included; a
 * shift that starts on the last day is returned in full.
 */
export function shiftsOn(
  days: Days,
  locations: readonly LocationSchedule[],
  hoursAt: ReadonlyMap<string, Hours>,
  timeOff: Spans,
): WorkedSpan[] {
  return locations
    .flatMap((location) => {
      const hours = hoursAt.get(location.id);
      if (hours === undefined) return [];
      const working = openSpans(location.zone, hours, days.from, days.to);
      // Opening hours after midnight can belong to the day before. A shift can continue into the opening hours of the next day.
      const open = openSpans(location.zone, location.hours, days.from - 1, days.to + 2);
      return workedSpans(subtractSpans(intersectSpans(working, open), timeOff), location);
    })
    .sort((one, other) => one.startsAt - other.startsAt || (one.location.id < other.location.id ? -1 : 1));
}

function workedSpans(spans: Spans, location: LocationSchedule): WorkedSpan[] {
  const worked: WorkedSpan[] = [];
  for (let i = 0; i + 1 < spans.length; i += 2)
    worked.push({ location, startsAt: spans[i] as number, endsAt: spans[i + 1] as number });
  return worked;
}

/** Returns the instants from the earliest start of the first day to the latest end of the last day in these time zones. */
export function instantsOf(days: Days, zones: readonly Zone[]): { fromAt: number; untilAt: number } {
  return {
    fromAt: Math.min(...zones.map((zone) => startOfDay(zone, days.from))),
    untilAt: Math.max(...zones.map((zone) => startOfDay(zone, days.to + 1))),
  };
}

export function timeOffSpans(
  timeOff: readonly { readonly starts_at: number; readonly ends_at: number }[],
): Spans {
  return spansOf(timeOff.map(({ starts_at, ends_at }) => [starts_at, ends_at]));
}
