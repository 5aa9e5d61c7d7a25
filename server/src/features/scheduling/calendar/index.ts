export { availabilityFacts } from "./availabilityFacts.ts";
export { claimedTime } from "./claimedTime.ts";
export { deleteClaims } from "./claimStore.ts";
export { blockOver, type CoveredClaim, coveredBy } from "./claims.ts";
export { calendarJobs } from "./jobs.ts";
export { type LockedClaims, lockAndReadClaims } from "./lockedClaims.ts";
export { placementFacts } from "./placementFacts.ts";
export { createSubject, lockSubjects, raiseBusyTimeVersions, setCapacity } from "./subjects.ts";
export { claimTimeOff } from "./timeOff.ts";
