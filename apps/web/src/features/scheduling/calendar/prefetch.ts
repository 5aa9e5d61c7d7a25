import { readNow } from "../../../base/businessTime.ts";
import { servicesQuery, staffQuery } from "../../../base/catalogue.ts";
import { chosenLocation, locationsQuery } from "../../../base/locations.ts";
import { queryClient } from "../../../base/queries.ts";
import { appointmentsQuery, blocksQuery, shiftsQuery } from "./queries.ts";
import { PHONE, shownWindow } from "./window.ts";

/** Requests the calendar's initial data. Resolves when all requests have been sent, with the promises of the responses. */
export async function prefetch(
  business: string,
  search: Readonly<Record<string, string | undefined>>,
): Promise<readonly Promise<void>[]> {
  const staff = queryClient.prefetchQuery(staffQuery(business));
  // The colours of cards depend on the services. Without this request, React would render all cards twice.
  const services = queryClient.prefetchQuery(servicesQuery(business));
  const [locations, now] = await Promise.all([
    queryClient.ensureQueryData(locationsQuery(business)),
    readNow(business),
  ]);
  const location = chosenLocation(business, locations, search.location);
  if (location === undefined) return [staff, services];
  const { window } = shownWindow(business, location, search, matchMedia(PHONE).matches, now);
  return [
    staff,
    services,
    queryClient.prefetchQuery(appointmentsQuery(window)),
    queryClient.prefetchQuery(blocksQuery(window)),
    queryClient.prefetchQuery(shiftsQuery(window)),
  ];
}
