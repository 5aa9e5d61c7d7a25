export { alternativesTo } from "./alternatives.ts";
export { type AskedItem, openItemsOf } from "./question.ts";
export { availabilityRoutes } from "./routes.ts";
