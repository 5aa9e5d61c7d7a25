import type { Payment, Sale } from "./queries.ts";

/** Returns the paid amount in minor units: the sum of all payments that did not fail, less refunds. */
export function paidMinor(payments: readonly Payment[]): number {
  return payments
    .filter(({ status }) => status !== "failed")
    .reduce((sum, { amount, refunded }) => sum + amount.amount - refunded.amount, 0);
}

/** Returns the amount due on an open sale, in minor units. */
export function dueMinor(sale: Sale, payments: readonly Payment[]): number {
  return Math.max(0, sale.total.amount - paidMinor(payments));
}
