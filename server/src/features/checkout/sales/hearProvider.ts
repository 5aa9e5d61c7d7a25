import { ApiError } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import {
  businessOf,
  isOldNews,
  type PaymentProvider,
  type ProviderEvent,
  providerRefund,
  refreshAccount,
  rememberEvent,
} from "../payments/index.ts";
import { finishRefund, takeOverRefund } from "./finishRefund.ts";
import { settlePayment } from "./settle.ts";

/**
 * Takes what a payment provider tells us: bytes with a signature. It is not believed but a reason to ask: what it is
 * about is read from the provider and settled, so that events may come twice, late and in any order. Each is dealt with once,
 * and only then remembered: whatever fails is told again. Throws `malformed_request` for what is not signed by the
 * provider, or too long ago.
 */
export async function hearProvider(
  context: Context,
  provider: PaymentProvider,
  told: { readonly body: Buffer; readonly signature: string | undefined },
): Promise<void> {
  const { database, clock } = context;
  const event = await provider.eventOf(told.body, told.signature ?? "", clock.now());
  if (event === null) throw new ApiError("malformed_request", "The signature is not valid, or too old.");
  const businessId = await businessOf(database, provider, event);
  if (businessId === undefined || (await isOldNews(database, businessId, provider, event))) return;
  try {
    await act(context, provider, businessId, event);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(
      "unavailable",
      "This cannot be dealt with now. Tell it again later.",
      undefined,
      error,
    );
  }
  await rememberEvent(database, businessId, provider, event, clock.now());
}

async function act(
  context: Context,
  provider: PaymentProvider,
  businessId: string,
  { about, accountId }: ProviderEvent,
): Promise<void> {
  if (about.kind === "account" && accountId !== null)
    await refreshAccount(context.database, provider, { businessId, accountId, now: context.clock.now() });
  if (about.kind === "payment" && about.paymentId !== null) {
    const { paymentId, providerPaymentId } = about;
    await settlePayment(context, provider, { businessId, paymentId, providerPaymentId });
  }
  if (about.kind !== "refund") return;
  const { refundId, providerRefundId, providerPaymentId } = about;
  // What we have given up is not believed to be none: should it have been made all the same, it is taken over.
  const isOpen =
    refundId !== null && (await providerRefund(context.database, businessId, refundId)) !== undefined;
  if (isOpen) await finishRefund(context, provider, { businessId, refundId });
  else if (providerPaymentId !== null)
    await takeOverRefund(context, provider, { businessId, providerPaymentId, providerRefundId });
}
