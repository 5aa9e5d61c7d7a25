export { alternativeStarts } from "./alternativeStarts.ts";
export { unassignedItemsOf } from "./query.ts";
export { availabilityRoutes } from "./routes.ts";
