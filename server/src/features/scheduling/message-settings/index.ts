export { messageSettingRoutes } from "./routes.ts";
export { replaceMessageSettings } from "./settings.ts";
