import type { Context } from "../../../../platform/context.ts";
import { nullsOf, type Reader, type Transaction } from "../../../../platform/database/index.ts";
import { payments, savedCards } from "../../../../tables/checkout.ts";
import { withSnapshot } from "../../../scheduling/snapshot/index.ts";
import { accountIsGone, chargeableAccount } from "../account/account.ts";
import { recordOutcome } from "../onlinePayment.ts";
import { publishPayment } from "../paymentRecord.ts";
import { AccountGone, type PaymentProvider, ProviderRefusal } from "../provider/provider.ts";
import { readPayment } from "../readPayments.ts";
import { lockedPayment } from "../recordRefund.ts";
import { insertCard } from "../saved-cards/cardStore.ts";
import { settleCard } from "../saved-cards/settleCard.ts";
import { findPayment, insertPayment } from "../store.ts";
import { insertDeposit } from "./depositStore.ts";

/** A deposit that a visitor has authorised at the provider. */
interface Authorised {
  /** The id of the deposit, which is also the id of its payment in requests to the provider. */
  readonly paymentId: string;
  readonly appointmentId: string;
  readonly locationId: string;
  readonly clientId: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly provider: PaymentProvider["name"];
  readonly accountId: string;
  readonly providerPaymentId: string;
  readonly now: number;
}

/** Writes an authorised deposit as a pending payment, in the transaction that books its appointment. */
function insert(tx: Transaction, businessId: string, deposit: Authorised): void {
  const { paymentId, appointmentId, now } = deposit;
  tx.write(insertPayment, {
    ...nullsOf(payments.columns),
    business_id: businessId,
    id: paymentId,
    location_id: deposit.locationId,
    client_id: deposit.clientId,
    appointment_id: appointmentId,
    kind: "deposit",
    status: "pending",
    method: "card",
    currency: deposit.currency,
    amount: deposit.amountMinor,
    tip_amount: 0,
    refunded_amount: 0,
    refunding_amount: 0,
    provider: deposit.provider,
    provider_account_id: deposit.accountId,
    provider_payment_id: deposit.providerPaymentId,
    created_at: now,
    updated_at: now,
  });
  tx.write(insertDeposit, {
    business_id: businessId,
    payment_id: paymentId,
    appointment_id: appointmentId,
    status: "pending",
    settle_at: null,
    kept_amount: 0,
    kept_at: null,
    created_at: now,
    updated_at: now,
  });
}

/**
 * Captures an authorised deposit, writes the outcome, and publishes payment.succeeded. Repeated calls have no effect. If Daybook may no
 * longer access the account, the deposit stays pending.
 */
async function capture(
  { database, clock }: Context,
  provider: PaymentProvider,
  { businessId, paymentId }: { readonly businessId: string; readonly paymentId: string },
): Promise<void> {
  const [payment] = await database.query(findPayment, { businessId, paymentId, ownStaffId: null });
  if (payment?.status !== "pending" || payment.provider_account_id === null) return;
  const { provider_account_id: accountId, provider_payment_id: providerPaymentId } = payment;
  if (providerPaymentId === null) throw new Error(`Deposit ${paymentId} has no id at its provider.`);
  const wanted = { accountId, providerPaymentId, amountMinor: payment.amount, currency: payment.currency };
  const state = await provider.capture(wanted).catch(async (error: unknown) => {
    if (!(error instanceof AccountGone)) throw error;
    await database.transaction(async (tx) => accountIsGone(tx, { businessId, accountId, now: clock.now() }));
    return null;
  });
  if (state === null || state.status === "pending") return;
  const { status, card } = state;
  await withSnapshot(database, businessId, ({ webhookPayload }) =>
    database.transaction(async (tx) => {
      const locked = await lockedPayment(tx, businessId, paymentId);
      if (locked?.status !== "pending") return;
      const now = clock.now();
      await recordOutcome(tx, businessId, { paymentId, state: { status, card }, now });
      if (status !== "succeeded") return;
      const record = await readPayment(tx, businessId, paymentId);
      publishPayment(tx, businessId, webhookPayload, { type: "payment.succeeded", at: now, record });
    }),
  );
}

/** A card that a visitor has entered for a booking, and the fees to which the visitor agreed. */
interface EnteredCard {
  /** The id of the card, which equals the id of the visitor's hold. */
  readonly cardId: string;
  readonly appointmentId: string;
  readonly clientId: string;
  readonly provider: PaymentProvider["name"];
  readonly accountId: string;
  readonly setupId: string;
  readonly consentText: string;
  readonly policyVersion: number;
  readonly currency: string;
  readonly lateCancelMinor: number | null;
  readonly noShowMinor: number | null;
  readonly now: number;
}

/** Writes a card as pending, in the transaction that books its appointment; `saveCard` then saves it at the provider. */
function insertEnteredCard(tx: Transaction, businessId: string, card: EnteredCard): void {
  tx.write(insertCard, {
    ...nullsOf(savedCards.columns),
    business_id: businessId,
    id: card.cardId,
    client_id: card.clientId,
    appointment_id: card.appointmentId,
    status: "pending",
    provider: card.provider,
    provider_account_id: card.accountId,
    provider_setup_id: card.setupId,
    consent_text: card.consentText,
    policy_version: card.policyVersion,
    currency: card.currency,
    late_cancel_amount: card.lateCancelMinor,
    no_show_amount: card.noShowMinor,
    consented_at: card.now,
    created_at: card.now,
    updated_at: card.now,
  });
}

/** Functions for the deposits and saved cards of bookings on the booking page. */
export const onlineDeposits = {
  insert,
  capture,
  insertCard: insertEnteredCard,
  saveCard: settleCard,
  accountIsGone,
  /** Returns whether the error means that Daybook may no longer access the account. */
  isAccountGone: (error: unknown): boolean => error instanceof AccountGone,
  /** Returns whether the error means that the provider has rejected the request and a retry would fail too. */
  isRefusal: (error: unknown): boolean => error instanceof ProviderRefusal,
  /** Returns the provider's id of the account that takes deposits, or null if the business cannot take deposits. */
  accountOf: (
    reader: Reader,
    businessId: string,
    provider: PaymentProvider | null,
  ): Promise<string | null> =>
    provider === null ? Promise.resolve(null) : chargeableAccount(reader, businessId),
};
