import type { Context } from "../../../../platform/context.ts";
import type { Transaction } from "../../../../platform/database/index.ts";
import { withSnapshot } from "../../../scheduling/snapshot/index.ts";
import { accountIsGone, chargeableAccount } from "../account/account.ts";
import { insertOnlinePayment } from "../insertPayments.ts";
import { PAYMENT_TIMEOUT_MS } from "../onlinePayment.ts";
import { assertPayable, dueMinor, openForPayment } from "../payableSale.ts";
import { AccountGone, type PaymentProvider } from "../provider/provider.ts";
import { settleOutcome } from "../settlePayment.ts";
import { setProviderCheckout } from "../store.ts";

/** A page of the payment provider on which a client can pay. */
interface OpenedPage {
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly url: string;
  /** The time at which the payment and the page expire. */
  readonly untilAt: number;
}

/**
 * Opens a page of the payment provider on which a client can pay the amount due of a sale. Inserts a pending payment, which
 * reserves the amount and expires after a day like other online payments. Returns the URL. Returns null if nothing is due, if
 * the business has no account that accepts charges, if the payment is no longer pending, or if the provider returns an error,
 * which is logged.
 */
export async function openPaymentPage(
  context: Context,
  provider: PaymentProvider,
  {
    businessId,
    saleId,
    returnUrl,
    announce,
    log,
  }: {
    readonly businessId: string;
    readonly saleId: string;
    readonly returnUrl: string;
    /** Called in the transaction that stores the page, to queue a message to the client. */
    readonly announce: (tx: Transaction, page: OpenedPage) => Promise<void>;
    readonly log: (message: string, error: unknown) => void;
  },
): Promise<string | null> {
  const { database, clock } = context;
  const begun = await withSnapshot(database, businessId, (snapshot) =>
    database.transaction(async (tx) => {
      const sale = await openForPayment(tx, snapshot, saleId, null);
      assertPayable(sale);
      const accountId = await chargeableAccount(tx, businessId);
      const amountMinor = dueMinor(sale);
      if (accountId === null || amountMinor === 0) return null;
      const { currency, lines } = sale.row;
      const pending = { provider: provider.name, accountId, amountMinor, tipMinor: 0, now: clock.now() };
      const paymentId = insertOnlinePayment(tx, businessId, sale.row, pending);
      const description = lines.map((line) => line.description).join(", ");
      return { paymentId, accountId, amountMinor, currency, description };
    }),
  );
  if (begun === null) return null;
  const { paymentId } = begun;
  try {
    const { checkoutId, url } = await provider.openCheckout({
      ...begun,
      attempt: 1,
      savesCard: false,
      captures: true,
      returnUrl,
      cancelUrl: returnUrl,
    });
    const now = clock.now();
    return await database.transaction(async (tx) => {
      const stored = await tx.query(setProviderCheckout, { businessId, paymentId, checkoutId, now });
      if (stored.length === 0) return null;
      const { amountMinor, currency } = begun;
      await announce(tx, { paymentId, amountMinor, currency, url, untilAt: now + PAYMENT_TIMEOUT_MS });
      return url;
    });
  } catch (error) {
    log(`the page of payment ${paymentId} could not be opened at the payment provider`, error);
    if (error instanceof AccountGone) {
      const account = { businessId, accountId: begun.accountId, now: clock.now() };
      await database.transaction(async (tx) => accountIsGone(tx, account));
    }
    // The URL was never sent, so the client cannot pay on the page.
    await settleOutcome(context, { businessId, paymentId }, { status: "failed", card: null });
    return null;
  }
}
