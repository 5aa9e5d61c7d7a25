import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { findBusinessOfAccount, forgetEvents, noteEvent, wasTold } from "./accountStore.ts";
import { paymentRecord } from "./paymentRecord.ts";
import type { PaymentProvider, PaymentState, ProviderEvent } from "./provider.ts";
import type { PaymentRecord } from "./schema.ts";
import {
  findPayment,
  findPaymentThere,
  noteProviderPayment,
  type PaymentRow,
  settlePaymentRow,
} from "./store.ts";

/** A payment whose end a provider has still to tell; undefined for any other. */
export async function pendingPayment(
  reader: Reader,
  businessId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await reader.query(findPayment, [businessId, paymentId, null]);
  return row?.status === "pending" ? row : undefined;
}

/** The payment that has this number with a provider; undefined for one of somebody else. */
export async function paymentThere(
  reader: Reader,
  businessId: string,
  provider: PaymentProvider,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> {
  const [found] = await reader.query(findPaymentThere, [businessId, provider.name, providerPaymentId]);
  if (found === undefined) return undefined;
  const [row] = await reader.query(findPayment, [businessId, found.id, null]);
  return row;
}

/**
 * Writes down the number that a payment has with its provider. False for one that was given up meanwhile: nobody may be
 * given its secret then.
 */
export async function nameOnlinePayment(
  tx: Transaction,
  businessId: string,
  named: { readonly paymentId: string; readonly providerPaymentId: string; readonly now: number },
): Promise<boolean> {
  const { paymentId, providerPaymentId, now } = named;
  const rows = await tx.query(noteProviderPayment, [businessId, paymentId, providerPaymentId, new Date(now)]);
  return rows.length > 0;
}

/** Writes down how a pending payment has ended, and answers it as it is now. It must be locked. */
export async function settleOnlinePayment(
  tx: Transaction,
  businessId: string,
  settled: {
    readonly paymentId: string;
    readonly state: PaymentState & { readonly status: "succeeded" | "failed" };
    readonly now: number;
  },
): Promise<PaymentRecord> {
  const { paymentId, state, now } = settled;
  const { brand = null, last4 = null } = state.card ?? {};
  const at = new Date(now);
  const paidAt = state.status === "succeeded" ? at : null;
  tx.write(settlePaymentRow, [businessId, paymentId, state.status, brand, last4, paidAt, at]);
  const [row] = await tx.query(findPayment, [businessId, paymentId, null]);
  if (row === undefined) throw new Error(`Payment ${paymentId} is gone.`);
  return paymentRecord(row);
}

/** Whose account an event is about; undefined for an account that is none of ours, or none at all. */
export async function businessOf(
  reader: Reader,
  provider: PaymentProvider,
  { accountId }: ProviderEvent,
): Promise<string | undefined> {
  if (accountId === null) return undefined;
  const [row] = await reader.query(findBusinessOfAccount, [provider.name, accountId]);
  return row?.business_id;
}

/** Whether an event was dealt with before. */
export async function isOldNews(
  reader: Reader,
  businessId: string,
  provider: PaymentProvider,
  event: ProviderEvent,
): Promise<boolean> {
  const [answer] = await reader.query(wasTold, [businessId, provider.name, event.id]);
  return answer?.told === true;
}

/** Remembers an event that has been dealt with. */
export async function rememberEvent(
  reader: Reader,
  businessId: string,
  provider: PaymentProvider,
  event: ProviderEvent,
  now: number,
): Promise<void> {
  await reader.query(noteEvent, [businessId, provider.name, event.id, new Date(now)]);
}

/** A provider repeats itself for days, not for weeks. */
const REMEMBERED_MS = 30 * 86_400_000;

/** Forgets at most so many, and answers how many it were. */
export async function forgetOldEvents(reader: Reader, now: number, most: number): Promise<number> {
  const [row] = await reader.query(forgetEvents, [new Date(now - REMEMBERED_MS), most]);
  return row?.forgotten ?? 0;
}
