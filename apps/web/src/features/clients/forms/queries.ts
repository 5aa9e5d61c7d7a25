import { api } from "../../../base/api.ts";
import { allOf } from "../../../base/queries.ts";

/** The form templates in use, oldest first, the order in which clients complete their forms. */
export function templatesQuery(business: string) {
  return {
    queryKey: [business, "forms", "templates"],
    queryFn: () =>
      allOf(api.each("/businesses/{business}/form-templates", { path: { business }, query: { limit: 100 } })),
  } as const;
}
