import type { ItemOf } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { allOf } from "../../../base/queries.ts";

export type ApiKey = ItemOf<"/businesses/{business}/api-keys">;
export type Scope = ApiKey["scopes"][number];

export function apiKeysQuery(business: string) {
  return {
    queryKey: [business, "settings", "api-keys"],
    queryFn: () =>
      allOf(api.each("/businesses/{business}/api-keys", { path: { business }, query: { limit: 100 } })),
  } as const;
}

/** The scopes in the form's order, each with the key of the message that explains it. */
export const SCOPE_TEXTS = {
  "appointments:read": "appointmentsRead",
  "appointments:write": "appointmentsWrite",
  "clients:read": "clientsRead",
  "clients:write": "clientsWrite",
  "services:read": "servicesRead",
  "staff:read": "staffRead",
  "payments:read": "paymentsRead",
} as const satisfies Record<Scope, string>;

export const SCOPES = Object.keys(SCOPE_TEXTS) as Scope[];
