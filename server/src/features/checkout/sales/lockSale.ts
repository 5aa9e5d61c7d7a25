import type { OwnOnly } from "../../../kernel/caller.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockClientAgainstDeletion } from "../../clients/clients/index.ts";
import { type LockedAppointment, lockAppointmentAndClient } from "../../scheduling/appointments/index.ts";
import { assertCurrent, type SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { readSaleRow } from "./readSales.ts";
import { lockSaleRow, type SaleRow } from "./store.ts";

/** A sale that is locked for a payment, with its appointment. */
export interface LockedSale {
  readonly row: SaleRow;
  /** The locked appointment. Null for a sale without an appointment, and for a fee, which does not change its appointment. */
  readonly lockedAppointment: LockedAppointment | null;
}

/**
 * Locks the client, the appointment and the sale, in this order, and reads the sale in a later statement. Throws `not_found` for an unknown
 * sale and for a sale that the `own` restriction hides from the caller.
 */
export async function lockForPayment(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  saleId: string,
  own: OwnOnly | null,
): Promise<LockedSale> {
  const { businessId } = snapshot;
  const found = await readSaleRow(tx, businessId, saleId, own);
  const lockedAppointment =
    found.appointment_id !== null && found.kind === "sale"
      ? await lockAppointmentAndClient(tx, snapshot, found.appointment_id, null)
      : null;
  if (lockedAppointment === null) {
    if (found.client_id !== null) await lockClientAgainstDeletion(tx, businessId, found.client_id);
    await assertCurrent(tx, snapshot);
  }
  const [, row] = await Promise.all([lockSale(tx, businessId, saleId), readSaleRow(tx, businessId, saleId)]);
  return { row, lockedAppointment };
}

/** Locks only the sale. This lock is sufficient for refunds, which change neither the client nor the appointment. */
export async function lockSale(tx: Transaction, businessId: string, saleId: string): Promise<void> {
  await tx.query(lockSaleRow, { businessId, saleId });
}
