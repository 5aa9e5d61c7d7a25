export { dayClosingRoutes } from "./routes.ts";
