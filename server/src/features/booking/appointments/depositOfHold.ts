import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Context } from "../../../platform/context.ts";
import { onlineDeposits, type PaymentProvider } from "../../checkout/payments/index.ts";
import { authorisedDeposit, paymentOfHold, releaseAuthorisation } from "../hold-payments/index.ts";
import type { BookedHold } from "./bookHold.ts";
import type { HoldDeposit } from "./holdDeposit.ts";

/**
 * Returns the account that takes a business's deposits and the deposit that the visitor authorised for a hold. Calls the provider, so it
 * must run outside a transaction. Throws `unavailable` if the provider cannot be reached.
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

/**
 * Captures the deposit of a booking and then saves its card. If the provider cannot be reached, the jobs for pending payments and for saved
 * cards send the requests later.
 */
export async function captureDeposit(
  context: Context,
  provider: PaymentProvider | null,
  businessId: string,
  { depositId, cardId }: Pick<BookedHold, "depositId" | "cardId">,
): Promise<void> {
  if (provider === null) return;
  if (depositId !== null)
    await onlineDeposits
      .capture(context, provider, { businessId, paymentId: depositId })
      .catch(() => undefined);
  if (cardId !== null)
    await onlineDeposits.saveCard(context, provider, { businessId, cardId }).catch(() => undefined);
}

/** Cancels the authorisation for a hold whose time was taken. If the provider cannot be reached, a job retries the cancellation. */
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
