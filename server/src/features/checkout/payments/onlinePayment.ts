import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { PaymentProvider, PaymentState } from "./provider/provider.ts";
import {
  findPayment,
  findPaymentByProvider,
  type PaymentRow,
  setOutcome,
  setProviderPayment,
} from "./store.ts";

/** The time in milliseconds after which an unpaid online payment expires. The amount of the payment is then due again. */
export const PAYMENT_TIMEOUT_MS = 24 * 60 * 60_000;

export async function pendingPayment(
  reader: Reader,
  businessId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await reader.query(findPayment, { businessId, paymentId, ownStaffId: null });
  return row?.status === "pending" ? row : undefined;
}

/** Returns the payment with this id at the provider, or undefined if another system created it. */
export async function paymentOfProvider(
  reader: Reader,
  businessId: string,
  provider: PaymentProvider,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> {
  const [found] = await reader.query(findPaymentByProvider, {
    businessId,
    provider: provider.name,
    providerPaymentId,
  });
  if (found === undefined) return undefined;
  const [row] = await reader.query(findPayment, { businessId, paymentId: found.id, ownStaffId: null });
  return row;
}

/**
 * Stores the provider's id of a pending payment. Returns false if the payment is no longer pending or already has another id; the caller
 * must then not send the secret of the payment.
 */
export async function storeProviderPaymentId(
  tx: Transaction,
  businessId: string,
  stored: { readonly paymentId: string; readonly providerPaymentId: string; readonly now: number },
): Promise<boolean> {
  const rows = await tx.query(setProviderPayment, { businessId, ...stored });
  return rows.length > 0;
}

/** Writes the outcome of a pending payment. The payment must be locked. */
export async function recordOutcome(
  tx: Transaction,
  businessId: string,
  outcome: {
    readonly paymentId: string;
    readonly state: PaymentState & { readonly status: "succeeded" | "failed" };
    readonly now: number;
  },
): Promise<void> {
  const { paymentId, state, now } = outcome;
  const { brand = null, last4 = null } = state.card ?? {};
  tx.write(setOutcome, {
    business_id: businessId,
    id: paymentId,
    status: state.status,
    card_brand: brand,
    card_last4: last4,
    paid_at: state.status === "succeeded" ? now : null,
    updated_at: now,
  });
}
