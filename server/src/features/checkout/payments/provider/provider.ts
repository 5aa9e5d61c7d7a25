/** Where an account with a provider stands, as contract §3 calls it. */
export const ACCOUNT_STATUSES = [
  "not_connected",
  "onboarding",
  "pending_verification",
  "restricted",
  "active",
  "disabled",
] as const;

export interface AccountState {
  readonly status: Exclude<(typeof ACCOUNT_STATUSES)[number], "not_connected">;
  readonly chargesEnabled: boolean;
  readonly payoutsEnabled: boolean;
  /** What the provider still wants to know, in its own words. */
  readonly requirementsDue: readonly string[];
}

/** The state of a payment; `pending` until it is paid and the bank has answered. */
export interface PaymentState {
  readonly status: "pending" | "succeeded" | "failed";
  readonly card: { readonly brand: string; readonly last4: string } | null;
}

/** What has become of a refund; one that has succeeded may still fail, when the bank sends the money back. */
export interface RefundState {
  readonly providerRefundId: string;
  readonly amountMinor: number;
  readonly status: "pending" | "succeeded" | "failed";
}

/** One amount, in the minor units of ISO 4217; a provider may count in others. */
export interface ProviderAmount {
  readonly amountMinor: number;
  readonly currency: string;
}

/** A payment there: on whose account, its number, and what it is to have taken. */
export interface ProviderPayment extends ProviderAmount {
  readonly accountId: string;
  readonly providerPaymentId: string;
}

/** A refund there, and what it is to have given back; null: whatever it is, for it was not asked for here. */
export interface ProviderRefund {
  readonly accountId: string;
  readonly providerRefundId: string;
  readonly amountMinor: number | null;
  readonly currency: string;
}

/** What a provider has told us: that something has changed. What it has changed to is asked for, never believed. */
export interface ProviderEvent {
  readonly id: string;
  /** On whose account; null for what concerns none. */
  readonly accountId: string | null;
  readonly about:
    | { readonly kind: "account" }
    | { readonly kind: "payment"; readonly providerPaymentId: string; readonly paymentId: string | null }
    | {
        readonly kind: "refund";
        readonly providerRefundId: string;
        readonly providerPaymentId: string | null;
        /** Null for one that was made on the provider's own pages. */
        readonly refundId: string | null;
      }
    | { readonly kind: "other" };
}

/**
 * A company that takes card payments online. Every method but `eventOf` goes over the network: never inside of a
 * transaction. Ours are the ids that make a repeated request harmless: sent twice, it happens once.
 *
 * They throw `ProviderRefusal` for a definite no, `AccountGone` for an account that we may not even ask about, and
 * `AmountDiffers`; anything else that is thrown leaves open whether it happened.
 */
export interface PaymentProvider {
  readonly name: "stripe";
  createAccount(account: { readonly id: string; readonly country: string }): Promise<{ accountId: string }>;
  /** A page on which the owner tells the provider about themselves; good once and for minutes. */
  onboardingLink(wanted: {
    readonly accountId: string;
    readonly returnUrl: string;
  }): Promise<{ url: string; expiresAt: number }>;
  readAccount(accountId: string): Promise<AccountState>;
  startPayment(
    wanted: ProviderAmount & { readonly paymentId: string; readonly accountId: string },
  ): Promise<{ providerPaymentId: string; clientSecret: string }>;
  readPayment(payment: ProviderPayment): Promise<PaymentState>;
  /** Cancels an unpaid payment; answers its state afterwards, which may be succeeded if it was paid meanwhile. */
  cancelPayment(payment: ProviderPayment): Promise<PaymentState>;
  /** Gives back, or says what has become of the refund of this id that was asked for earlier. */
  refund(wanted: ProviderPayment & { readonly refundId: string }): Promise<RefundState>;
  readRefund(refund: ProviderRefund): Promise<RefundState>;
  /** Null when the signature is not the provider's, or too old at `now`. */
  eventOf(body: Buffer, signature: string, now: number): Promise<ProviderEvent | null>;
}

/** The provider's final refusal, with its message: for the log, not for the caller. */
export class ProviderRefusal extends Error {}

/**
 * The account is not ours to use any more: its owner has taken that from us, or it was closed. Of what is open there it
 * says nothing, neither that it happened nor that it did not.
 */
export class AccountGone extends Error {}

/** The provider has taken or given back something else than it was asked to: for people to look into. */
export class AmountDiffers extends Error {}
