import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import type { Search } from "../../../base/search.ts";
import type { ChosenClient } from "./ClientField.tsx";
import { appointmentQuery } from "./queries.ts";
import type { Line } from "./ServiceLines.tsx";

/** The initial values of a new appointment. */
export interface Prefill {
  readonly client?: ChosenClient;
  readonly lines?: readonly Line[];
}

/**
 * Reads `?client=` and `?rebook=`: a client, and an appointment whose services and staff members are booked again. Undefined
 * until both are loaded.
 */
export function usePrefill(search: Search): Prefill | undefined {
  const { id: business } = useBusiness();
  const { client: clientId = "", rebook = "" } = search;
  const client = useQuery({
    queryKey: [business, "clients", "one", clientId],
    queryFn: () => api.clients.get({ path: { business, client: clientId } }),
    enabled: clientId !== "",
  });
  const earlier = useQuery({ ...appointmentQuery(business, rebook), enabled: rebook !== "" });
  if ((clientId !== "" && client.isPending) || (rebook !== "" && earlier.isPending)) return undefined;
  return {
    ...(client.data === undefined ? {} : { client: { kind: "known", client: client.data } }),
    ...(earlier.data === undefined
      ? {}
      : {
          lines: earlier.data.items.map(({ id, service_id, staff_id }) => ({
            key: id,
            serviceId: service_id,
            staffId: staff_id,
          })),
        }),
  };
}
