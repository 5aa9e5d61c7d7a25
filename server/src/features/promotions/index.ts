export { exportApplied } from "./exportApplied.ts";
export { createPromotion } from "./promotions.ts";
export { promotionRoutes } from "./routes.ts";
export {
  discountsOn,
  type Priced,
  type PromotionTerms,
  promotionNamed,
  promotionOfVisit,
  promotionProblems,
} from "./terms.ts";
