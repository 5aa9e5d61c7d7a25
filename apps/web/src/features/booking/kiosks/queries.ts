import type { ItemOf } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { allOf } from "../../../base/queries.ts";

export type Kiosk = ItemOf<"/businesses/{business}/locations/{location}/kiosks">;

/** Returns the query for a location's kiosks. Refetches every minute to update the time of each kiosk's last request. */
export function kiosksQuery(business: string, location: string) {
  return {
    queryKey: [business, "settings", "kiosks", location],
    refetchInterval: 60_000,
    queryFn: () =>
      allOf(
        api.each("/businesses/{business}/locations/{location}/kiosks", {
          path: { business, location },
          query: { limit: 100 },
        }),
      ),
  } as const;
}

export function kioskPinQuery(business: string, location: string) {
  return {
    queryKey: [business, "settings", "kiosk-pin", location],
    queryFn: () =>
      api.get("/businesses/{business}/locations/{location}/kiosk-pin", { path: { business, location } }),
  } as const;
}
