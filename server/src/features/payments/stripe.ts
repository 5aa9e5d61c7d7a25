import { Stripe } from "stripe";
import { isId } from "../../kernel/ids.ts";
import {
  type AccountState,
  type PaymentProvider,
  type PaymentState,
  type ProviderEvent,
  ProviderRefusal,
  type RefundState,
} from "./provider.ts";
import { stripeAmountOf } from "./stripeAmounts.ts";

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Absent: Stripe's own. */
  readonly api?: { readonly protocol: "http" | "https"; readonly host: string; readonly port: number };
}

/** How far a webhook's time may be from ours: Stripe's own default. */
const TOLERANCE_SECONDS = 300;

/**
 * Stripe, by direct charges on an account that the business connects: the money is theirs and never passes through
 * ours. Our ids go along as `Idempotency-Key` and in the metadata, so that what was asked for twice happens once, and
 * what was told before we wrote its number down is found all the same.
 */
export function stripeProvider({ secretKey, webhookSecret, api }: StripeSettings): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    ...api,
    timeout: 20_000,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: "Daybook" },
  });
  return {
    name: "stripe",
    createAccount: ({ id, country }) =>
      asked(async () => {
        const account = await stripe.accounts.create(
          {
            country,
            // The business settles fees, losses and its own questions with Stripe, on Stripe's own pages.
            controller: {
              fees: { payer: "account" },
              losses: { payments: "stripe" },
              requirement_collection: "stripe",
              stripe_dashboard: { type: "full" },
            },
            metadata: { payment_account_id: id },
          },
          { idempotencyKey: id },
        );
        return { accountId: account.id };
      }),
    onboardingLink: ({ accountId, returnUrl }) =>
      asked(async () => {
        const link = await stripe.accountLinks.create({
          account: accountId,
          type: "account_onboarding",
          return_url: returnUrl,
          refresh_url: returnUrl,
        });
        return { url: link.url, expiresAt: link.expires_at * 1000 };
      }),
    readAccount: (accountId) => asked(async () => accountState(await stripe.accounts.retrieve(accountId))),
    startPayment: (wanted) =>
      asked(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: stripeAmountOf(wanted),
            currency: wanted.currency.toLowerCase(),
            allowed_payment_method_types: ["card"],
            metadata: { payment_id: wanted.paymentId },
          },
          { idempotencyKey: wanted.paymentId, stripeAccount: wanted.accountId },
        );
        if (intent.client_secret === null) throw new Error("Stripe has sent no client_secret.");
        return { providerPaymentId: intent.id, clientSecret: intent.client_secret };
      }),
    readPayment: ({ accountId, providerPaymentId }) =>
      asked(async () =>
        paymentState(
          await stripe.paymentIntents.retrieve(
            providerPaymentId,
            { expand: ["latest_charge"] },
            { stripeAccount: accountId },
          ),
        ),
      ),
    async cancelPayment(payment) {
      const { accountId, providerPaymentId } = payment;
      try {
        return paymentState(
          await stripe.paymentIntents.cancel(providerPaymentId, {}, { stripeAccount: accountId }),
        );
      } catch (error) {
        // What has been paid, or cancelled already, cannot be cancelled: then it says what it is.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return this.readPayment(payment);
        throw error;
      }
    },
    refund: (wanted) =>
      asked(async () => {
        const { accountId, providerPaymentId, refundId } = wanted;
        const options = { stripeAccount: accountId };
        // Stripe forgets an Idempotency-Key after a day, and a refund may be asked about later than that.
        for await (const known of stripe.refunds.list(
          { payment_intent: providerPaymentId, limit: 100 },
          options,
        ))
          if (known.metadata?.refund_id === refundId) return refundState(known);
        const made = await stripe.refunds.create(
          {
            payment_intent: providerPaymentId,
            amount: stripeAmountOf(wanted),
            metadata: { refund_id: refundId },
          },
          { ...options, idempotencyKey: refundId },
        );
        return refundState(made);
      }),
    eventOf(body, signature, now) {
      try {
        return eventOf(
          stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS, undefined, now),
        );
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
          return null;
        throw error;
      }
    },
  };
}

/** A definite no becomes a refusal; everything else that Stripe throws leaves open whether it has happened. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isNo =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripeCardError ||
      error instanceof Stripe.errors.StripePermissionError;
    throw isNo ? new ProviderRefusal(error.message, { cause: error }) : error;
  }
}

function accountState(account: Stripe.Account): AccountState {
  const requirementsDue = account.requirements?.currently_due ?? [];
  return {
    status: accountStatus(account, requirementsDue),
    chargesEnabled: account.charges_enabled,
    payoutsEnabled: account.payouts_enabled,
    requirementsDue,
  };
}

function accountStatus(account: Stripe.Account, due: readonly string[]): AccountState["status"] {
  if (account.requirements?.disabled_reason?.startsWith("rejected") === true) return "disabled";
  if (!account.details_submitted) return "onboarding";
  if (account.charges_enabled && account.payouts_enabled) return "active";
  return due.length > 0 ? "restricted" : "pending_verification";
}

function paymentState(intent: Stripe.PaymentIntent): PaymentState {
  const charge = intent.latest_charge;
  const card = typeof charge === "object" ? charge?.payment_method_details?.card : undefined;
  return {
    // A card that was declined may be tried again with the same secret, so only a cancelled intent is over.
    status: intent.status === "succeeded" ? "succeeded" : intent.status === "canceled" ? "failed" : "pending",
    card: card?.last4 == null ? null : { brand: card.brand ?? "unknown", last4: card.last4 },
  };
}

function refundState(refund: Stripe.Refund): RefundState {
  const { status } = refund;
  return {
    providerRefundId: refund.id,
    status:
      status === "succeeded"
        ? "succeeded"
        : status === "failed" || status === "canceled"
          ? "failed"
          : "pending",
  };
}

function eventOf(event: Stripe.Event): ProviderEvent {
  const accountId = event.account ?? null;
  const about = aboutOf(event);
  return { id: event.id, accountId, about };
}

function aboutOf(event: Stripe.Event): ProviderEvent["about"] {
  switch (event.type) {
    case "account.updated":
      return { kind: "account" };
    case "payment_intent.succeeded":
    case "payment_intent.canceled": {
      const { id, metadata } = event.data.object;
      return { kind: "payment", providerPaymentId: id, paymentId: ourId(metadata.payment_id) };
    }
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated": {
      const refundId = ourId(event.data.object.metadata?.refund_id);
      return refundId === null ? { kind: "other" } : { kind: "refund", refundId };
    }
    default:
      return { kind: "other" };
  }
}

/** Others may write metadata too: what is no id is none of ours. */
function ourId(text: string | undefined): string | null {
  return text !== undefined && isId(text) ? text.toLowerCase() : null;
}
