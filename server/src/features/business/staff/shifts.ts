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
import type { Place } from "../locations/index.ts";

/** Day numbers, both included. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

/** A stretch in which somebody works at a place. */
export interface WorkedStretch {
  readonly place: Place;
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * The shifts that start on local days, at each place by its own clock: the member's hours there within those of the
 * place, less time off; blocks and visits are not taken out, because a shift says when somebody is there, not when
 * they are free. A shift that began on the day before is that day's; one of the last day is told to its end.
 */
export function shiftsOn(
  days: Days,
  places: readonly Place[],
  hoursAt: ReadonlyMap<string, Hours>,
  timeOff: Spans,
): WorkedStretch[] {
  return places
    .flatMap((place) => {
      const hours = hoursAt.get(place.id);
      if (hours === undefined) return [];
      const working = openSpans(place.zone, hours, days.from, days.to);
      // A place that is open past midnight may have begun the day before, and go on in the hours of the day after.
      const open = openSpans(place.zone, place.hours, days.from - 1, days.to + 2);
      const spans = subtractSpans(intersectSpans(working, open), timeOff);
      return stretchesOf(spans, place);
    })
    .sort((one, other) => one.startsAt - other.startsAt || (one.place.id < other.place.id ? -1 : 1));
}

function stretchesOf(spans: Spans, place: Place): WorkedStretch[] {
  const stretches: WorkedStretch[] = [];
  for (let i = 0; i + 1 < spans.length; i += 2)
    stretches.push({ place, startsAt: spans[i] as number, endsAt: spans[i + 1] as number });
  return stretches;
}

/** The instants of local days by several clocks: from where the first clock begins them to where the last one ends them. */
export function instantsOf(days: Days, zones: readonly Zone[]): { fromAt: number; untilAt: number } {
  return {
    fromAt: Math.min(...zones.map((zone) => startOfDay(zone, days.from))),
    untilAt: Math.max(...zones.map((zone) => startOfDay(zone, days.to + 1))),
  };
}

/** Time off as spans of time. */
export function awaySpans(
  timeOff: readonly { readonly starts_at: number; readonly ends_at: number }[],
): Spans {
  return spansOf(timeOff.map(({ starts_at, ends_at }) => [starts_at, ends_at]));
}
