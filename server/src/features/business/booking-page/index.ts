export { bookingPageRoutes } from "./routes.ts";
