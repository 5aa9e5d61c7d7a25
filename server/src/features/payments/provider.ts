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

/** What has become of a payment; `pending` while nobody has paid or the bank has not answered. */
export interface PaymentState {
  readonly status: "pending" | "succeeded" | "failed";
  readonly card: { readonly brand: string; readonly last4: string } | null;
}

export interface RefundState {
  readonly providerRefundId: string;
  readonly status: "pending" | "succeeded" | "failed";
}

/** A payment there: on whose account, and its number. */
export interface ProviderPayment {
  readonly accountId: string;
  readonly providerPaymentId: string;
}

/** One amount, in the minor units of ISO 4217; a provider may count in others. */
export interface ProviderAmount {
  readonly amountMinor: number;
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
    | { readonly kind: "refund"; readonly refundId: string }
    | { readonly kind: "other" };
}

/**
 * A company that takes card payments online. Every method but `eventOf` goes over the network: never inside of a
 * transaction. Ours are the ids that make a repeated request harmless: sent twice, it happens once.
 *
 * They throw `ProviderRefusal` for a definite no; anything else that is thrown leaves open whether it happened.
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
  /** Takes back what nobody has paid; answers what has become of it, which may be that somebody has. */
  cancelPayment(payment: ProviderPayment): Promise<PaymentState>;
  /** Gives back, or says what has become of the refund of this id that was asked for earlier. */
  refund(wanted: ProviderPayment & ProviderAmount & { readonly refundId: string }): Promise<RefundState>;
  /** Null when the signature is not the provider's, or too old at `now`. */
  eventOf(body: Buffer, signature: string, now: number): ProviderEvent | null;
}

/** A definite no of the provider, with its words: for the log, not for whoever asked. */
export class ProviderRefusal extends Error {}
