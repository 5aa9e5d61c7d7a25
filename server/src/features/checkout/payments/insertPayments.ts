import { newId } from "../../../kernel/ids.ts";
import { nullsOf, type Reader, type Transaction } from "../../../platform/database/index.ts";
import { payments } from "../../../tables/checkout.ts";
import { keptMinor } from "./paymentRow.ts";
import type { Method } from "./schema.ts";
import { insertPayment, listOfSale, type NewPayment, type PaymentRow, updateTip } from "./store.ts";

/** A payment to insert as succeeded: money that the client paid at the desk, or a redemption from a wallet. */
export interface TakenPayment {
  readonly id: string;
  readonly method: Method;
  readonly amountMinor: number;
  readonly reference: string | null;
  /** The entitlement that the payment was redeemed from, or null if the client pays with money. */
  readonly entitlementId: string | null;
  /** The sale line that a unit pays for, or null for a payment with money or a gift card. */
  readonly lineId: string | null;
}

/** The columns of a sale that are copied to its payments. */
export interface SaleOfPayment {
  readonly id: string;
  readonly location_id: string;
  readonly client_id: string | null;
  readonly appointment_id: string | null;
  readonly kind: "sale" | "fee";
  readonly currency: string;
}

/** Returns all payments of a sale, including failed ones, oldest first. */
export function paymentsOfSale(reader: Reader, businessId: string, saleId: string): Promise<PaymentRow[]> {
  return reader.query(listOfSale, { businessId, saleId });
}

/**
 * Inserts payments as succeeded. `tips` contains the tips of the payments in `before`, then the tips of the payments in `taken`. A new
 * payment can change the tip of an earlier payment that was not refunded. The sale must be locked.
 */
export function insertPayments(
  tx: Transaction,
  businessId: string,
  sale: SaleOfPayment,
  money: {
    readonly before: readonly PaymentRow[];
    readonly taken: readonly TakenPayment[];
    readonly tips: readonly number[];
    readonly now: number;
  },
): void {
  const { before, taken, tips, now } = money;
  before.forEach((payment, index) => {
    const tip = tips[index] ?? 0;
    const isUnrefunded = keptMinor(payment) === payment.amount;
    if (isUnrefunded && tip !== payment.tip_amount)
      tx.write(updateTip, { business_id: businessId, id: payment.id, tip_amount: tip, updated_at: now });
  });
  taken.forEach((payment, index) => {
    const { id, method, amountMinor, reference, entitlementId, lineId } = payment;
    const tip = tips[before.length + index] ?? 0;
    tx.write(insertPayment, {
      ...paymentOf(businessId, sale, { id, amountMinor, tipMinor: tip, now }),
      status: "succeeded",
      method,
      reference,
      entitlement_id: entitlementId,
      sale_line_id: lineId,
      paid_at: now,
    });
  });
}

/** Inserts a pending online payment on the given provider account and returns its id. The sale must be locked. */
export function insertOnlinePayment(
  tx: Transaction,
  businessId: string,
  sale: SaleOfPayment,
  started: {
    readonly provider: string;
    readonly accountId: string;
    readonly amountMinor: number;
    readonly tipMinor: number;
    /** The saved card to charge. Absent if the client enters the payment details. */
    readonly savedCardId?: string;
    readonly now: number;
  },
): string {
  const { provider, accountId, amountMinor, tipMinor, savedCardId = null, now } = started;
  const id = newId();
  tx.write(insertPayment, {
    ...paymentOf(businessId, sale, { id, amountMinor, tipMinor, now }),
    provider,
    provider_account_id: accountId,
    saved_card_id: savedCardId,
  });
  return id;
}

/** Returns the row of a pending card payment. The caller overrides the columns that differ. */
function paymentOf(
  businessId: string,
  sale: SaleOfPayment,
  payment: {
    readonly id: string;
    readonly amountMinor: number;
    readonly tipMinor: number;
    readonly now: number;
  },
): NewPayment {
  const { id, amountMinor, tipMinor, now } = payment;
  const { location_id, client_id, appointment_id, kind, currency } = sale;
  return {
    ...nullsOf(payments.columns),
    business_id: businessId,
    id,
    sale_id: sale.id,
    location_id,
    client_id,
    appointment_id,
    kind,
    status: "pending",
    method: "card",
    currency,
    amount: amountMinor,
    tip_amount: tipMinor,
    refunded_amount: 0,
    refunding_amount: 0,
    created_at: now,
    updated_at: now,
  };
}
