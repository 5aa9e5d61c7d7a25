import type { ItemOf } from "@daybook/sdk";
import { api } from "./api.ts";
import { allOf } from "./queries.ts";

export type TaxRate = ItemOf<"/businesses/{business}/tax-rates">;

/** Returns the query for the tax rates of the business, oldest first. */
export function taxRatesQuery(business: string) {
  return {
    queryKey: [business, "settings", "tax-rates"],
    queryFn: () =>
      allOf(api.each("/businesses/{business}/tax-rates", { path: { business }, query: { limit: 100 } })),
  } as const;
}
