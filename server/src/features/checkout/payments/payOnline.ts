import { tipsOf } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type SchedulingSnapshot, withSnapshot } from "../../scheduling/snapshot/index.ts";
import { saleLocks } from "../sales/index.ts";
import { accountIsGone, chargeableAccount } from "./account/account.ts";
import { insertOnlinePayment } from "./insertPayments.ts";
import { recordOutcome } from "./onlinePayment.ts";
import { assertFewPayments, assertPayable, dueMinor, openForPayment } from "./payableSale.ts";
import { isUnit, keptMinor } from "./paymentRow.ts";
import { AccountGone, type PaymentProvider, ProviderRefusal } from "./provider/provider.ts";
import { lockedPayment } from "./recordRefund.ts";
import type { SalePaymentInputValues } from "./schema.ts";

export interface OnlinePaymentInput {
  readonly businessId: string;
  readonly saleId: string;
  readonly input: SalePaymentInputValues;
  readonly own: OwnOnly | null;
}

/** A pending payment, and the secret with which the client's browser pays at the provider. */
export interface StartedPayment {
  readonly paymentId: string;
  readonly providerPaymentId: string;
  readonly clientSecret: string;
}

/**
 * Starts a payment with the provider. A transaction inserts the pending payment, which reserves its part of the amount due. The provider is
 * called outside any transaction. If the call fails, the payment is marked as failed: the server has not sent the secret, so the client
 * cannot have paid. Throws `not_found` for an unknown sale, `invalid_transition` for a sale that cannot be paid, `validation_failed` for
 * invalid input, and `unavailable` when the provider cannot be reached.
 */
export async function payOnline(
  { database, clock }: Context,
  provider: PaymentProvider | null,
  wanted: OnlinePaymentInput,
  answers: {
    /** Called in the transaction that inserts the payment. After the commit, a repeated request waits for this request. */
    readonly store: (tx: Transaction, paymentId: string) => Promise<void>;
    /**
     * Called in the transaction that marks the payment as failed when the provider cannot be reached, so that a repeated request starts a
     * new payment.
     */
    readonly discard: (tx: Transaction) => void;
  },
): Promise<StartedPayment> {
  const { businessId, saleId, input } = wanted;
  const started = await withSnapshot(database, businessId, (snapshot) =>
    database.transaction(async (tx) => {
      const started = await insertPending(tx, snapshot, provider, wanted, clock.now());
      await answers.store(tx, started.paymentId);
      return started;
    }),
  );
  try {
    const { paymentId, accountId } = started;
    const amount = { amountMinor: input.amount.amount, currency: input.amount.currency };
    // Only narrows the type: `insertPending` has already thrown without a provider.
    if (provider === null) throw new Error("No payment provider is configured.");
    return { paymentId, ...(await provider.startPayment({ ...amount, paymentId, accountId })) };
  } catch (error) {
    const isGone = error instanceof AccountGone;
    const isRefused = isGone || error instanceof ProviderRefusal;
    const now = clock.now();
    await database.transaction(async (tx) => {
      await failPending(tx, businessId, saleId, started.paymentId, now);
      if (isGone) accountIsGone(tx, { businessId, accountId: started.accountId, now });
      if (!isRefused) answers.discard(tx);
    });
    if (isGone) throw notConnected();
    if (isRefused)
      throw invalid({
        path: "/amount",
        message:
          "was rejected by the payment provider: it must be at least the provider's minimum charge, such as 50 minor units in EUR",
      });
    const message = "The payment provider cannot be reached. Try again shortly.";
    throw new ApiError("unavailable", message, undefined, error);
  }
}

async function insertPending(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  provider: PaymentProvider | null,
  { businessId, saleId, input, own }: OnlinePaymentInput,
  now: number,
): Promise<{ paymentId: string; accountId: string }> {
  const sale = await openForPayment(tx, snapshot, saleId, own);
  const { row, payments } = sale;
  const accountId = provider === null ? null : await chargeableAccount(tx, businessId);
  if (input.method !== "card")
    throw invalid({ path: "/online", message: 'is accepted only when `method` is "card"' });
  if (provider === null)
    throw invalid({ path: "/online", message: "is not supported: no payment provider is configured" });
  if (accountId === null) throw notConnected();
  if (row.lines.some((line) => line.kind === "gift_card"))
    throw invalid({
      path: "/online",
      message:
        "must be false for a sale with gift cards: only the response that completes the sale contains their codes",
    });
  if (input.amount.currency !== row.currency)
    throw invalid({ path: "/amount/currency", message: `must be the sale's currency, ${row.currency}` });
  assertPayable(sale);
  assertFewPayments(sale, { added: 1, path: "/amount" });
  const due = dueMinor(sale);
  const amountMinor = input.amount.amount;
  if (amountMinor > due)
    throw invalid({ path: "/amount", message: `must be at most ${due} minor units, the amount due` });
  const kept = payments.map((payment) => ({
    amountMinor: keptMinor(payment),
    isUnit: isUnit(payment.method),
  }));
  const tips = tipsOf(row.tip_amount, [...kept, { amountMinor, isUnit: false }], due - amountMinor);
  const tipMinor = tips.at(-1) ?? 0;
  const pending = { provider: provider.name, accountId, amountMinor, tipMinor, now };
  return { paymentId: insertOnlinePayment(tx, businessId, row, pending), accountId };
}

function notConnected(): ApiError {
  return invalid({ path: "/online", message: "requires a connected payment account with charges enabled" });
}

/** Marks a pending payment as failed. The amount that the payment reserved is due again. */
async function failPending(
  tx: Transaction,
  businessId: string,
  saleId: string,
  paymentId: string,
  now: number,
): Promise<void> {
  const [, payment] = await Promise.all([
    saleLocks.lockSale(tx, businessId, saleId),
    lockedPayment(tx, businessId, paymentId),
  ]);
  if (payment?.status !== "pending") return;
  const state = { status: "failed", card: null } as const;
  await recordOutcome(tx, businessId, { paymentId, state, now });
}
