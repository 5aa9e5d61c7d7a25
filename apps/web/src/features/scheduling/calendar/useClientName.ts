import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";

/** Returns the name of a client; empty until the client is loaded. */
export function useClientName(clientId: string): string {
  const { id: business } = useBusiness();
  const { data } = useQuery({
    queryKey: [business, "clients", "one", clientId],
    queryFn: () => api.clients.get({ path: { business, client: clientId } }),
  });
  return [data?.first_name, data?.last_name].filter(Boolean).join(" ");
}
