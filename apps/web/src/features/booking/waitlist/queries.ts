import type { DataOf, ItemOf } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { pagedQuery } from "../../../base/pagedQuery.ts";

export type Entry = ItemOf<"/businesses/{business}/waitlist">;
export type EntryMatch = DataOf<"get", "/businesses/{business}/waitlist/{entry}/matches">["matches"][number];
export type Mode = DataOf<"get", "/businesses/{business}/locations/{location}/waitlist-settings">["mode"];

/** The statuses in the filter. `waiting` includes clients with a pending offer. */
export const STATUSES = ["waiting", "booked", "cancelled", "expired"] as const;
export type ShownStatus = (typeof STATUSES)[number];

export interface EntryFilters {
  readonly status: ShownStatus;
  readonly service: string | undefined;
  readonly staff: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const PAGE = 50;
const MAX_OFFERS = 100;
/** The refetch interval of lists with offers, in milliseconds. The server sends no change notice when an offer expires. */
const REREAD_MS = 30_000;

function filterQuery(location: string, { service, staff, from, to }: EntryFilters) {
  return {
    location_id: location,
    include: ["client" as const],
    ...(service === undefined ? {} : { service_id: service }),
    ...(staff === undefined ? {} : { staff_id: staff }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Returns the infinite query for a location's entries with a status, oldest first. */
export function entriesQuery(business: string, location: string, filters: EntryFilters) {
  const { status, service, staff, from, to } = filters;
  return pagedQuery([business, "waitlist", "list", location, status, service, staff, from, to], (page) =>
    api.get("/businesses/{business}/waitlist", {
      path: { business },
      query: { ...filterQuery(location, filters), status: [status], limit: PAGE, ...page },
    }),
  );
}

/** Returns the query for a location's entries that have a pending offer. */
export function offeredQuery(business: string, location: string, filters: EntryFilters) {
  const { service, staff, from, to } = filters;
  return {
    queryKey: [business, "waitlist", "offered", location, service, staff, from, to],
    refetchInterval: REREAD_MS,
    queryFn: async (): Promise<readonly Entry[]> =>
      (
        await api.get("/businesses/{business}/waitlist", {
          path: { business },
          query: { ...filterQuery(location, filters), status: ["offered"], limit: MAX_OFFERS },
        })
      ).items,
  } as const;
}

export function entryQuery(business: string, entry: string) {
  return {
    queryKey: [business, "waitlist", "entry", entry],
    refetchInterval: REREAD_MS,
    queryFn: (): Promise<Entry> =>
      api.get("/businesses/{business}/waitlist/{entry}", {
        path: { business, entry },
        query: { include: ["client"] },
      }),
  } as const;
}

/** Returns the query for the free times of the next two weeks that match an entry. */
export function entryMatchesQuery(business: string, entry: string) {
  return {
    queryKey: [business, "waitlist", "entry-matches", entry],
    queryFn: async (): Promise<readonly EntryMatch[]> =>
      (await api.get("/businesses/{business}/waitlist/{entry}/matches", { path: { business, entry } }))
        .matches,
  } as const;
}

export function modeQuery(business: string, location: string) {
  return {
    queryKey: [business, "locations", "waitlist-settings", location],
    staleTime: 60_000,
    queryFn: async (): Promise<Mode> =>
      (
        await api.get("/businesses/{business}/locations/{location}/waitlist-settings", {
          path: { business, location },
        })
      ).mode,
  } as const;
}

/** Returns the query for the booking page's waitlist setting: `off`, `manual` or `automatic`. */
export function bookingPageModeQuery(business: string) {
  return {
    queryKey: [business, "settings", "booking-page-waitlist"],
    staleTime: 60_000,
    queryFn: async () =>
      (await api.get("/businesses/{business}/booking-page", { path: { business } })).waitlist_mode,
  } as const;
}
