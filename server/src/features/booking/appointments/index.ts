export { bookingRoutes } from "./bookingRoutes.ts";
export { manageRoutes } from "./manageRoutes.ts";
