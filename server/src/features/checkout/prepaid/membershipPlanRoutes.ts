import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createMembershipPlan, membershipPlanRecord, updateMembershipPlan } from "./membershipPlans.ts";
import { archiveProduct, listProducts } from "./products.ts";
import {
  MembershipPlan,
  MembershipPlanChanges,
  MembershipPlanInput,
  MembershipPlanPage,
  ProductsQuery,
} from "./schema.ts";

const tag = "Sales";
const COLLECTION = "/businesses/:business/memberships";
const ONE = "/businesses/:business/memberships/:membership";
const readers = appOnly("owner", "manager", "reception", "staff");
const writers = appOnly("owner", "manager");

export function membershipPlanRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: readers,
      operationId: "listMembershipPlans",
      tag,
      summary: "List membership plans",
      description: "Newest first. Excludes archived membership plans.",
      query: ProductsQuery,
      data: MembershipPlanPage,
      run: async ({ businessId, query }) => ({
        data: await listProducts(database, businessId, "membership", membershipPlanRecord, query),
      }),
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access: writers,
      operationId: "createMembershipPlan",
      tag,
      summary: "Create a membership plan",
      description: "The price covers all periods. The default is one period of one month.",
      body: MembershipPlanInput,
      data: MembershipPlan,
      status: 201,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => createMembershipPlan(tx, businessId, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: ONE,
      access: writers,
      operationId: "updateMembershipPlan",
      tag,
      summary: "Update a membership plan",
      description:
        "Applies to future sales. Sold entitlements keep their terms. Absent fields keep their values.",
      body: MembershipPlanChanges,
      data: MembershipPlan,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => updateMembershipPlan(tx, businessId, params.membership, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access: writers,
      operationId: "archiveMembershipPlan",
      tag,
      summary: "Archive a membership plan",
      description: "New sales cannot contain the product. Sold entitlements stay in the wallets.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => archiveProduct(tx, businessId, "membership", params.membership, clock.now())),
    }),
  ];
}
