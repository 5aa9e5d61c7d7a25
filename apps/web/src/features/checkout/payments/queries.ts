import type { components } from "@daybook/sdk";
import { api } from "../../../base/api.ts";

type Schemas = components["schemas"];
export type Deposit = Schemas["Deposit"];
export type DepositInput = Schemas["DepositInput"];

/** Returns the query for the deposits of an appointment, newest first. */
export function depositsOfQuery(business: string, appointment: string) {
  return {
    queryKey: [business, "sales", "deposits", appointment],
    queryFn: async () =>
      (await api.deposits.list({ path: { business }, query: { appointment_id: appointment, limit: 10 } }))
        .items,
  } as const;
}
