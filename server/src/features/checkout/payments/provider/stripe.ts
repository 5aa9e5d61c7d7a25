import type { Stripe } from "stripe";
import type { BrowserLibrary, PaymentProvider } from "./provider.ts";
import { stripeAmountOf } from "./stripeAmounts.ts";
import { retrieve, stripeAuthorisations } from "./stripeAuthorisations.ts";
import { stripeCards } from "./stripeCards.ts";
import { decided, isInvalidRequest, isUnsigned, sendToStripe, withAccountErrors } from "./stripeErrors.ts";
import { aboutOf, accountState, paymentState, refundState } from "./stripeStates.ts";

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The base URL of Stripe's API. The default is Stripe's production URL. */
  readonly api?: { readonly protocol: "http" | "https"; readonly host: string; readonly port: number };
  /** The library for the card form. The default is Stripe.js. */
  readonly browserLibrary?: BrowserLibrary;
}

/** Stripe.js. Stripe requires pages to load it from this URL, and documents these sources for the Content-Security-Policy. */
const STRIPE_JS: BrowserLibrary = {
  url: "https://js.stripe.com/v3/",
  sources: {
    script: ["https://js.stripe.com", "https://*.js.stripe.com"],
    connect: ["https://api.stripe.com"],
    frame: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  },
};

/** The largest accepted difference between a webhook's timestamp and the local clock, equal to Stripe's default. */
const TOLERANCE_SECONDS = 300;

/**
 * Creates the Stripe provider, with direct charges on an account that the business connects: the business receives the money, and the money
 * never passes through an account of Daybook. Requests contain Daybook's ids as `Idempotency-Key` and as metadata. A repeated request
 * therefore takes effect only once, and Daybook can match an event that arrives before Stripe's id is stored.
 */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  let client: Promise<Stripe> | undefined;
  // The library needs tens of megabytes of memory, so it is loaded on first use.
  const library = () => {
    client ??= open(settings);
    return client;
  };
  return {
    name: "stripe",
    browserLibrary: settings.browserLibrary ?? STRIPE_JS,
    createAccount: ({ id, country }) =>
      sendToStripe(async () => {
        const account = await (await library()).accounts.create(
          {
            country,
            // The business pays Stripe's fees. Stripe, not Daybook, is liable for losses and requests missing information from
            // the business.
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
      sendToStripe(async () => {
        const link = await (await library()).accountLinks.create({
          account: accountId,
          type: "account_onboarding",
          return_url: returnUrl,
          refresh_url: returnUrl,
        });
        return { url: link.url, expiresAt: link.expires_at * 1000 };
      }),
    readAccount: (accountId) =>
      withAccountErrors(async () => accountState(await (await library()).accounts.retrieve(accountId))),
    startPayment: (wanted) =>
      sendToStripe(async () => {
        const intent = await (await library()).paymentIntents.create(
          {
            amount: stripeAmountOf(wanted),
            currency: wanted.currency.toLowerCase(),
            allowed_payment_method_types: ["card"],
            metadata: { payment_id: wanted.paymentId },
          },
          { idempotencyKey: wanted.paymentId, stripeAccount: wanted.accountId },
        );
        if (intent.client_secret === null) throw new Error("Stripe's response has no client_secret.");
        return { providerPaymentId: intent.id, clientSecret: intent.client_secret };
      }),
    readPayment: (payment) =>
      withAccountErrors(async () => paymentState(await retrieve(await library(), payment), payment)),
    cancelPayment: (payment) =>
      withAccountErrors(async () => {
        const { accountId, providerPaymentId } = payment;
        const stripe = await library();
        try {
          const options = { stripeAccount: accountId };
          return paymentState(await stripe.paymentIntents.cancel(providerPaymentId, {}, options), payment);
        } catch (error) {
          // Reads the state if the cancellation fails, because Stripe does not cancel a payment that is paid or already cancelled.
          if (!isInvalidRequest(error)) throw error;
          return paymentState(await retrieve(stripe, payment), payment);
        }
      }),
    ...stripeAuthorisations(library),
    ...stripeCards(library),
    refund: async (wanted) => {
      const { accountId, providerPaymentId, refundId } = wanted;
      const stripe = await library();
      const options = { stripeAccount: accountId };
      // Stripe deletes an Idempotency-Key after a day, and this refund may be older, so Daybook first searches the list of refunds for it.
      // If the list cannot be read, it is unknown whether the refund was made.
      const known = await withAccountErrors(async () => {
        const listed = stripe.refunds.list({ payment_intent: providerPaymentId, limit: 100 }, options);
        for await (const one of listed) if (one.metadata?.refund_id === refundId) return one;
        return undefined;
      });
      if (known !== undefined) return refundState(known, wanted);
      const made = await decided(async () =>
        stripe.refunds.create(
          {
            payment_intent: providerPaymentId,
            amount: stripeAmountOf(wanted),
            metadata: { refund_id: refundId },
          },
          { ...options, idempotencyKey: refundId },
        ),
      );
      return refundState(made, wanted);
    },
    readRefund: (refund) =>
      withAccountErrors(async () => {
        const { accountId, providerRefundId } = refund;
        const options = { stripeAccount: accountId };
        return refundState(await (await library()).refunds.retrieve(providerRefundId, {}, options), refund);
      }),
    eventOf: async (body, signature, now) => {
      const { webhooks } = await library();
      const secret = settings.webhookSecret;
      try {
        const event = webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now);
        return { id: event.id, accountId: event.account ?? null, about: aboutOf(event) };
      } catch (error) {
        if (isUnsigned(error)) return null;
        throw error;
      }
    },
  };
}

async function open({ secretKey, api }: StripeSettings): Promise<Stripe> {
  const { Stripe } = await import("stripe");
  return new Stripe(secretKey, {
    ...api,
    timeout: 20_000,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: "Daybook" },
  });
}
