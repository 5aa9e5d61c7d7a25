import type { Context } from "../../../platform/context.ts";
import type { Route } from "../../../platform/http/route.ts";
import { giftCardRoutes } from "./giftCardRoutes.ts";
import { membershipPlanRoutes } from "./membershipPlanRoutes.ts";
import { packageRoutes } from "./packageRoutes.ts";

/** Returns the routes for prepaid products: packages, membership plans and gift cards (app-operations, "Money"). */
export function prepaidRoutes(context: Context): Route[] {
  return [...packageRoutes(context), ...membershipPlanRoutes(context), ...giftCardRoutes(context)];
}
