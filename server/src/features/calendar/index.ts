export { type CoveredClaim, coveredBy, layOver, takeTime } from "./claims.ts";
export {
  LONGEST_REACH,
  LockedClaims,
  lockAndReadClaims,
  type OfferingFacts,
  type OfferingQuestion,
  offeringFacts,
  placingFacts,
} from "./facts.ts";
export { type Member, type MenuService, type Place, performersAt, type Setup } from "./setup.ts";
export { assertCurrent, assertFresh, withSetup } from "./setupCache.ts";
export { deleteAppointmentClaims, deleteBlockClaims, readOnlineStanding } from "./store.ts";
export { createCalendar, createSubject, lockSubjects, setCapacity, setupChanged } from "./subjects.ts";
export { claimTimeOff, releaseTimeOff } from "./timeOff.ts";
