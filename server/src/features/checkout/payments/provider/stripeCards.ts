import type { Stripe } from "stripe";
import type {
  CardCharge,
  CardChargeState,
  EnteredCard,
  PaymentProvider,
  SavedCardState,
} from "./provider.ts";
import { stripeAmountOf } from "./stripeAmounts.ts";
import { cardProblemOf, decided, isInvalidRequest, isRefusal, withAccountErrors } from "./stripeErrors.ts";
import { paymentState } from "./stripeStates.ts";

/** Returns whether an id at Stripe belongs to a setup, in which a client enters a card without a payment. */
export function isSetup(id: string): boolean {
  return id.startsWith("seti_");
}

/** Returns the functions of the Stripe provider for saved cards. Each card has its own customer at Stripe. */
export function stripeCards(
  library: () => Promise<Stripe>,
): Pick<PaymentProvider, "saveCard" | "removeCard" | "chargeCard"> {
  return {
    saveCard: (card) => withAccountErrors(async () => save(await library(), card)),
    removeCard: ({ accountId, customerId }) =>
      withAccountErrors(async () => {
        const stripe = await library();
        try {
          // Deleting the customer also detaches its card.
          await stripe.customers.del(customerId, {}, { stripeAccount: accountId });
        } catch (error) {
          if (!isInvalidRequest(error)) throw error;
        }
      }),
    chargeCard: (charge) => withAccountErrors(async () => chargeOf(await library(), charge)),
  };
}

/** Saves the card of a setup or payment. Uses the customer that a page of Stripe may already have created for the card. */
async function save(stripe: Stripe, { cardId, accountId, setupId }: EnteredCard): Promise<SavedCardState> {
  const options = { stripeAccount: accountId };
  const expand = { expand: ["payment_method"] };
  const { payment_method: method } = isSetup(setupId)
    ? await stripe.setupIntents.retrieve(setupId, expand, options)
    : await stripe.paymentIntents.retrieve(setupId, expand, options);
  if (method === null || typeof method === "string" || method.card === undefined) return { status: "failed" };
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  const known = typeof method.customer === "string" ? method.customer : method.customer?.id;
  try {
    const customerId = known ?? (await attach(stripe, method.id, { cardId, accountId }));
    return { status: "active", customerId, methodId: method.id, brand, last4, expMonth, expYear };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { status: "failed" };
  }
}

async function attach(
  stripe: Stripe,
  methodId: string,
  { cardId, accountId }: { readonly cardId: string; readonly accountId: string },
): Promise<string> {
  const options = { stripeAccount: accountId };
  return decided(async () => {
    const { id: customer } = await stripe.customers.create(
      { metadata: { saved_card_id: cardId } },
      { ...options, idempotencyKey: `${cardId}-customer` },
    );
    await stripe.paymentMethods.attach(methodId, { customer }, options);
    return customer;
  });
}

/**
 * Charges a card off-session. After a declined charge, the client could still complete the payment at Stripe. The payment is therefore
 * cancelled, so that the fee cannot be paid twice.
 */
async function chargeOf(stripe: Stripe, charge: CardCharge): Promise<CardChargeState> {
  const { paymentId, accountId, customerId, methodId } = charge;
  const options = { stripeAccount: accountId };
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: stripeAmountOf(charge),
        currency: charge.currency.toLowerCase(),
        customer: customerId,
        payment_method: methodId,
        allowed_payment_method_types: ["card"],
        off_session: true,
        confirm: true,
        expand: ["latest_charge"],
        metadata: { payment_id: paymentId },
      },
      { ...options, idempotencyKey: `${paymentId}-card` },
    );
    return { ...paymentState(intent, charge), providerPaymentId: intent.id, problem: null };
  } catch (error) {
    const problem = cardProblemOf(error);
    if (problem === null) return unlessRefused(error);
    const { intentId, needsClient } = problem;
    if (intentId !== null)
      await stripe.paymentIntents.cancel(intentId, {}, options).catch((refused: unknown) => {
        if (!isInvalidRequest(refused)) throw refused;
      });
    return {
      status: "failed",
      card: null,
      providerPaymentId: intentId,
      problem: needsClient ? "authentication_required" : "declined",
    };
  }
}

/**
 * Converts an error to a declined charge if Stripe has rejected the request, for example because the card was deleted on Stripe's pages.
 * Throws any other error.
 */
function unlessRefused(error: unknown): CardChargeState {
  if (!isRefusal(error)) throw error;
  return { status: "failed", card: null, providerPaymentId: null, problem: "declined" };
}
