import { api } from "../../../base/api.ts";
import { allOf } from "../../../base/queries.ts";

export function categoriesQuery(business: string) {
  return {
    queryKey: [business, "services", "categories"],
    staleTime: 300_000,
    queryFn: () =>
      allOf(
        api.each("/businesses/{business}/service-categories", { path: { business }, query: { limit: 100 } }),
      ),
  } as const;
}
