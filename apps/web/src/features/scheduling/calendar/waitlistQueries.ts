import type { DataOf, ItemOf } from "@daybook/sdk";
import { api } from "../../../base/api.ts";

export type WaitlistEntry = ItemOf<"/businesses/{business}/waitlist">;
export type WaitlistMatch = DataOf<"get", "/businesses/{business}/waitlist/matches">["matches"][number];

const MAX_ENTRIES = 50;

/** Returns the query for the free times in a range of local dates that match a location's waitlist entries. */
export function matchesQuery(business: string, location: string, from: string, to: string) {
  return {
    queryKey: [business, "waitlist", "matches", location, from, to],
    staleTime: 30_000,
    queryFn: async (): Promise<readonly WaitlistMatch[]> =>
      (
        await api.get("/businesses/{business}/waitlist/matches", {
          path: { business },
          query: { location_id: location, from, to },
        })
      ).matches,
  } as const;
}

/** Returns the query for the clients on a location's waitlist, in the order in which they joined. */
export function waitingQuery(business: string, location: string) {
  return {
    queryKey: [business, "waitlist", "waiting", location],
    queryFn: async (): Promise<readonly WaitlistEntry[]> =>
      (
        await api.get("/businesses/{business}/waitlist", {
          path: { business },
          query: { location_id: location, limit: MAX_ENTRIES },
        })
      ).items,
  } as const;
}

export function entryQuery(business: string, entry: string) {
  return {
    queryKey: [business, "waitlist", "one", entry],
    queryFn: (): Promise<WaitlistEntry> =>
      api.get("/businesses/{business}/waitlist/{entry}", { path: { business, entry } }),
  } as const;
}
