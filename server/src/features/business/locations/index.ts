export { createLocation } from "./createLocation.ts";
export { dayNumberOf, keptIntervals, openIntervalOf, wallIntervalOf } from "./hours.ts";

export { type ExceptionEntry, hoursProblems, type WeeklyEntry } from "./overlaps.ts";
export { mostResources, type Place, placesNamed, unknownPlaces } from "./places.ts";
export { archiveResource, createResource, updateResource } from "./resources.ts";
export { locationRoutes } from "./routes.ts";
export {
  HoursConflicts,
  type NewLocation,
  type NewLocationHours,
  type NewResource,
  OpenInterval,
  type TouchedVisitRecord,
  touchedVisits,
} from "./schema.ts";
export { setLocationHours } from "./setLocationHours.ts";
export { updateLocation, type VisitsOfPlace } from "./updateLocation.ts";
export { visitsOutside, visitsTouched } from "./visitsOutside.ts";
