import type { Transaction } from "../../../platform/database/index.ts";
import { lockClientForKeyShare, lockClientOfAppointmentForKeyShare } from "./store.ts";

/**
 * Locks a client against deletion until this transaction ends, so that no record is written for a deleted client. Returns
 * false for an unknown, foreign or deleted client. The lock is shared: bookings for one client wait neither for each other
 * nor for an update of the client.
 */
export async function lockClientAgainstDeletion(
  tx: Transaction,
  businessId: string,
  clientId: string,
): Promise<boolean> {
  return (await tx.query(lockClientForKeyShare, { businessId, clientId })).length === 1;
}

/**
 * Locks the client of an existing appointment in the same way; returns false also for an unknown appointment. Take this lock
 * before the appointment's, like a deletion does.
 */
export async function lockClientOfAppointment(
  tx: Transaction,
  businessId: string,
  appointmentId: string,
): Promise<boolean> {
  const lock = () => tx.query(lockClientOfAppointmentForKeyShare, { businessId, appointmentId });
  // If the first statement waited for a merge, it looked for the merged client and found none; the second one locks the
  // remaining client.
  return (await lock()).length === 1 || (await lock()).length === 1;
}
