export { createLocation } from "./createLocation.ts";
export {
  findLocationSchedules,
  type LocationSchedule,
  locationIdProblems,
} from "./locationSchedules.ts";
export { replacePublishing } from "./publishing.ts";
export { replaceLocationHours } from "./replaceLocationHours.ts";
export { archiveResource, createResource, maxResourceCounts, updateResource } from "./resources.ts";
export { locationRoutes } from "./routes.ts";
export { Location, type LocationInput } from "./schema.ts";
export { type AppointmentLocalTimes, updateLocation } from "./updateLocation.ts";
