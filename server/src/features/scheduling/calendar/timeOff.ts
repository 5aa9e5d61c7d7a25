import type { Transaction } from "../../../platform/database/index.ts";
import { deleteTimeOffClaims } from "./claimStore.ts";
import { blockOver, type CoveredClaim } from "./claims.ts";
import { lockAndReadClaims } from "./lockedClaims.ts";
import { lockSubjects } from "./subjects.ts";

/**
 * Takes a staff member's time off out of their time, over visits if need be (people fall ill). The row of the time
 * off must have been written. Locks the member; answers the visits that the time off touches, earliest first.
 */
export async function claimTimeOff(
  tx: Transaction,
  businessId: string,
  timeOff: { timeOffId: string; staffId: string; startsAt: number; endsAt: number; now: number },
): Promise<CoveredClaim[]> {
  const { timeOffId, staffId, startsAt, endsAt, now } = timeOff;
  const locked = await lockAndReadClaims(tx, businessId, [staffId], [{ startsAt, endsAt }], {
    now,
    excludeAppointmentId: null,
  });
  const covered = blockOver(tx, locked, { subjectId: staffId, startsAt, endsAt }, { timeOffId });
  return covered.filter((claim) => claim.appointmentId !== null);
}

/** Gives the time of a time off back. Locks the member. */
export async function releaseTimeOff(
  tx: Transaction,
  businessId: string,
  timeOffId: string,
  staffId: string,
): Promise<void> {
  await lockSubjects(tx, businessId, [staffId]);
  deleteTimeOffClaims(tx, businessId, timeOffId);
}
