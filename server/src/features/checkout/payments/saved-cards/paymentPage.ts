import type { Context } from "../../../../platform/context.ts";
import { withSnapshot } from "../../../scheduling/snapshot/index.ts";
import { accountIsGone, chargeableAccount } from "../account/account.ts";
import { insertOnlinePayment } from "../insertPayments.ts";
import { assertPayable, dueMinor, openForPayment } from "../payableSale.ts";
import { AccountGone, type PaymentProvider } from "../provider/provider.ts";
import { settleOutcome } from "../settlePayment.ts";
import { setProviderCheckout } from "../store.ts";

/**
 * Opens a page of the provider on which a client pays what is due of a sale, with a pending payment that reserves the amount: it
 * expires after a day like other online payments. Returns the URL; null if nothing is due, without an account that takes charges,
 * and after an error of the provider, which is logged.
 */
export async function openPaymentPage(
  context: Context,
  provider: PaymentProvider,
  {
    businessId,
    saleId,
    returnUrl,
    log,
  }: {
    readonly businessId: string;
    readonly saleId: string;
    readonly returnUrl: string;
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
    const stored = { businessId, paymentId, checkoutId, now: clock.now() };
    return (await database.query(setProviderCheckout, stored)).length > 0 ? url : null;
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
