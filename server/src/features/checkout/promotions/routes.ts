import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { archivePromotion, changePromotion, createPromotion, listPromotions } from "./promotions.ts";
import { Promotion, PromotionChanges, PromotionInput, PromotionPage, PromotionsQuery } from "./schema.ts";
import { visitPromotionRoutes } from "./visitRoutes.ts";

const tag = "Sales";
const COLLECTION = "/businesses/:business/promotions";
const ONE = "/businesses/:business/promotions/:promotion";
const writers = appOnly("owner", "manager");

/** What is given off the price (app-operations, "Money"), and which visit has it. */
export function promotionRoutes(context: Context): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "listPromotions",
      tag,
      summary: "List promotions",
      description: "Newest first, with those that have not begun or are over. Archived ones are left out.",
      query: PromotionsQuery,
      data: PromotionPage,
      run: async ({ businessId, query }) => ({ data: await listPromotions(database, businessId, query) }),
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access: writers,
      operationId: "createPromotion",
      tag,
      summary: "Create a promotion",
      description:
        "A percentage is taken off each price by itself, half up; an amount is taken off their sum, and never more than that.",
      body: PromotionInput,
      data: Promotion,
      status: 201,
      run: ({ businessId, body, storeResponse }) =>
        database.transaction(async (tx) =>
          storeResponse(tx, { data: await createPromotion(tx, businessId, body, clock.now()) }),
        ),
    }),
    route({
      method: "PATCH",
      path: ONE,
      access: writers,
      operationId: "updatePromotion",
      tag,
      summary: "Update a promotion",
      description:
        "For visits that get it from now on: those that have it keep its terms. Absent fields stay; the kind cannot change.",
      body: PromotionChanges,
      data: Promotion,
      run: ({ businessId, params, body, storeResponse }) =>
        database.transaction(async (tx) =>
          storeResponse(tx, {
            data: await changePromotion(tx, businessId, params.promotion, body, clock.now()),
          }),
        ),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access: writers,
      operationId: "archivePromotion",
      tag,
      summary: "Archive a promotion",
      description: "Visits that have it keep it.",
      data: Deleted,
      run: async ({ businessId, params }) => ({
        data: await database.transaction((tx) =>
          archivePromotion(tx, businessId, params.promotion, clock.now()),
        ),
      }),
    }),
    ...visitPromotionRoutes({ database, clock }),
  ];
}
