export { createGiftCard } from "./giftCards.ts";
export { createMembershipPlan } from "./membershipPlans.ts";
export { archive, offeredPage } from "./offered.ts";
export { archiving, offeredList } from "./offeredRows.ts";
export { createPackage } from "./packages.ts";
export { type PrepaidProduct, prepaidProducts } from "./prepaidProducts.ts";
export { prepaidRoutes } from "./routes.ts";
export { Value } from "./schema.ts";
