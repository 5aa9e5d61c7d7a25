import type { Stripe } from "stripe";
import { isId } from "../../../../kernel/ids.ts";
import {
  type AccountState,
  AmountDiffers,
  type AuthorisationState,
  type PaymentState,
  type ProviderAmount,
  type ProviderEvent,
  type ProviderRefund,
  type RefundState,
} from "./provider.ts";
import { amountMinorOf, stripeAmountOf } from "./stripeAmounts.ts";

export function accountState(account: Stripe.Account): AccountState {
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

/** Returns the state of a payment. Throws `AmountDiffers` if the captured amount differs from `wanted`. */
export function paymentState(intent: Stripe.PaymentIntent, wanted: ProviderAmount): PaymentState {
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  // After a declined card, the client may try again with the same secret. Therefore, only a cancelled intent is final.
  if (intent.status === "canceled") return { status: "failed", card: null };
  if (intent.status !== "succeeded") return { status: "pending", card: null };
  const received = { amount: intent.amount_received, currency: intent.currency };
  // Stripe charged a different amount, which the owner then refunded in full on Stripe's pages. The payment therefore counts as
  // failed.
  if (!isSame(received, wanted) && charge?.refunded === true) return { status: "failed", card: null };
  assertSame("payment", intent.id, received, wanted);
  const card = charge?.payment_method_details?.card;
  return {
    status: "succeeded",
    card: card?.last4 == null ? null : { brand: card.brand ?? "unknown", last4: card.last4 },
  };
}

/** Returns the state of a refund. Throws `AmountDiffers` if its amount differs from `wanted`. */
export function refundState(
  refund: Stripe.Refund,
  wanted: Pick<ProviderRefund, "amountMinor" | "currency">,
): RefundState {
  const { id, amount, status } = refund;
  const amountMinor = wanted.amountMinor ?? amountMinorOf(amount, wanted.currency);
  assertSame("refund", id, refund, { ...wanted, amountMinor });
  const hasFailed = status === "failed" || status === "canceled";
  return {
    providerRefundId: id,
    amountMinor,
    status: status === "succeeded" ? "succeeded" : hasFailed ? "failed" : "pending",
  };
}

interface StripeAmount {
  readonly amount: number;
  readonly currency: string;
}

function isSame(there: StripeAmount, wanted: ProviderAmount): boolean {
  return there.amount === stripeAmountOf(wanted) && there.currency === wanted.currency.toLowerCase();
}

function assertSame(
  what: "payment" | "refund",
  id: string,
  there: StripeAmount,
  wanted: ProviderAmount,
): void {
  if (isSame(there, wanted)) return;
  const found = `${there.amount} ${there.currency}`;
  const expected = `${stripeAmountOf(wanted)} ${wanted.currency.toLowerCase()}`;
  throw new AmountDiffers(`The ${what} ${id} is ${found} at Stripe, but Daybook expected ${expected}.`);
}

/** Returns the state of an authorisation. Does not check the amount, because `capture` checks it. */
export function authorisationState({ id, status }: Stripe.PaymentIntent): AuthorisationState {
  const states = { requires_capture: "authorised", succeeded: "captured", canceled: "cancelled" } as const;
  const known = status in states ? states[status as keyof typeof states] : "open";
  return { status: known, providerPaymentId: id };
}

/**
 * Returns the state of a setup, in which a client enters a card to save. A card that the client has entered counts as
 * authorised.
 */
export function setupState({ id, status }: Stripe.SetupIntent): AuthorisationState {
  const states = { succeeded: "authorised", canceled: "cancelled" } as const;
  const known = status in states ? states[status as keyof typeof states] : "open";
  return { status: known, providerPaymentId: id };
}

/** Returns the kind and the ids of the record that an event names. The caller reads the state of the record from Stripe. */
export function aboutOf(event: Stripe.Event): ProviderEvent["about"] {
  switch (event.type) {
    case "account.updated":
    case "account.application.deauthorized":
      return { kind: "account" };
    case "payment_intent.amount_capturable_updated":
      return { kind: "authorisation", paymentId: ourId(event.data.object.metadata.payment_id) };
    case "setup_intent.succeeded":
      return { kind: "authorisation", paymentId: ourId(event.data.object.metadata?.payment_id) };
    case "checkout.session.completed":
    case "checkout.session.expired":
      return { kind: "authorisation", paymentId: ourId(event.data.object.metadata?.payment_id) };
    case "payment_intent.succeeded":
    case "payment_intent.canceled": {
      const { id, metadata } = event.data.object;
      return { kind: "payment", providerPaymentId: id, paymentId: ourId(metadata.payment_id) };
    }
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated": {
      const { id, metadata, payment_intent: intent } = event.data.object;
      return {
        kind: "refund",
        providerRefundId: id,
        providerPaymentId: typeof intent === "string" ? intent : (intent?.id ?? null),
        refundId: ourId(metadata?.refund_id),
      };
    }
    default:
      return { kind: "other" };
  }
}

/**
 * Returns the Daybook id in a metadata value. Returns null for a value that is not a UUID, because other programs can also
 * write metadata.
 */
function ourId(text: string | undefined): string | null {
  return text !== undefined && isId(text) ? text.toLowerCase() : null;
}
