import { tipsOf } from "@daybook/engine";
import type { TakenPayment } from "./insertPayments.ts";
import type { PayableSale } from "./payableSale.ts";
import { isUnit, keptMinor } from "./paymentRow.ts";

/**
 * Computes the tip of each payment: first of the sale's existing payments, then of the payments in `taken`. `due` is the remaining amount
 * due, in minor units.
 */
export function tipsAfter(
  { row, payments }: Pick<PayableSale, "row" | "payments">,
  taken: readonly TakenPayment[],
  due: number,
): number[] {
  const before = payments.map((payment) => ({
    amountMinor: keptMinor(payment),
    isUnit: isUnit(payment.method),
  }));
  const now = taken.map(({ amountMinor, method }) => ({ amountMinor, isUnit: isUnit(method) }));
  return tipsOf(row.tip_amount, [...before, ...now], due);
}
