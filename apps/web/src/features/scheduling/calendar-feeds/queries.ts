import type { ItemOf } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { allOf } from "../../../base/queries.ts";

export type CalendarFeed = ItemOf<"/businesses/{business}/calendar-feeds">;

/**
 * Returns the query for the business's calendar feeds. Refetches every minute to update the time of each feed's last request.
 */
export function calendarFeedsQuery(business: string) {
  return {
    queryKey: [business, "settings", "calendar-feeds"],
    refetchInterval: 60_000,
    queryFn: () =>
      allOf(api.each("/businesses/{business}/calendar-feeds", { path: { business }, query: { limit: 100 } })),
  } as const;
}

/** Returns the query for the active staff members, who can have a feed. */
export function feedStaffQuery(business: string) {
  return {
    queryKey: [business, "staff", "calendar-feeds"],
    queryFn: () =>
      allOf(
        api.each("/businesses/{business}/staff", {
          path: { business },
          query: { limit: 100, active: "true" },
        }),
      ),
  } as const;
}
