export { closeDay } from "./closeDay.ts";
export { expectedClosing } from "./expected.ts";
export { dayClosingRoutes } from "./routes.ts";
