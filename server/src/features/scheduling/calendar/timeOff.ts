import type { Transaction } from "../../../platform/database/index.ts";
import { blockOver } from "./claims.ts";
import { lockAndReadClaims } from "./lockedClaims.ts";

/**
 * Claims the time of a staff member's time off, even if it overlaps appointments, for example in case of illness. The caller must have
 * inserted the time off. Locks the staff member. Returns the overlapping part of each appointment, earliest first.
 */
export async function claimTimeOff(
  tx: Transaction,
  businessId: string,
  timeOff: { timeOffId: string; staffId: string; startsAt: number; endsAt: number; now: number },
) {
  const { timeOffId, staffId, startsAt, endsAt, now } = timeOff;
  const locked = await lockAndReadClaims(tx, businessId, [staffId], [{ startsAt, endsAt }], {
    now,
    excludeAppointmentId: null,
  });
  const covered = blockOver(tx, locked, { subjectId: staffId, startsAt, endsAt }, { timeOffId });
  return covered.filter((claim) => claim.appointmentId !== null);
}
