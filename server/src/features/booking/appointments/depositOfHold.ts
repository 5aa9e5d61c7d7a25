import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Context } from "../../../platform/context.ts";
import { onlineDeposits, type PaymentProvider } from "../../checkout/payments/index.ts";
import { authorisedDeposit, paymentOfHold, releaseAuthorisation } from "../hold-payments/index.ts";
import type { HoldDeposit } from "./bookHold.ts";

/**
 * Returns the account that takes deposits of a business, and the deposit that the visitor has authorised for a hold. Calls the
 * provider, so it must not be called in a transaction. Throws `unavailable` while the provider cannot be reached.
 */
export async function depositOfHold(
  context: Context,
  provider: PaymentProvider | null,
  { businessId, token }: { readonly businessId: string; readonly token: string },
): Promise<HoldDeposit> {
  const { database } = context;
  const accountId = await onlineDeposits.accountOf(database, businessId, provider);
  if (provider === null || accountId === null) return { account: null, authorised: null };
  const row = await paymentOfHold(database, businessId, hashOfToken(token));
  return {
    account: { provider: provider.name, accountId },
    authorised: await authorisedDeposit(context, provider, row),
  };
}

/** Captures the deposit of a booking. If the provider cannot be reached, the job for pending payments captures it. */
export async function captureDeposit(
  context: Context,
  provider: PaymentProvider | null,
  businessId: string,
  paymentId: string | null,
): Promise<void> {
  if (provider === null || paymentId === null) return;
  await onlineDeposits.capture(context, provider, { businessId, paymentId }).catch(() => undefined);
}

/** Cancels the authorisation of a hold whose time was taken. If the provider cannot be reached, the job cancels it. */
export async function cancelDeposit(
  context: Context,
  provider: PaymentProvider | null,
  businessId: string,
  { authorised }: HoldDeposit,
): Promise<void> {
  if (provider === null || authorised === null) return;
  const hold = { businessId, holdId: authorised.holdId };
  await releaseAuthorisation(context, provider, hold).catch(() => undefined);
}
