import type { ItemOf } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { allOf } from "../../../base/queries.ts";
import { apiEnd, clockTime, type HoursDraft } from "../../../ui/hours/draft.ts";

export type Location = ItemOf<"/businesses/{business}/locations">;

/** Returns the query for all locations, including inactive ones. */
export function allLocationsQuery(business: string) {
  return {
    queryKey: [business, "locations", "all"],
    // A refetch when the window gets the focus would overwrite the user's input in an open form. If another user has changed
    // the record, saving shows an error.
    refetchOnWindowFocus: false,
    queryFn: () =>
      allOf(api.each("/businesses/{business}/locations", { path: { business }, query: { limit: 100 } })),
  } as const;
}

export function publishingQuery(business: string, location: string) {
  return {
    queryKey: [business, "settings", "publishing", location],
    queryFn: () => api.locations.getPublishing({ path: { business, location } }),
  } as const;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Converts a location's opening hours to a draft for the editor. */
export function draftOf({ hours, hour_exceptions }: Location): HoursDraft {
  const draft = ({ starts, ends }: { starts: string; ends: string }) => ({ starts, ends: clockTime(ends) });
  return {
    week: WEEKDAYS.map((weekday) => hours.filter((each) => each.weekday === weekday).map(draft)),
    exceptions: hour_exceptions.map(({ date, intervals }) => ({ date, intervals: intervals.map(draft) })),
  };
}

/** Converts a draft to the request body that replaces the opening hours. */
export function bodyOf({ week, exceptions }: HoursDraft) {
  return {
    hours: week.flatMap((intervals, index) =>
      intervals.map((interval) => ({
        weekday: index + 1,
        starts: interval.starts,
        ends: apiEnd(interval),
      })),
    ),
    hour_exceptions: exceptions.map(({ date, intervals }) => ({
      date,
      intervals: intervals.map((interval) => ({ starts: interval.starts, ends: apiEnd(interval) })),
    })),
  };
}
