export { createGiftCard } from "./giftCards.ts";
export { createMembershipPlan } from "./membershipPlans.ts";
export { createPackage } from "./packages.ts";
export { type PrepaidProduct, prepaidProducts } from "./prepaidProducts.ts";
export { prepaidRoutes } from "./routes.ts";
