import type { Method } from "./schema.ts";
import type { PaymentRow } from "./store.ts";

export type { PaymentRow } from "./store.ts";

/**
 * Returns whether a method pays with a unit of a package or membership. Such a payment pays for one service and contains no
 * tip.
 */
export function isUnit(method: Method): boolean {
  return method === "package" || method === "membership";
}

/** Returns the part of a payment that was not refunded, in minor units: 0 for a failed payment, the full amount for a pending one. */
export function keptMinor(payment: Pick<PaymentRow, "status" | "amount" | "refunded_amount">): number {
  return payment.status === "failed" ? 0 : payment.amount - payment.refunded_amount;
}
