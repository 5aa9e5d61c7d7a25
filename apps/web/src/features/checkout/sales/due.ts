import type { Payment, Sale } from "./queries.ts";

/** What payments keep: without refunds, and without those that failed. */
export function paidMinor(payments: readonly Payment[]): number {
  return payments
    .filter(({ status }) => status !== "failed")
    .reduce((sum, { amount, refunded }) => sum + amount.amount - refunded.amount, 0);
}

/** What is still to be paid of an open sale. */
export function dueMinor(sale: Sale, payments: readonly Payment[]): number {
  return Math.max(0, sale.total.amount - paidMinor(payments));
}
