/** The statuses of an account with a provider, named as in contract §3. */
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
  /** The provider's names of the fields that the owner must still fill in. */
  readonly requirementsDue: readonly string[];
}

/** The state of a payment. A payment is `pending` until the client has paid and the bank has confirmed or declined the payment. */
export interface PaymentState {
  readonly status: "pending" | "succeeded" | "failed";
  readonly card: { readonly brand: string; readonly last4: string } | null;
}

/** The state of an authorisation: `open` until the client has paid, `captured` once the money was taken. */
export interface AuthorisationState {
  readonly status: "open" | "authorised" | "captured" | "cancelled";
  /** Null while a client has not yet paid on the provider's page. */
  readonly providerPaymentId: string | null;
}

/**
 * An authorisation to start. `attempt` is the number of the attempt for the same payment: each attempt has its own id at the provider. An
 * amount of 0 takes no money: the client only enters a card to save.
 */
export interface NewAuthorisation extends ProviderAmount {
  readonly paymentId: string;
  readonly attempt: number;
  readonly accountId: string;
  /** Whether the provider saves the card for later off-session charges. */
  readonly savesCard: boolean;
}

/** A card that a client has entered to save, identified by the setup or the payment in which the client entered it. */
export interface EnteredCard {
  readonly cardId: string;
  readonly accountId: string;
  readonly setupId: string;
}

/** A card at the provider. The status is `failed` if the provider has declined to save the card. */
export type SavedCardState =
  | { readonly status: "failed" }
  | {
      readonly status: "active";
      readonly customerId: string;
      readonly methodId: string;
      readonly brand: string;
      readonly last4: string;
      readonly expMonth: number;
      readonly expYear: number;
    };

/** A charge of a saved card while the client is not present. */
export interface CardCharge extends ProviderAmount {
  readonly paymentId: string;
  readonly accountId: string;
  readonly customerId: string;
  readonly methodId: string;
}

/** The outcome of a charge. `authentication_required`: the bank requires the client to authenticate, so the client must pay on a page. */
export interface CardChargeState extends PaymentState {
  readonly providerPaymentId: string | null;
  readonly problem: "declined" | "authentication_required" | null;
}

/** The ids of an authorisation at the provider: of a payment, of a page, or of both once a client has paid on the page. */
export interface ProviderAuthorisation extends ProviderAmount {
  readonly accountId: string;
  readonly providerPaymentId: string | null;
  readonly checkoutId: string | null;
}

/** The state of a refund. A refund that has succeeded can still fail when the bank returns the money. */
export interface RefundState {
  readonly providerRefundId: string;
  readonly amountMinor: number;
  readonly status: "pending" | "succeeded" | "failed";
}

/** An amount in ISO 4217 minor units. The provider's units may differ. */
export interface ProviderAmount {
  readonly amountMinor: number;
  readonly currency: string;
}

/** A payment at the provider: its account, its id, and the expected amount. */
export interface ProviderPayment extends ProviderAmount {
  readonly accountId: string;
  readonly providerPaymentId: string;
}

/** A refund at the provider, and its expected amount. Null accepts any amount, for a refund that Daybook did not request. */
export interface ProviderRefund {
  readonly accountId: string;
  readonly providerRefundId: string;
  readonly amountMinor: number | null;
  readonly currency: string;
}

/** A notification that something has changed. The new state is read from the provider, never from the event. */
export interface ProviderEvent {
  readonly id: string;
  /** The account of the event, or null for events without an account. */
  readonly accountId: string | null;
  readonly about:
    | { readonly kind: "account" }
    | { readonly kind: "authorisation"; readonly paymentId: string | null }
    | { readonly kind: "payment"; readonly providerPaymentId: string; readonly paymentId: string | null }
    | {
        readonly kind: "refund";
        readonly providerRefundId: string;
        readonly providerPaymentId: string | null;
        /** Null for a refund made on the provider's pages. */
        readonly refundId: string | null;
      }
    | { readonly kind: "other" };
}

