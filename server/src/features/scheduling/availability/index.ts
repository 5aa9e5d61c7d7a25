export { alternativeStarts } from "./alternativeStarts.ts";
export { answerRequest, findAvailability, firstStart } from "./ask.ts";
export { findStarts } from "./findStarts.ts";
export { largestExtent, type OnlinePlacement, onlinePlacement, subjectsToLock } from "./onlinePlacement.ts";
export { unassignedItemsOf, windowOf } from "./query.ts";
export { availabilityRoutes } from "./routes.ts";
export { Availability, AvailabilityQuery } from "./schema.ts";
