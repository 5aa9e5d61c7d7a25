import type { Context } from "../../../platform/context.ts";
import type { Route } from "../../../platform/http/route.ts";
import { giftCardRoutes } from "./giftCardRoutes.ts";
import { membershipPlanRoutes } from "./membershipPlanRoutes.ts";
import { packageRoutes } from "./packageRoutes.ts";

/** What clients can pay in advance: packages, memberships, gift cards. */
export function prepaidRoutes(context: Context): Route[] {
  return [...packageRoutes(context), ...membershipPlanRoutes(context), ...giftCardRoutes(context)];
}