/** The provider's library for browsers. The library shows the provider's card form in a page. */
export interface BrowserLibrary {
  /** The URL of the script. */
  readonly url: string;
  /** The sources that the Content-Security-Policy of a page with the form must allow in addition to Daybook's own. */
  readonly sources: {
    readonly script: readonly string[];
    readonly connect: readonly string[];
    readonly frame: readonly string[];
  };
}

/**
 * A company that processes online card payments. All methods except `eventOf` send network requests and must not be called inside a
 * transaction. Requests contain Daybook's ids, so that a repeated request takes effect only once.
 *
 * Methods throw `ProviderRefusal` for a request that the provider has rejected and that would fail again, `AccountGone` for an account that
 * Daybook may no longer access, and `AmountDiffers` for an amount that differs from the expected one. After any other error, it is unknown
 * whether the request took effect.
 */
export interface PaymentProvider {
  readonly name: "stripe";
  readonly browserLibrary: BrowserLibrary;
  createAccount(account: { readonly id: string; readonly country: string }): Promise<{ accountId: string }>;
  /**
   * Creates a link to a page of the provider on which the owner enters the required data. The link can be used once and expires after a few
   * minutes.
   */
  onboardingLink(wanted: {
    readonly accountId: string;
    readonly returnUrl: string;
  }): Promise<{ url: string; expiresAt: number }>;
  readAccount(accountId: string): Promise<AccountState>;
  startPayment(
    wanted: ProviderAmount & { readonly paymentId: string; readonly accountId: string },
  ): Promise<{ providerPaymentId: string; clientSecret: string }>;
  readPayment(payment: ProviderPayment): Promise<PaymentState>;
  /** Cancels an unpaid payment. Returns its new state, which is `succeeded` if the client paid before the cancellation. */
  cancelPayment(payment: ProviderPayment): Promise<PaymentState>;
  /** Starts a payment that the client only authorises. `capture` takes the money. */
  authorise(wanted: NewAuthorisation): Promise<{ providerPaymentId: string; clientSecret: string }>;
  /**
   * Like `authorise`, but the client pays on a page of the provider. The page then redirects to `returnUrl`. With `captures`,
   * the provider takes the money immediately instead of authorising it.
   */
  openCheckout(
    wanted: NewAuthorisation & {
      readonly description: string;
      readonly returnUrl: string;
      readonly cancelUrl: string;
      readonly captures?: boolean;
    },
  ): Promise<{ checkoutId: string; url: string }>;
  /** Saves a card that the client has entered, or returns the card that an earlier call with this id saved. */
  saveCard(card: EnteredCard): Promise<SavedCardState>;
  /** Deletes a saved card. Does not throw if the card does not exist. */
  removeCard(card: { readonly accountId: string; readonly customerId: string }): Promise<void>;
  /** Charges a saved card, or returns the outcome of an earlier charge with this payment id. */
  chargeCard(charge: CardCharge): Promise<CardChargeState>;
  readAuthorisation(authorisation: ProviderAuthorisation): Promise<AuthorisationState>;
  /** Cancels an authorisation, even if the client has paid. Returns the new state, which is `captured` if the money was already taken. */
  cancelAuthorisation(authorisation: ProviderAuthorisation): Promise<AuthorisationState>;
  /** Takes the money of an authorised payment. For a payment that is already captured or cancelled, returns its state. */
  capture(payment: ProviderPayment): Promise<PaymentState>;
  /** Requests a refund, or returns the state of a refund that was already requested with this id. */
  refund(wanted: ProviderPayment & { readonly refundId: string }): Promise<RefundState>;
  readRefund(refund: ProviderRefund): Promise<RefundState>;
  /** Returns the event of a webhook body, or null if the signature is invalid or too old at `now`. */
  eventOf(body: Buffer, signature: string, now: number): Promise<ProviderEvent | null>;
}

/** The provider has rejected a request, and a retry would fail too. The provider's message is for the log, not for the API client. */
export class ProviderRefusal extends Error {}

/**
 * Daybook may no longer access the account, because its owner revoked the access or the account was closed. It is unknown whether
 * pending payments and refunds succeeded.
 */
export class AccountGone extends Error {}

/** The provider charged or refunded an amount that differs from the requested one. The owner must check the difference. */
export class AmountDiffers extends Error {}
