import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery, staffQuery } from "../../../base/catalogue.ts";
import type { ChosenClient } from "./ClientField.tsx";
import { appointmentQuery } from "./queries.ts";
import { rebookedLines } from "./rebookedLines.ts";
import type { Line } from "./ServiceLines.tsx";
import type { Calendar } from "./useCalendar.ts";
import { entryQuery, type WaitlistEntry } from "./waitlistQueries.ts";

/** The initial values of a new appointment. */
export interface Prefill {
  readonly client?: ChosenClient;
  readonly lines?: readonly Line[];
}

/**
 * Returns the initial values of a new appointment from the URL; undefined until all of them are loaded. `?client=` is the client.
 * `?rebook=` is an appointment whose services (except archived services) and staff members are used again. `?waiting=` is a waitlist entry
 * whose services are used, with the staff members in `?with=`.
 */
export function usePrefill(calendar: Calendar, staffId: string | undefined): Prefill | undefined {
  const { id: business } = useBusiness();
  const { client: clientId = "", rebook = "", waiting: entryId = "", with: staffIds = "" } = calendar.search;
  const isRebooking = rebook !== "";
  const isFromWaitlist = entryId !== "";
  const client = useQuery({
    queryKey: [business, "clients", "one", clientId],
    queryFn: () => api.clients.get({ path: { business, client: clientId } }),
    enabled: clientId !== "",
  });
  const earlier = useQuery({ ...appointmentQuery(business, rebook), enabled: isRebooking });
  const entry = useQuery({ ...entryQuery(business, entryId), enabled: isFromWaitlist });
  const services = useQuery({ ...servicesQuery(business), enabled: isRebooking || isFromWaitlist });
  const staff = useQuery({ ...staffQuery(business), enabled: isRebooking });
  if (clientId !== "" && client.isPending) return undefined;
  if (isRebooking && (earlier.isPending || services.isPending || staff.isPending)) return undefined;
  if (isFromWaitlist && (entry.isPending || services.isPending)) return undefined;
  const performs = (serviceId: string, id: string | undefined) =>
    services.data?.some((one) => one.id === serviceId && one.staff.some((each) => each.staff_id === id)) ===
    true;
  /**
   * Returns the first staff member who performs the service, in this order: the staff member of the matching free time, the
   * client's choice, the staff member of the clicked column, any other staff member.
   */
  const staffOf = ({ service_id, staff_id }: WaitlistEntry["items"][number], index: number) =>
    [staffIds.split(",")[index], staff_id, staffId, ...calendar.staff.map(({ id }) => id)].find((id) =>
      performs(service_id, id ?? undefined),
    ) ?? "";
  const waitedFor = entry.data?.items.map((item, index) => ({
    key: String(index + 1),
    serviceId: item.service_id,
    staffId: staffOf(item, index),
  }));
  const lines = waitedFor ?? rebookedLines(earlier.data?.items ?? [], services.data ?? [], staff.data ?? []);
  return {
    ...(client.data === undefined ? {} : { client: { kind: "known", client: client.data } }),
    ...(lines.length === 0 ? {} : { lines }),
  };
}
