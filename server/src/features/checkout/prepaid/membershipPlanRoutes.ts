import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { listProducts } from "./listProducts.ts";
import { createMembershipPlan, membershipPlanRecord, updateMembershipPlan } from "./membershipPlans.ts";
import {
  MembershipPlan,
  MembershipPlanChanges,
  MembershipPlanInput,
  MembershipPlanPage,
  ProductsQuery,
} from "./schema.ts";
import { archiveProduct } from "./writeProduct.ts";

const tag = "Sales";
const COLLECTION = "/businesses/:business/memberships";
const ONE = "/businesses/:business/memberships/:membership";
const readers = appOnly("owner", "manager", "reception", "staff");
const writers = appOnly("owner", "manager");

/** Memberships as the owner and managers write them, and everybody in the team reads them (app-operations, "Money"). */
export function membershipPlanRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: readers,
      operationId: "listMembershipPlans",
      tag,
      summary: "List membership plans",
      description: "Newest first. Archived ones are left out.",
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
      description: "Its price pays for all its periods; unless told otherwise it is one month.",
      body: MembershipPlanInput,
      data: MembershipPlan,
      status: 201,
      run: ({ businessId, body, storeResponse }) =>
        database.transaction(async (tx) =>
          storeResponse(tx, { data: await createMembershipPlan(tx, businessId, body, clock.now()) }),
        ),
    }),
    route({
      method: "PATCH",
      path: ONE,
      access: writers,
      operationId: "updateMembershipPlan",
      tag,
      summary: "Update a membership plan",
      description:
        "For those sold from now on: what is in a wallet keeps the terms it was sold with. Absent fields stay.",
      body: MembershipPlanChanges,
      data: MembershipPlan,
      run: ({ businessId, params, body, storeResponse }) =>
        database.transaction(async (tx) =>
          storeResponse(tx, {
            data: await updateMembershipPlan(tx, businessId, params.membership, body, clock.now()),
          }),
        ),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access: writers,
      operationId: "archiveMembershipPlan",
      tag,
      summary: "Archive a membership plan",
      description: "Those that were sold stay in their wallets.",
      data: Deleted,
      run: async ({ businessId, params }) => ({
        data: await database.transaction((tx) =>
          archiveProduct(tx, businessId, "membership", params.membership, clock.now()),
        ),
      }),
    }),
  ];
}
