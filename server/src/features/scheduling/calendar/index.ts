export { availabilityFacts } from "./availabilityFacts.ts";
export { raiseBusyTimeVersions } from "./busyTimeStore.ts";
export { deleteAppointmentClaims, deleteBlockClaims } from "./claimStore.ts";
export { blockOver, type CoveredClaim, coveredBy, takeTime } from "./claims.ts";
export { calendarJobs } from "./jobs.ts";
export { LockedClaims, lockAndReadClaims } from "./lockedClaims.ts";
export { placementFacts } from "./placementFacts.ts";
export {
  type LocationSnapshot,
  performersAt,
  type SchedulingSnapshot,
  type ServiceSnapshot,
} from "./snapshot.ts";
export { assertCurrent, assertFresh, withSnapshot } from "./snapshotCache.ts";
export { createCalendar, createSubject, lockSettings, lockSubjects, setCapacity } from "./subjects.ts";
export { claimTimeOff, releaseTimeOff } from "./timeOff.ts";
