import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { Method } from "./schema.ts";
import { insertPayment, listOfSale, movePaymentRows, type PaymentRow, updateTip } from "./store.ts";

/** A payment that is taken: money on the counter, or something out of a wallet. */
export interface TakenPayment {
  readonly id: string;
  readonly method: Method;
  readonly amountMinor: number;
  readonly reference: string | null;
  /** What it came out of; null for money. */
  readonly holdingId: string | null;
  /** The line that a unit stands for. */
  readonly lineId: string | null;
}

/** What payments are for. */
export interface PaidSale {
  readonly id: string;
  readonly location_id: string;
  readonly client_id: string | null;
  readonly appointment_id: string | null;
  readonly kind: "sale" | "fee";
  readonly currency: string;
}

/** A unit of a package or membership: it stands for one service, and brings no tip. */
export function isUnit(method: Method): boolean {
  return method === "package" || method === "membership";
}

/** What of a payment was not given back; nothing of one that failed, all of one that is on its way. */
export function keptMinor(payment: Pick<PaymentRow, "status" | "amount" | "refunded_amount">): number {
  return payment.status === "failed" ? 0 : payment.amount - payment.refunded_amount;
}

/** Every payment that was tried for a sale, oldest first. */
export function paymentsOfSale(reader: Reader, businessId: string, saleId: string): Promise<PaymentRow[]> {
  return reader.query(listOfSale, [businessId, saleId]);
}

/**
 * Writes payments down as taken. `tips` are those of the payments before and of these, in this order: one that was
 * taken earlier may turn out to hold some of the tip, unless something of it was given back already. The sale must be
 * locked.
 */
export function takePayments(
  tx: Transaction,
  businessId: string,
  sale: PaidSale,
  money: {
    readonly before: readonly PaymentRow[];
    readonly taken: readonly TakenPayment[];
    readonly tips: readonly number[];
    readonly now: number;
  },
): void {
  const { before, taken, tips, now } = money;
  const at = new Date(now);
  before.forEach((payment, index) => {
    const tip = tips[index] ?? 0;
    const isWhole = keptMinor(payment) === payment.amount;
    if (isWhole && tip !== payment.tip_amount) tx.write(updateTip, [businessId, payment.id, tip, at]);
  });
  taken.forEach((payment, index) => {
    const { id, method, amountMinor, reference, holdingId, lineId } = payment;
    const tip = tips[before.length + index] ?? 0;
    const head = [...headOf(businessId, id, sale), "succeeded", method, sale.currency, amountMinor, tip];
    tx.write(insertPayment, [...head, reference, holdingId, lineId, null, null, at, at]);
  });
}

/** Writes down that a payment was begun with a provider, on this account; answers its id. The sale must be locked. */
export function beginOnlinePayment(
  tx: Transaction,
  businessId: string,
  sale: PaidSale,
  begun: {
    readonly provider: string;
    readonly accountId: string;
    readonly amountMinor: number;
    readonly tipMinor: number;
    readonly now: number;
  },
): string {
  const { provider, accountId, amountMinor, tipMinor, now } = begun;
  const id = newId();
  const head = [...headOf(businessId, id, sale), "pending", "card", sale.currency, amountMinor, tipMinor];
  tx.write(insertPayment, [...head, null, null, null, provider, accountId, null, new Date(now)]);
  return id;
}

/** Hands everything that one client has paid to another. Both must be locked. */
export function movePayments(tx: Transaction, businessId: string, fromId: string, toId: string): void {
  tx.write(movePaymentRows, [businessId, fromId, toId]);
}

function headOf(businessId: string, id: string, sale: PaidSale): unknown[] {
  return [businessId, id, sale.id, sale.location_id, sale.client_id, sale.appointment_id, sale.kind];
}
