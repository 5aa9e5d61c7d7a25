import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import type { PromotionChanged } from "./appointmentPromotion.ts";
import { appointmentPromotionRoutes } from "./appointmentRoutes.ts";
import { archivePromotion, createPromotion, listPromotions, updatePromotion } from "./promotions.ts";
import { Promotion, PromotionChanges, PromotionInput, PromotionPage, PromotionsQuery } from "./schema.ts";

const tag = "Sales";
const COLLECTION = "/businesses/:business/promotions";
const ONE = "/businesses/:business/promotions/:promotion";
const writers = appOnly("owner", "manager");

/** Returns the routes for promotions (app-operations, "Money") and for the promotions of appointments. */
export function promotionRoutes(context: Context, promotionChanged: PromotionChanged): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access: appOnly("owner", "manager", "reception", "staff"),
      operationId: "listPromotions",
      tag,
      summary: "List promotions",
      description: "Newest first. Includes future and past promotions. Excludes archived promotions.",
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
        "A percentage applies to each price and is rounded half up. An amount applies to the sum of the prices and is limited to this sum.",
      body: PromotionInput,
      data: Promotion,
      status: 201,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => createPromotion(tx, businessId, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: ONE,
      access: writers,
      operationId: "updatePromotion",
      tag,
      summary: "Update a promotion",
      description:
        "Applies to future use. Appointments with the promotion keep its terms. Absent fields keep their values. `kind` cannot change.",
      body: PromotionChanges,
      data: Promotion,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => updatePromotion(tx, businessId, params.promotion, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: ONE,
      access: writers,
      operationId: "archivePromotion",
      tag,
      summary: "Archive a promotion",
      description: "The promotion can no longer be applied. Appointments with the promotion keep it.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => archivePromotion(tx, businessId, params.promotion, clock.now())),
    }),
    ...appointmentPromotionRoutes({ database, clock }, promotionChanged),
  ];
}
