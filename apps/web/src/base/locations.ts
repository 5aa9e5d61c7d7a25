import type { DataOf } from "@daybook/sdk";
import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";
import { useBusiness } from "./business.tsx";
import { useChangeSearch, useSearchValue } from "./search.ts";

/** Returns the query for the active locations of the business. */
export function locationsQuery(business: string) {
  return {
    queryKey: [business, "locations"],
    queryFn: async () =>
      (await api.locations.list({ path: { business }, query: { limit: 100 } })).items.filter(
        ({ active }) => active,
      ),
    staleTime: 300_000,
  } as const;
}

type Location = DataOf<"get", "/businesses/{business}/locations">["items"][number];

const storedUnder = (business: string) => `daybook-location-${business}`;

/**
 * Returns the current location: the location in the URL, otherwise the last location used on this device, otherwise the
 * first.
 */
export function chosenLocation(
  business: string,
  locations: readonly Location[],
  inUrl: string | undefined,
): Location | undefined {
  const find = (wanted: string | null | undefined) => locations.find((location) => location.id === wanted);
  return find(inUrl) ?? find(localStorage.getItem(storedUnder(business))) ?? locations[0];
}

/** Returns the locations, the current location, and a function that changes the current location. */
export function useChosenLocation() {
  const { id } = useBusiness();
  const inUrl = useSearchValue(({ location }) => location);
  const change = useChangeSearch();
  const { data, isSuccess } = useQuery(locationsQuery(id));
  const locations = data ?? [];
  const location = chosenLocation(id, locations, inUrl);
  const choose = (chosen: string) => {
    localStorage.setItem(storedUnder(id), chosen);
    change({ location: chosen });
  };
  return { locations, location, choose, isLoaded: isSuccess };
}
