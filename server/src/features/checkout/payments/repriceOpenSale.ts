import { ApiError } from "../../../kernel/errors.ts";
import type { PromotionChanged } from "../promotions/index.ts";
import { openSales, readSaleRow, saleLocks } from "../sales/index.ts";
import { depositsMinor } from "./deposits/ofSale.ts";
import { insertPayments, paymentsOfSale } from "./insertPayments.ts";
import { dueMinor, updateSale } from "./payableSale.ts";
import { keptMinor } from "./paymentRow.ts";
import { tipsAfter } from "./tips.ts";

/**
 * Applies an appointment's new promotion to its open sale, and completes the sale if nothing is due. Throws
 * `invalid_transition` if the payments exceed the new total, or if the price of a service that was paid with a package or
 * membership would change. The API client must refund these payments first.
 */
export const repriceOpenSale: PromotionChanged = async (
  tx,
  snapshot,
  lockedAppointment,
  { promotion, now },
) => {
  const { businessId } = snapshot;
  const saleId = await openSales.saleOfAppointment(tx, businessId, lockedAppointment.appointment.id);
  if (saleId === undefined) return;
  await saleLocks.lockSale(tx, businessId, saleId);
  const before = await readSaleRow(tx, businessId, saleId);
  if (before.status !== "open") return;
  const payments = await paymentsOfSale(tx, businessId, saleId);
  const row = await openSales.repriceSale(tx, businessId, before, { promotion, now });
  if (row === undefined)
    throw refused("The discounts would exceed the new subtotal: reduce the discounts first");
  const paid = payments.reduce((sum, payment) => sum + keptMinor(payment), 0);
  if (paid - depositsMinor(payments) > row.total_amount)
    throw refused("The payments exceed the new total: cancel or refund payments first");
  const prices = new Map(before.lines.map((line) => [line.id, line.discounted_amount]));
  const isRepriced = (id: string) =>
    row.lines.some((line) => line.id === id && line.discounted_amount !== prices.get(id));
  if (payments.some((one) => one.sale_line_id !== null && keptMinor(one) > 0 && isRepriced(one.sale_line_id)))
    throw refused(
      "A package or membership has paid for a service whose price would change: refund that payment first",
    );
  const tips = tipsAfter({ row, payments }, [], dueMinor({ row, payments }));
  insertPayments(tx, businessId, row, { before: payments, taken: [], tips, now });
  await updateSale(tx, snapshot, { row, lockedAppointment }, { succeededIds: [], now });
};

function refused(why: string): ApiError {
  const message = `The open sale of the appointment prevents this change. ${why}.`;
  return new ApiError("invalid_transition", message, { from: "open", to: null, allowed: [] });
}
