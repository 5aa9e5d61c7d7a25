export { testEventRoutes } from "./routes.ts";
