import type { Transaction } from "../../../platform/database/index.ts";
import {
  lockClientForKeyShare,
  lockClientOfAppointmentForKeyShare,
  lockClientsForKeyShare,
  requireClientForKeyShare,
} from "./store.ts";

/**
 * Locks a client against deletion until this transaction ends, so that no record is written for a deleted client. Returns false
 * for an unknown or deleted client. The lock is shared, so that bookings for one client wait neither for other bookings nor for
 * an update of the client.
 */
export async function lockClientAgainstDeletion(
  tx: Transaction,
  businessId: string,
  clientId: string,
): Promise<boolean> {
  return (await tx.query(lockClientForKeyShare, { businessId, clientId })).length === 1;
}

/** Like `lockClientAgainstDeletion`, but does not wait for the result: the transaction fails for an unknown or deleted client. */
export function requireClient(tx: Transaction, businessId: string, clientId: string): void {
  tx.write(requireClientForKeyShare, { businessId, clientId });
}

/** Like `lockClientAgainstDeletion`, but for several clients. Returns the ids of the clients that exist. */
export async function lockClientsAgainstDeletion(
  tx: Transaction,
  businessId: string,
  clientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const locked = await tx.query(lockClientsForKeyShare, { businessId, clientIds: [...new Set(clientIds)] });
  return new Set(locked.map(({ id }) => id));
}

/**
 * Like `lockClientAgainstDeletion`, but for the client of an existing appointment. Returns false for an unknown appointment,
 * too. Must be called before the appointment is locked, because a deletion locks the client before its appointments.
 */
export async function lockClientOfAppointment(
  tx: Transaction,
  businessId: string,
  appointmentId: string,
): Promise<boolean> {
  const lock = () => tx.query(lockClientOfAppointmentForKeyShare, { businessId, appointmentId });
  // If the first statement has waited for a merge, it returns no row, because the client of the appointment is deleted; the second
  // statement locks the remaining client.
  return (await lock()).length === 1 || (await lock()).length === 1;
}
