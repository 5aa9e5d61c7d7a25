import type { Payment, Sale } from "./queries.ts";

/** The amount paid: payments that did not fail, less refunds. */
export function paidMinor(payments: readonly Payment[]): number {
  return payments
    .filter(({ status }) => status !== "failed")
    .reduce((sum, { amount, refunded }) => sum + amount.amount - refunded.amount, 0);
}

/** The amount of an open sale that is still due. */
export function dueMinor(sale: Sale, payments: readonly Payment[]): number {
  return Math.max(0, sale.total.amount - paidMinor(payments));
}
