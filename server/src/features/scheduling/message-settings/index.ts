export { messageSettingRoutes } from "./routes.ts";
