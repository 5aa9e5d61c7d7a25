export { blockRoutes } from "./routes.ts";
