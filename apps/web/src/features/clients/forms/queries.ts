import { api } from "../../../base/api.ts";
import { allOf } from "../../../base/queries.ts";

/** Returns the query for the active form templates, oldest first. Clients complete their forms in this order. */
export function templatesQuery(business: string) {
  return {
    queryKey: [business, "forms", "templates"],
    queryFn: () =>
      allOf(api.each("/businesses/{business}/form-templates", { path: { business }, query: { limit: 100 } })),
  } as const;
}
