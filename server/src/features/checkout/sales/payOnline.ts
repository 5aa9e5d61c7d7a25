import { tipsOf } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, invalid } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type SchedulingSnapshot, withSnapshot } from "../../scheduling/calendar/index.ts";
import {
  AccountGone,
  accountIsGone,
  beginOnlinePayment,
  chargeableAccount,
  isUnit,
  keptMinor,
  lockedPayment,
  type PaymentProvider,
  ProviderRefusal,
  settleOnlinePayment,
} from "../payments/index.ts";
import { assertPayable, dueMinor, openToPay } from "./openToPay.ts";
import type { SalePaymentInputValues } from "./schema.ts";
import { lockSale } from "./store.ts";

export interface OnlineWish {
  readonly businessId: string;
  readonly saleId: string;
  readonly input: SalePaymentInputValues;
  readonly own: OwnOnly | null;
}

/** A payment that waits for the client: with the secret their browser pays at the provider's. */
export interface BegunPayment {
  readonly paymentId: string;
  readonly providerPaymentId: string;
  readonly clientSecret: string;
}

/**
 * Begins a payment with the provider: first our row, which keeps its part of what is due, then the provider, outside of
 * any transaction. When that fails the row is marked so: nobody was given the secret, so nobody can have paid. Throws
 * `not_found`, `invalid_transition`, `validation_failed`, and `unavailable` while the provider is away.
 */
export async function payOnline(
  { database, clock }: Context,
  provider: PaymentProvider | null,
  wish: OnlineWish,
  keeping: {
    /** Called in the transaction that begins it: who sends the same request meanwhile waits there. */
    readonly begun: (tx: Transaction, paymentId: string) => Promise<void>;
    /** Called in the transaction that gives it up because the provider is away: it may be tried again. */
    readonly undone: (tx: Transaction) => void;
  },
): Promise<BegunPayment> {
  const { businessId, saleId, input } = wish;
  const begun = await withSnapshot(database, businessId, (setup) =>
    database.transaction(async (tx) => {
      const begun = await begin(tx, setup, provider, wish, clock.now());
      await keeping.begun(tx, begun.paymentId);
      return begun;
    }),
  );
  try {
    const { paymentId, accountId } = begun;
    const amount = { amountMinor: input.amount.amount, currency: input.amount.currency };
    // Without a provider nothing was begun.
    if (provider === null) throw new Error("There is no payment provider.");
    return { paymentId, ...(await provider.startPayment({ ...amount, paymentId, accountId })) };
  } catch (error) {
    const isGone = error instanceof AccountGone;
    const isRefused = isGone || error instanceof ProviderRefusal;
    const now = clock.now();
    await database.transaction(async (tx) => {
      await giveUp(tx, businessId, saleId, begun.paymentId, now);
      if (isGone) accountIsGone(tx, { businessId, accountId: begun.accountId, now });
      if (!isRefused) keeping.undone(tx);
    });
    if (isGone) throw notOpen();
    if (isRefused) throw invalid({ path: "/amount", message: "is not taken by the payment provider" });
    throw new ApiError("unavailable", "The payment provider is away. Try again shortly.", undefined, error);
  }
}

async function begin(
  tx: Transaction,
  setup: SchedulingSnapshot,
  provider: PaymentProvider | null,
  { businessId, saleId, input, own }: OnlineWish,
  now: number,
): Promise<{ paymentId: string; accountId: string }> {
  const open = await openToPay(tx, setup, saleId, own);
  const { row, payments } = open;
  const accountId = provider === null ? null : await chargeableAccount(tx, businessId);
  if (input.method !== "card") throw invalid({ path: "/online", message: "is for the method card" });
  if (provider === null || accountId === null) throw notOpen();
  if (row.lines.some((line) => line.kind === "gift_card"))
    throw invalid({
      path: "/online",
      message: "is not for a sale of gift cards: their codes are shown to whoever closes the sale",
    });
  if (input.amount.currency !== row.currency)
    throw invalid({ path: "/amount/currency", message: `must be the sale's currency, ${row.currency}` });
  assertPayable(open);
  const due = dueMinor(open);
  const amountMinor = input.amount.amount;
  if (amountMinor > due)
    throw invalid({
      path: "/amount",
      message: `must be at most ${due}, which is what is left to pay`,
    });
  const kept = payments.map((payment) => ({
    amountMinor: keptMinor(payment),
    isUnit: isUnit(payment.method),
  }));
  const tips = tipsOf(row.tip_amount, [...kept, { amountMinor, isUnit: false }], due - amountMinor);
  const tipMinor = tips.at(-1) ?? 0;
  const begun = { provider: provider.name, accountId, amountMinor, tipMinor, now };
  return { paymentId: beginOnlinePayment(tx, businessId, row, begun), accountId };
}

function notOpen(): ApiError {
  return invalid({ path: "/online", message: "is not open: connect an account for online payments first" });
}

/** Gives back what an online payment kept of the sum that is due. */
async function giveUp(
  tx: Transaction,
  businessId: string,
  saleId: string,
  paymentId: string,
  now: number,
): Promise<void> {
  const [, payment] = await Promise.all([
    tx.query(lockSale, [businessId, saleId]),
    lockedPayment(tx, businessId, paymentId),
  ]);
  if (payment?.status !== "pending") return;
  const state = { status: "failed", card: null } as const;
  await settleOnlinePayment(tx, businessId, { paymentId, state, now });
}
