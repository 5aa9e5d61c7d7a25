export { exportApplied } from "./exportApplied.ts";
export { applyToVisit } from "./ofVisit.ts";
export { createPromotion } from "./promotions.ts";
export { promotionRoutes } from "./routes.ts";
export {
  isFor,
  type PromotionTerms,
  promotionNamed,
  promotionOfAppointment,
  promotionProblems,
} from "./terms.ts";
