import type { Stripe } from "stripe";
import type {
  AuthorisationState,
  NewAuthorisation,
  PaymentProvider,
  ProviderAmount,
  ProviderAuthorisation,
  ProviderPayment,
} from "./provider.ts";
import { stripeAmountOf } from "./stripeAmounts.ts";
import { isSetup, stripeCards } from "./stripeCards.ts";
import { decided, isInvalidRequest, isUnsigned, sendToStripe, withAccountErrors } from "./stripeErrors.ts";
import {
  aboutOf,
  accountState,
  authorisationState,
  paymentState,
  refundState,
  setupState,
} from "./stripeStates.ts";

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Defaults to Stripe's production URL. */
  readonly api?: { readonly protocol: "http" | "https"; readonly host: string; readonly port: number };
}

/** The largest accepted difference between a webhook's timestamp and the local clock, equal to Stripe's default. */
const TOLERANCE_SECONDS = 300;

/**
 * Creates the Stripe provider, with direct charges on an account that the business connects: the business receives the money, and
 * Daybook never holds it. Requests contain Daybook's ids as `Idempotency-Key` and as metadata. A repeated request therefore takes
 * effect once, and an event that arrives before Stripe's id is stored can be matched.
 */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  let client: Promise<Stripe> | undefined;
  // The library has tens of megabytes, so it is loaded on first use.
  const library = () => {
    client ??= open(settings);
    return client;
  };
  return {
    name: "stripe",
    createAccount: ({ id, country }) =>
      sendToStripe(async () => {
        const account = await (await library()).accounts.create(
          {
            country,
            // The business pays the fees, bears losses, and answers Stripe's requests for information on Stripe's pages.
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
        if (intent.client_secret === null) throw new Error("Stripe has sent no client_secret.");
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
          // A payment that is paid or already cancelled cannot be cancelled, so its state is read instead.
          if (!isInvalidRequest(error)) throw error;
          return paymentState(await retrieve(stripe, payment), payment);
        }
      }),
    authorise: (wanted) =>
      sendToStripe(async () => {
        const stripe = await library();
        const intent =
          wanted.amountMinor === 0
            ? await startSetup(stripe, wanted)
            : await stripe.paymentIntents.create(
                { ...amountOf(wanted), ...CARDS, ...HELD, ...reuseOf(wanted), ...namedAs(wanted) },
                optionsFor(wanted, "intent"),
              );
        if (intent.client_secret === null) throw new Error("Stripe has sent no client_secret.");
        return { providerPaymentId: intent.id, clientSecret: intent.client_secret };
      }),
    openCheckout: (wanted) =>
      sendToStripe(async () => {
        const urls = { success_url: wanted.returnUrl, cancel_url: wanted.cancelUrl };
        const session = await (await library()).checkout.sessions.create(
          { ...pageOf(wanted), ...CARDS, ...namedAs(wanted), ...urls },
          optionsFor(wanted, "checkout"),
        );
        if (session.url === null) throw new Error("Stripe has sent no page.");
        return { checkoutId: session.id, url: session.url };
      }),
    readAuthorisation: (wanted) => withAccountErrors(async () => stateOf(await library(), wanted)),
    cancelAuthorisation: (wanted) =>
      withAccountErrors(async () => {
        const stripe = await library();
        const options = { stripeAccount: wanted.accountId };
        // Stripe refuses to expire a page on which the client has paid, and to cancel a payment that is captured or cancelled.
        // These refusals are ignored.
        const unlessRefused = async (work: () => Promise<unknown>) => {
          await work().catch((error: unknown) => {
            if (!isInvalidRequest(error)) throw error;
          });
        };
        const { checkoutId } = wanted;
        if (checkoutId !== null)
          await unlessRefused(() => stripe.checkout.sessions.expire(checkoutId, {}, options));
        const { providerPaymentId: paid } = await stateOf(stripe, wanted);
        if (paid !== null && isSetup(paid)) {
          // A card that was entered but not saved for a client cannot be charged: there is nothing to release.
          await unlessRefused(() => stripe.setupIntents.cancel(paid, {}, options));
          return { status: "cancelled", providerPaymentId: paid };
        }
        if (paid !== null) await unlessRefused(() => stripe.paymentIntents.cancel(paid, {}, options));
        return stateOf(stripe, wanted);
      }),
    capture: (payment) =>
      withAccountErrors(async () => {
        const { accountId, providerPaymentId } = payment;
        const stripe = await library();
        try {
          await stripe.paymentIntents.capture(providerPaymentId, {}, { stripeAccount: accountId });
        } catch (error) {
          if (!isInvalidRequest(error)) throw error;
        }
        return paymentState(await retrieve(stripe, payment), payment);
      }),
    ...stripeCards(library),
    refund: async (wanted) => {
      const { accountId, providerPaymentId, refundId } = wanted;
      const stripe = await library();
      const options = { stripeAccount: accountId };
      // Stripe deletes an Idempotency-Key after a day, and this refund may be older, so it is looked up in the list first. If the
      // list cannot be read, it is unknown whether the refund was made.
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

/** Such a payment is only authorised until it is captured. */
const HELD = { capture_method: "manual" } as const;
const CARDS = { allowed_payment_method_types: ["card" as const] };

/** Returns the field that saves the card of a payment. */
function reuseOf({ savesCard }: NewAuthorisation) {
  return savesCard ? ({ setup_future_usage: "off_session" } as const) : {};
}

function startSetup(stripe: Stripe, wanted: NewAuthorisation) {
  const setup = { ...CARDS, usage: "off_session" as const, ...namedAs(wanted) };
  return stripe.setupIntents.create(setup, optionsFor(wanted, "intent"));
}

/** Returns what a page of Stripe asks for: a payment, or only a card to save. */
function pageOf(wanted: NewAuthorisation & { readonly description: string; readonly captures?: boolean }) {
  if (wanted.amountMinor === 0)
    return {
      mode: "setup" as const,
      currency: wanted.currency.toLowerCase(),
      setup_intent_data: namedAs(wanted),
    };
  const { amount, currency } = amountOf(wanted);
  const price = { currency, unit_amount: amount, product_data: { name: wanted.description } };
  const capture = wanted.captures === true ? {} : HELD;
  return {
    mode: "payment" as const,
    line_items: [{ quantity: 1, price_data: price }],
    payment_intent_data: { ...capture, ...reuseOf(wanted), ...namedAs(wanted) },
  };
}

function amountOf(wanted: ProviderAmount): { amount: number; currency: string } {
  return { amount: stripeAmountOf(wanted), currency: wanted.currency.toLowerCase() };
}

function namedAs({ paymentId }: NewAuthorisation) {
  return { metadata: { payment_id: paymentId } };
}

function optionsFor({ paymentId, attempt, accountId }: NewAuthorisation, kind: "intent" | "checkout") {
  return { idempotencyKey: `${paymentId}-${kind}-${attempt}`, stripeAccount: accountId };
}

/** Reads the state of an authorisation. A page on which the client has not paid has no payment yet. */
async function stateOf(
  stripe: Stripe,
  { accountId, providerPaymentId, checkoutId }: ProviderAuthorisation,
): Promise<AuthorisationState> {
  const options = { stripeAccount: accountId };
  let paymentId = providerPaymentId;
  if (checkoutId !== null) {
    const session = await stripe.checkout.sessions.retrieve(checkoutId, {}, options);
    const { status, payment_intent: payment, setup_intent: setup } = session;
    const intent = payment ?? setup;
    const intentId = typeof intent === "string" ? intent : intent?.id;
    if (intentId === undefined || status !== "complete")
      return { status: status === "expired" ? "cancelled" : "open", providerPaymentId: null };
    paymentId = intentId;
  }
  if (paymentId === null) return { status: "open", providerPaymentId: null };
  return isSetup(paymentId)
    ? setupState(await stripe.setupIntents.retrieve(paymentId, {}, options))
    : authorisationState(await stripe.paymentIntents.retrieve(paymentId, {}, options));
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

function retrieve(stripe: Stripe, { accountId, providerPaymentId }: ProviderPayment) {
  return stripe.paymentIntents.retrieve(
    providerPaymentId,
    { expand: ["latest_charge"] },
    { stripeAccount: accountId },
  );
}
