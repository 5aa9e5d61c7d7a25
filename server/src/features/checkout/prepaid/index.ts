export { createGiftCard } from "./giftCards.ts";
export { createMembershipPlan } from "./membershipPlans.ts";
export { type Offer, offersNamed } from "./offer.ts";
export { archive, offeredPage } from "./offered.ts";
export { archiving, offeredList } from "./offeredRows.ts";
export { createPackage } from "./packages.ts";
export { prepaidRoutes } from "./routes.ts";
export { Value } from "./schema.ts";
