export { bookHold } from "./bookHold.ts";
export { bookingRoutes } from "./bookingRoutes.ts";
export { dueFormsUrl } from "./dueFormsUrl.ts";
export { manageRoutes } from "./manageRoutes.ts";
export { finishPaidHold, paidHoldJobs } from "./paidHolds.ts";
