import { api } from "./api.ts";
import { allOf } from "./queries.ts";

/** Returns the query for the active services, in display order. */
export function servicesQuery(business: string) {
  return {
    queryKey: [business, "services", "all"],
    staleTime: 300_000,
    queryFn: () =>
      allOf(api.each("/businesses/{business}/services", { path: { business }, query: { limit: 100 } })),
  } as const;
}

/** Returns the query for the active staff members, in display order. */
export function staffQuery(business: string) {
  return staffWith(business, "all", {});
}

/** Returns the query for the inactive staff members, whose names earlier appointments still show. */
export function formerStaffQuery(business: string) {
  return staffWith(business, "former", { active: "false" });
}

function staffWith(business: string, name: "all" | "former", filter: { readonly active?: "false" }) {
  return {
    queryKey: [business, "staff", name],
    staleTime: 300_000,
    queryFn: () =>
      allOf(
        api.each("/businesses/{business}/staff", { path: { business }, query: { limit: 100, ...filter } }),
      ),
  } as const;
}
