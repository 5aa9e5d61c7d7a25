export { applyPromotion, applyToLocked, type PromotionChanged } from "./appointmentPromotion.ts";
export { exportApplied } from "./exportApplied.ts";
export { onlinePromotions } from "./onlinePromotions.ts";
export { createPromotion } from "./promotions.ts";
export { promotionRoutes } from "./routes.ts";
export {
  isFor,
  type PromotionTerms,
  promotionNamed,
  promotionOfAppointment,
  promotionProblems,
} from "./terms.ts";
