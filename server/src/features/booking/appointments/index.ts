export { beginPayment, type RequiredPayment, requiredPayment } from "./beginPayment.ts";
export { type BookedHold, bookHold, TimeTaken } from "./bookHold.ts";
export { bookingRoutes } from "./bookingRoutes.ts";
export { cancelDeposit, captureDeposit, depositOfHold } from "./depositOfHold.ts";
export { dueFormsUrl } from "./dueFormsUrl.ts";
export type { HoldDeposit } from "./holdDeposit.ts";
export { manageRoutes } from "./manageRoutes.ts";
export * as bookingShapes from "./schema.ts";
