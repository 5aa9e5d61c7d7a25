export { alternativesTo } from "./alternatives.ts";
export { openItemsOf } from "./question.ts";
export { availabilityRoutes } from "./routes.ts";
