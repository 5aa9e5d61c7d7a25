export { deleteAppointmentClaims, deleteBlockClaims } from "./claimStore.ts";
export { type CoveredClaim, coveredBy, layOver, takeTime } from "./claims.ts";
export { diariesChanged } from "./diaryStore.ts";
export { calendarJobs } from "./jobs.ts";
export { LockedClaims, lockAndReadClaims } from "./lockedClaims.ts";
export { offeringFacts } from "./offeringFacts.ts";
export { placingFacts } from "./placingFacts.ts";
export {
  type LocationSnapshot,
  performersAt,
  type SchedulingSnapshot,
  type ServiceSnapshot,
} from "./snapshot.ts";
export { assertCurrent, assertFresh, withSnapshot } from "./snapshotCache.ts";
export { createCalendar, createSubject, lockSettings, lockSubjects, setCapacity } from "./subjects.ts";
export { claimTimeOff, releaseTimeOff } from "./timeOff.ts";
