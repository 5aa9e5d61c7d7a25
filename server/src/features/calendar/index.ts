export { deleteAppointmentClaims, deleteBlockClaims } from "./claimStore.ts";
export { type CoveredClaim, coveredBy, layOver, takeTime } from "./claims.ts";
export { LockedClaims, lockAndReadClaims } from "./lockedClaims.ts";
export { offeringFacts } from "./offeringFacts.ts";
export { placingFacts } from "./placingFacts.ts";
export { type Member, type MenuService, type Place, performersAt, type Setup } from "./setup.ts";
export { assertCurrent, assertFresh, withSetup } from "./setupCache.ts";
export { createCalendar, createSubject, lockSubjects, setCapacity, setupChanged } from "./subjects.ts";
export { claimTimeOff, releaseTimeOff } from "./timeOff.ts";
