import { ApiError } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { businessOfAccount, refreshAccount } from "./account/account.ts";
import type { PaymentProvider, ProviderEvent } from "./provider/provider.ts";
import { markHandled, wasHandled } from "./provider/providerEvents.ts";
import { onlineRefund } from "./recordRefund.ts";
import { settlePayment } from "./settlePayment.ts";
import { adoptRefund, settleRefund } from "./settleRefund.ts";

/** Books the hold whose deposit a visitor has authorised. The id of the authorised payment is the id of the hold. */
export type OnAuthorised = (hold: { readonly businessId: string; readonly holdId: string }) => Promise<void>;

/**
 * Handles a webhook of the payment provider. The event only triggers a read: Daybook reads the state of the record that the
 * event names from the provider and stores this state, so events may arrive twice, late and in any order. An event is recorded
 * as handled only after the handling has succeeded, so a failed event is handled again when the provider repeats it. Throws
 * `malformed_request` for a signature that is invalid or too old, and `unavailable` when handling fails.
 */
export async function handleWebhook(
  context: Context,
  provider: PaymentProvider,
  onAuthorised: OnAuthorised,
  received: { readonly body: Buffer; readonly signature: string | undefined },
): Promise<void> {
  const { database, clock } = context;
  const event = await provider.eventOf(received.body, received.signature ?? "", clock.now());
  if (event === null)
    throw new ApiError(
      "malformed_request",
      "The signature is missing, wrong, or more than five minutes old.",
    );
  const businessId = await businessOfAccount(database, provider, event.accountId);
  if (businessId === undefined || (await wasHandled(database, businessId, provider, event))) return;
  try {
    await handle(context, provider, onAuthorised, businessId, event);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const message = "The server could not handle the event. Send the event again later.";
    throw new ApiError("unavailable", message, undefined, error);
  }
  await markHandled(database, businessId, provider, event, clock.now());
}

async function handle(
  context: Context,
  provider: PaymentProvider,
  onAuthorised: OnAuthorised,
  businessId: string,
  { about, accountId }: ProviderEvent,
): Promise<void> {
  if (about.kind === "account" && accountId !== null)
    await refreshAccount(context.database, provider, { businessId, accountId, now: context.clock.now() });
  if (about.kind === "payment" && about.paymentId !== null) {
    const { paymentId, providerPaymentId } = about;
    await settlePayment(context, provider, { businessId, paymentId, providerPaymentId });
  }
  if (about.kind === "authorisation" && about.paymentId !== null)
    await onAuthorised({ businessId, holdId: about.paymentId });
  if (about.kind !== "refund") return;
  const { refundId, providerRefundId, providerPaymentId } = about;
  // A refund that is stored as failed may have succeeded at the provider. Such a refund is recorded like a refund that was made on the
  // provider's pages.
  const isOpen =
    refundId !== null && (await onlineRefund(context.database, businessId, refundId)) !== undefined;
  if (isOpen) await settleRefund(context, provider, { businessId, refundId });
  else if (providerPaymentId !== null)
    await adoptRefund(context, provider, { businessId, providerPaymentId, providerRefundId });
}
