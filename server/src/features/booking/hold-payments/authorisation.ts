import { ApiError } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { onlineDeposits, type PaymentProvider } from "../../checkout/payments/index.ts";
import { findByToken, type HoldPaymentRow, lockHoldPayment, markReleased, setStatus } from "./store.ts";

/** A deposit that a visitor has authorised for a hold, a card that the visitor has entered to save, or both. */
export interface AuthorisedDeposit {
  readonly holdId: string;
  readonly accountId: string;
  readonly providerPaymentId: string;
  /** 0 for a card without a deposit. */
  readonly amountMinor: number;
  /** Whether the visitor's card is saved. */
  readonly savesCard: boolean;
}

type State = Awaited<ReturnType<PaymentProvider["readAuthorisation"]>>;

/** Returns the payment of the hold with this token; undefined without a payment. */
export async function paymentOfHold(
  reader: Reader,
  businessId: string,
  tokenHash: Buffer,
): Promise<HoldPaymentRow | undefined> {
  const [row] = await reader.query(findByToken, { business_id: businessId, token_sha256: tokenHash });
  return row;
}

/**
 * Reads the state of a payment from the provider. If the account is no longer accessible, the payment counts as cancelled, because the
 * account cannot receive the money. Throws `unavailable` if the provider cannot be reached.
 */
export async function stateOf(
  { database, clock }: Context,
  provider: PaymentProvider,
  row: HoldPaymentRow,
  work: "read" | "cancel" = "read",
): Promise<State> {
  const authorisation = {
    accountId: row.provider_account_id,
    providerPaymentId: row.provider_payment_id,
    checkoutId: row.provider_checkout_id,
    amountMinor: row.amount,
    currency: row.currency,
  };
  if (row.provider_payment_id === null && row.provider_checkout_id === null)
    return { status: "cancelled", providerPaymentId: null };
  try {
    return await (work === "read"
      ? provider.readAuthorisation(authorisation)
      : provider.cancelAuthorisation(authorisation));
  } catch (error) {
    if (!onlineDeposits.isAccountGone(error)) throw unreachable(error);
    const account = { businessId: row.business_id, accountId: row.provider_account_id, now: clock.now() };
    await database.transaction(async (tx) => onlineDeposits.accountIsGone(tx, account));
    return { status: "cancelled", providerPaymentId: null };
  }
}

export function unreachable(cause: unknown): ApiError {
  return new ApiError(
    "unavailable",
    "The payment provider cannot be reached. Try again shortly.",
    undefined,
    cause,
  );
}

/** Returns the deposit that a visitor has authorised for a hold; null if the hold has no authorised payment. */
export async function authorisedDeposit(
  context: Context,
  provider: PaymentProvider,
  row: HoldPaymentRow | undefined,
): Promise<AuthorisedDeposit | null> {
  if (row?.status !== "open") return null;
  const { status, providerPaymentId } = await stateOf(context, provider, row);
  if (providerPaymentId === null || (status !== "authorised" && status !== "captured")) return null;
  return {
    holdId: row.hold_id,
    accountId: row.provider_account_id,
    providerPaymentId,
    amountMinor: row.amount,
    savesCard: row.saves_card,
  };
}

/**
 * Locks the payment of a hold that is being booked and marks it as booked. Returns false if the payment is not open, for
 * example because its authorisation is being cancelled.
 */
export async function claimDeposit(
  tx: Transaction,
  businessId: string,
  holdId: string,
  now: number,
): Promise<boolean> {
  const [row] = await tx.query(lockHoldPayment, { business_id: businessId, hold_id: holdId });
  if (row?.status !== "open") return false;
  tx.write(setStatus, { business_id: businessId, hold_id: holdId, status: "booked", now });
  return true;
}

/**
 * Cancels the authorisation of a hold that is not booked. Sets the status of the row before calling the provider, so that no booking can
 * use the authorisation. A job retries failed cancellations. Does nothing for a booked hold.
 */
export async function releaseAuthorisation(
  context: Context,
  provider: PaymentProvider,
  { businessId, holdId }: { readonly businessId: string; readonly holdId: string },
): Promise<void> {
  const { database, clock } = context;
  const ids = { business_id: businessId, hold_id: holdId };
  const row = await database.transaction(async (tx) => {
    const [locked] = await tx.query(lockHoldPayment, ids);
    if (locked === undefined || (locked.status !== "open" && locked.status !== "ending")) return undefined;
    tx.write(setStatus, { ...ids, status: "ending", now: clock.now() });
    return locked;
  });
  if (row === undefined) return;
  const { status } = await stateOf(context, provider, row, "cancel");
  if (status !== "cancelled")
    throw new Error(`The payment of hold ${holdId} is ${status} at the provider and cannot be cancelled.`);
  await database.query(markReleased, { ...ids, attempt: row.attempt, now: clock.now() });
}
