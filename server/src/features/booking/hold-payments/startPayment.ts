import { invalid } from "../../../kernel/errors.ts";
import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Context } from "../../../platform/context.ts";
import { onlineDeposits, type PaymentProvider } from "../../checkout/payments/index.ts";
import { stateOf, unreachable } from "./authorisation.ts";
import { findByToken, type HoldPaymentRow, setProviderIds } from "./store.ts";
import { type DepositToPay, writeAttempt } from "./writeAttempt.ts";

/**
 * A started payment: a client secret for the visitor's browser or the URL of the provider's page. Both are null once the payment is
 * authorised.
 */
export interface StartedDeposit {
  readonly clientSecret: string | null;
  readonly pageUrl: string | null;
  readonly expiresAt: number;
}

/**
 * Starts a deposit payment at the provider, or returns the payment already started for this hold. A different amount or payment
 * method cancels the earlier payment and starts a new attempt. The attempt number is part of the provider's idempotency key.
 * Extends the hold to at least `payingMs` after the first request. Throws `validation_failed` for a booked hold or an amount
 * that the provider rejects, the errors of `keepTime`, and `unavailable` if the provider cannot be reached.
 */
export async function startPayment(
  context: Context,
  provider: PaymentProvider,
  wanted: DepositToPay,
): Promise<StartedDeposit> {
  const { database, clock } = context;
  const { businessId } = wanted;
  const [known] = await database.query(findByToken, {
    business_id: businessId,
    token_sha256: hashOfToken(wanted.token),
  });
  let isEnded = false;
  if (known !== undefined) {
    const { status } = await stateOf(context, provider, known);
    const isEnough = known.amount >= wanted.amountMinor && (known.saves_card || !wanted.savesCard);
    if (isEnough && (status === "authorised" || status === "captured")) {
      const row = await writeAttempt(context, provider, wanted, known, false);
      return { clientSecret: null, pageUrl: null, expiresAt: row.expires_at };
    }
    isEnded = isOther(known, wanted) && hasStarted(known);
    if (isEnded) {
      const ended = await stateOf(context, provider, known, "cancel");
      if (ended.status === "authorised" || ended.status === "captured")
        throw unreachable(new Error("The visitor paid while the payment was being replaced."));
    }
    isEnded ||= status === "cancelled" && hasStarted(known);
  }
  const row = await writeAttempt(context, provider, wanted, known, isEnded);
  const started = await start(context, provider, wanted, row);
  const rows = await database.query(setProviderIds, {
    business_id: businessId,
    hold_id: wanted.holdId,
    attempt: row.attempt,
    provider_payment_id: started.providerPaymentId,
    provider_checkout_id: started.checkoutId,
    now: clock.now(),
  });
  if (rows.length === 0) throw unreachable(new Error("Another request has replaced this payment."));
  return { clientSecret: started.clientSecret, pageUrl: started.pageUrl, expiresAt: row.expires_at };
}

function hasStarted(row: HoldPaymentRow): boolean {
  return row.provider_payment_id !== null || row.provider_checkout_id !== null;
}

/**
 * Returns whether a started payment differs from the requested one in its amount, in whether it saves a card, or in the payment
 * method.
 */
function isOther(row: HoldPaymentRow, { amountMinor, savesCard, page }: DepositToPay): boolean {
  const isSame = row.amount === amountMinor && row.saves_card === savesCard;
  return !isSame || (row.provider_checkout_id !== null) !== (page !== null);
}

async function start(
  { database, clock }: Context,
  provider: PaymentProvider,
  { businessId, page, field }: DepositToPay,
  row: HoldPaymentRow,
) {
  const { hold_id: paymentId, attempt, provider_account_id: accountId, amount: amountMinor, currency } = row;
  const authorisation = { paymentId, attempt, accountId, amountMinor, currency, savesCard: row.saves_card };
  try {
    if (page === null) {
      const { providerPaymentId, clientSecret } = await provider.authorise(authorisation);
      return { providerPaymentId, clientSecret, checkoutId: null, pageUrl: null };
    }
    const { returnUrl, description } = page;
    const { checkoutId, url } = await provider.openCheckout({
      ...authorisation,
      description,
      returnUrl,
      cancelUrl: returnUrl,
    });
    return { providerPaymentId: null, clientSecret: null, checkoutId, pageUrl: url };
  } catch (error) {
    if (onlineDeposits.isAccountGone(error)) {
      const account = { businessId, accountId, now: clock.now() };
      await database.transaction(async (tx) => onlineDeposits.accountIsGone(tx, account));
    }
    if (onlineDeposits.isRefusal(error))
      throw invalid({
        path: field,
        message:
          "requires a payment that the payment provider rejected: a deposit must be at least the provider's minimum charge, such as 50 minor units in EUR",
      });
    throw unreachable(error);
  }
}
