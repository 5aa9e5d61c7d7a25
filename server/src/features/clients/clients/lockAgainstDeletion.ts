import type { Transaction } from "../../../platform/database/index.ts";
import { lockClientForKeyShare, lockClientOfAppointmentForKeyShare } from "./store.ts";

/**
 * Keeps a client from being deleted until this transaction ends, so that no visit is booked for somebody who is gone.
 * False for an unknown, foreign or deleted client. Bookings of one client do not wait for each other, nor for a
 * change of the file.
 */
export async function lockClientAgainstDeletion(
  tx: Transaction,
  businessId: string,
  clientId: string,
): Promise<boolean> {
  const rows = await tx.query(lockClientForKeyShare, [businessId, clientId]);
  return rows.length === 1;
}

/**
 * The same for the client of a visit there is. False also for a visit that is not there. To be locked before the visit,
 * as a deletion does. Whoever has waited for two files to be made one finds the file gone that the visit was in: a
 * statement that begins after that sees the one it is in now.
 */
export async function lockClientOfAppointment(
  tx: Transaction,
  businessId: string,
  appointmentId: string,
): Promise<boolean> {
  const lock = () => tx.query(lockClientOfAppointmentForKeyShare, [businessId, appointmentId]);
  return (await lock()).length === 1 || (await lock()).length === 1;
}
