import { useQueries, useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { locationsQuery } from "../../../base/locations.ts";
import { publishingQuery } from "../locations/queries.ts";

/** Returns the active locations and, for each, whether it accepts online bookings; undefined while loading. */
export function usePublished() {
  const { id: business } = useBusiness();
  const { data: locations = [] } = useQuery(locationsQuery(business));
  const states = useQueries({ queries: locations.map(({ id }) => publishingQuery(business, id)) });
  return locations.map(({ id, name }, index) => ({ id, name, isPublished: states[index]?.data?.published }));
}
