import { localOf, zoneNamed } from "@daybook/engine";
import type { Appointment } from "@daybook/sdk";
import { localDate } from "../../../base/instants.ts";
import { apiEnd, clockTime, type HoursDraft, type Interval, isWithin } from "../../../ui/hours/draft.ts";
import type { StaffHours } from "./queries.ts";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Converts a staff member's hours to a draft for the editor. */
export function draftOf({ weekly, exceptions }: StaffHours): HoursDraft {
  const dates = [...new Set(exceptions.map(({ date }) => date))].sort();
  return {
    week: WEEKDAYS.map((weekday) =>
      weekly
        .filter((each) => each.weekday === weekday)
        .map(({ starts, ends, location_id }) => ({ starts, ends: clockTime(ends), location_id })),
    ),
    exceptions: dates.map((date) => ({
      date,
      intervals: exceptions
        .filter((each) => each.date === date)
        .flatMap(({ location_id, intervals }) =>
          intervals.map(({ starts, ends }) => ({ starts, ends: clockTime(ends), location_id })),
        ),
    })),
  };
}

/** Converts a draft to the request body. A day off applies to all locations. */
export function hoursBody(draft: HoursDraft, locationIds: readonly string[]) {
  const apiInterval = (interval: Interval) => ({ starts: interval.starts, ends: apiEnd(interval) });
  return {
    weekly: draft.week.flatMap((intervals, index) =>
      intervals.map((interval) => ({
        ...apiInterval(interval),
        weekday: index + 1,
        location_id: interval.location_id ?? locationIds[0] ?? "",
      })),
    ),
    exceptions: draft.exceptions.flatMap(({ date, intervals }) =>
      locationIds.map((location_id) => ({
        date,
        location_id,
        intervals: intervals
          .filter((interval) => (interval.location_id ?? locationIds[0]) === location_id)
          .map(apiInterval),
      })),
    ),
  };
}

/** Returns the appointments within the old hours but outside the new hours. */
export function newlyOutside(
  appointments: readonly Appointment[],
  hours: {
    readonly before: HoursDraft;
    readonly after: HoursDraft;
    readonly zone: string;
    readonly staffId: string;
  },
): readonly Appointment[] {
  const zone = zoneNamed(hours.zone);
  return appointments.filter(({ items, location_id }) =>
    items
      .filter(({ staff_id }) => staff_id === hours.staffId)
      .some((item) => {
        const at = Date.parse(item.starts_at);
        const starts = localOf(zone, at).minute;
        const span = [starts, starts + (Date.parse(item.ends_at) - at) / 60_000] as const;
        const date = localDate(zone, at);
        return (
          isWithin(hours.before, date, span, location_id) && !isWithin(hours.after, date, span, location_id)
        );
      }),
  );
}
