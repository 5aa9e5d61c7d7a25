import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockClientAgainstDeletion } from "../../clients/clients/index.ts";
import {
  assertSellable,
  type LockedAppointment,
  lockAppointmentAndClient,
} from "../../scheduling/appointments/index.ts";
import { assertCurrent, type SchedulingSnapshot } from "../../scheduling/calendar/index.ts";
import { keptMinor, type PaymentRow, paymentsOfSale } from "../payments/index.ts";
import { readSaleRow } from "./readSales.ts";
import { lockSale, type SaleRow } from "./store.ts";

/** A sale that is locked, with its visit, and what was paid for it so far. */
export interface OpenSale {
  readonly row: SaleRow;
  /** Locked too; null without one, and for a fee, which changes nothing about its visit. */
  readonly visit: LockedAppointment | null;
  readonly payments: readonly PaymentRow[];
}

/**
 * Locks a sale for a payment: the client and the visit before it, as everywhere, then the sale, and reads what was
 * paid in a later statement. Throws `not_found`, also for a sale that is not a staff member's own.
 */
export async function openToPay(
  tx: Transaction,
  setup: SchedulingSnapshot,
  saleId: string,
  own: OwnOnly | null,
): Promise<OpenSale> {
  const { businessId } = setup;
  const found = await readSaleRow(tx, businessId, saleId, own);
  const visit =
    found.appointment_id !== null && found.kind === "sale"
      ? await lockAppointmentAndClient(tx, setup, found.appointment_id, null)
      : null;
  if (visit === null) {
    if (found.client_id !== null) await lockClientAgainstDeletion(tx, businessId, found.client_id);
    await assertCurrent(tx, setup);
  }
  const [, row, payments] = await Promise.all([
    tx.query(lockSale, [businessId, saleId]),
    readSaleRow(tx, businessId, saleId),
    paymentsOfSale(tx, businessId, saleId),
  ]);
  return { row, visit, payments };
}

/** What is still to be paid, in minor units. What is on its way with a provider counts as paid. */
export function dueMinor({ row, payments }: Pick<OpenSale, "row" | "payments">): number {
  const due = payments.reduce((left, payment) => left - keptMinor(payment), row.total_amount);
  // A refund may come back after somebody has paid in its place: then there is more than the sale comes to.
  return Math.max(0, due);
}

/** Throws `invalid_transition` for a sale that takes no payments any more, or whose visit does not take place. */
export function assertPayable({ row, visit }: OpenSale): void {
  if (row.status !== "open")
    throw new ApiError("invalid_transition", `A sale that is ${row.status} takes no payments.`, {
      from: row.status,
      to: "completed",
      allowed: row.status === "completed" ? ["voided"] : [],
    });
  if (visit !== null) assertSellable(visit);
}
