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
import { isSetup } from "./stripeCards.ts";
import { isInvalidRequest, sendToStripe, withAccountErrors } from "./stripeErrors.ts";
import { authorisationState, paymentState, setupState } from "./stripeStates.ts";

/**
 * Returns the functions of the Stripe provider that authorise payments and capture them later. Clients authorise a payment in the browser
 * or on a page of Stripe (Checkout).
 */
export function stripeAuthorisations(
  library: () => Promise<Stripe>,
): Pick<
  PaymentProvider,
  "authorise" | "openCheckout" | "readAuthorisation" | "cancelAuthorisation" | "capture"
> {
  return {
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
        if (intent.client_secret === null) throw new Error("Stripe's response has no client_secret.");
        return { providerPaymentId: intent.id, clientSecret: intent.client_secret };
      }),
    openCheckout: (wanted) =>
      sendToStripe(async () => {
        const urls = { success_url: wanted.returnUrl, cancel_url: wanted.cancelUrl };
        const session = await (await library()).checkout.sessions.create(
          { ...pageOf(wanted), ...CARDS, ...namedAs(wanted), ...urls },
          optionsFor(wanted, "checkout"),
        );
        if (session.url === null) throw new Error("Stripe's response has no checkout URL.");
        return { checkoutId: session.id, url: session.url };
      }),
    readAuthorisation: (wanted) => withAccountErrors(async () => stateOf(await library(), wanted)),
    cancelAuthorisation: (wanted) =>
      withAccountErrors(async () => {
        const stripe = await library();
        const options = { stripeAccount: wanted.accountId };
        // Stripe rejects a request to expire a page on which the client has paid, or to cancel a payment that is captured or
        // cancelled. These errors are ignored.
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
          // A setup authorises no amount, and Daybook charges only cards that it has saved for a client. If Stripe rejects the
          // cancellation of the setup, there is therefore no amount and no card to release.
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
  };
}

/** Stripe only authorises the payment; `capture` charges it. */
const HELD = { capture_method: "manual" } as const;
const CARDS = { allowed_payment_method_types: ["card" as const] };

/** Returns the field that makes Stripe save the card of a payment for later charges. */
function reuseOf({ savesCard }: NewAuthorisation) {
  return savesCard ? ({ setup_future_usage: "off_session" } as const) : {};
}

function startSetup(stripe: Stripe, wanted: NewAuthorisation) {
  const setup = { ...CARDS, usage: "off_session" as const, ...namedAs(wanted) };
  return stripe.setupIntents.create(setup, optionsFor(wanted, "intent"));
}

/** Returns the parameters of a Stripe page for a payment or, with an amount of 0, for a card to save. */
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

/** Reads the state of an authorisation. A Stripe page has no payment until the client has paid on it. */
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

export function retrieve(stripe: Stripe, { accountId, providerPaymentId }: ProviderPayment) {
  return stripe.paymentIntents.retrieve(
    providerPaymentId,
    { expand: ["latest_charge"] },
    { stripeAccount: accountId },
  );
}
