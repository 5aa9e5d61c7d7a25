import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";
import { useBusiness } from "./business.tsx";
import { useScreenSearch } from "./search.ts";

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

const storedUnder = (business: string) => `daybook-location-${business}`;

/**
 * Returns the locations, the current one (the one in the URL, else the last one used on this device, else the first) and a
 * function that changes it.
 */
export function useChosenLocation() {
  const { id } = useBusiness();
  const [search, change] = useScreenSearch();
  const { data, isSuccess } = useQuery(locationsQuery(id));
  const locations = data ?? [];
  const find = (wanted: string | null | undefined) => locations.find((location) => location.id === wanted);
  const location = find(search.location) ?? find(localStorage.getItem(storedUnder(id))) ?? locations[0];
  const choose = (chosen: string) => {
    localStorage.setItem(storedUnder(id), chosen);
    change({ location: chosen });
  };
  return { locations, location, choose, isLoaded: isSuccess };
}
