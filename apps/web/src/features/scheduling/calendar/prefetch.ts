import { chosenLocation, locationsQuery } from "../../../base/locations.ts";
import { queryClient } from "../../../base/queries.ts";
import { appointmentsQuery, blocksQuery, servicesQuery, shiftsQuery, staffQuery } from "./queries.ts";
import { PHONE, shownWindow } from "./window.ts";

/** Sends the requests for the calendar's initial data. Returns before the responses arrive. */
export async function prefetch(
  business: string,
  search: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  void queryClient.prefetchQuery(staffQuery(business));
  // The colours of cards depend on the services. Without this request, all cards would be rendered twice.
  void queryClient.prefetchQuery(servicesQuery(business));
  const locations = await queryClient.ensureQueryData(locationsQuery(business));
  const location = chosenLocation(business, locations, search.location);
  if (location === undefined) return;
  const { window } = shownWindow(business, location, search, matchMedia(PHONE).matches);
  void queryClient.prefetchQuery(appointmentsQuery(window));
  void queryClient.prefetchQuery(blocksQuery(window));
  void queryClient.prefetchQuery(shiftsQuery(window));
}
