import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { appointmentSale } from "../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { saleCompletion, saleLocks } from "../sales/index.ts";
import { refundExcess } from "./deposits/ofSale.ts";
import { paymentsOfSale } from "./insertPayments.ts";
import { paymentRecord, publishPayment } from "./paymentRecord.ts";
import { keptMinor, type PaymentRow } from "./paymentRow.ts";
import type { PaymentRecord } from "./schema.ts";

/** A locked sale with all its payments, including failed ones, oldest first. */
export interface PayableSale extends saleLocks.LockedSale {
  readonly payments: readonly PaymentRow[];
}

/** Locks a sale with `lockForPayment` and reads its payments in a later statement. Throws `not_found` for an unknown sale. */
export async function openForPayment(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  saleId: string,
  own: OwnOnly | null,
): Promise<PayableSale> {
  const locked = await saleLocks.lockForPayment(tx, snapshot, saleId, own);
  return { ...locked, payments: await paymentsOfSale(tx, snapshot.businessId, saleId) };
}

/** Computes the amount due in minor units. Pending payments count as if they were paid. */
export function dueMinor({ row, payments }: Pick<PayableSale, "row" | "payments">): number {
  const due = payments.reduce((left, payment) => left - keptMinor(payment), row.total_amount);
  // The payments exceed the sale's total if a refund fails after another payment has replaced the refunded one.
  return Math.max(0, due);
}

/** Throws `invalid_transition` for a sale that is not open, or whose appointment was cancelled, declined or missed. */
export function assertPayable({ row, lockedAppointment }: saleLocks.LockedSale): void {
  if (row.status !== "open")
    throw new ApiError(
      "invalid_transition",
      `A sale with the status ${row.status} accepts no payments. The status must be open.`,
      {
        from: row.status,
        to: "completed",
        allowed: row.status === "completed" ? ["voided"] : [],
      },
    );
  if (lockedAppointment !== null) appointmentSale.assertSellable(lockedAppointment);
}

/** Maximum number of payments of a sale, including failed ones. Payments are read with their sale and without paging. */
const MAX_PAYMENTS_OF_SALE = 100;

/** Throws `validation_failed` at `path` if the new payments would exceed the maximum number of payments per sale. */
export function assertFewPayments(
  { payments }: Pick<PayableSale, "payments">,
  { added, path }: { readonly added: number; readonly path: string },
): void {
  if (payments.length + added > MAX_PAYMENTS_OF_SALE)
    throw invalid({
      path,
      message: `is not accepted: a sale has at most ${MAX_PAYMENTS_OF_SALE} payments, including failed ones`,
    });
}

/**
 * Updates a locked sale after its payments changed. Completes the sale once nothing is due or pending, and publishes
 * payment.succeeded for the payments in `succeededIds`. If the payments of the completed sale exceed its total, refunds the
 * excess from its deposits.
 */
export async function updateSale(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  sale: saleLocks.LockedSale,
  { succeededIds, now }: { readonly succeededIds: readonly string[]; readonly now: number },
): Promise<
  Awaited<ReturnType<typeof saleCompletion.paymentsChanged>> & { readonly payments: PaymentRecord[] }
> {
  const { businessId, webhookPayload } = snapshot;
  const { row } = sale;
  const rows = await paymentsOfSale(tx, businessId, row.id);
  const payments = rows.filter(({ id }) => succeededIds.includes(id)).map(paymentRecord);
  const isPaid = dueMinor({ row, payments: rows }) === 0 && rows.every(({ status }) => status !== "pending");
  const publishPayments = () => {
    for (const record of payments)
      publishPayment(tx, businessId, webhookPayload, { type: "payment.succeeded", at: now, record });
  };
  const after = await saleCompletion.paymentsChanged(tx, snapshot, sale, { isPaid, publishPayments, now });
  if (row.status === "open" && isPaid)
    await refundExcess(tx, businessId, webhookPayload, {
      totalMinor: row.total_amount,
      payments: rows,
      now,
    });
  return { ...after, payments };
}
