import { invalid } from "../../../../kernel/errors.ts";
import type { Context } from "../../../../platform/context.ts";
import type { Transaction } from "../../../../platform/database/index.ts";
import { type SchedulingSnapshot, withSnapshot } from "../../../scheduling/snapshot/index.ts";
import { saleFees } from "../../sales/index.ts";
import { accountIsGone, chargeableAccount } from "../account/account.ts";
import { insertOnlinePayment } from "../insertPayments.ts";
import { assertFewPayments, dueMinor, openForPayment } from "../payableSale.ts";
import { AccountGone, type CardChargeState, type PaymentProvider } from "../provider/provider.ts";
import { settleOutcome } from "../settlePayment.ts";
import { type CardRow, findCardOfAppointment } from "./cardStore.ts";
import { openPaymentPage } from "./paymentPage.ts";
import { queueFeeEmail } from "./queueFeeEmail.ts";
import type { CardChargeRecord } from "./schema.ts";

type ChargedFee = Omit<Parameters<typeof saleFees.chargeFee>[3], "canRepeat">;

/** A fee whose payment is inserted as pending, and the card to charge. */
interface StartedCharge {
  readonly saleId: string;
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly card: CardRow;
}

/** A fee and the outcome of its charge. */
export interface FeeCharge {
  readonly saleId: string;
  readonly charge: CardChargeRecord;
}

/**
 * Charges a fee to the card that the client saved with the booking. Inserts the pending payment in a transaction, then sends
 * the charge to the provider. If the bank requires the client to authenticate, the fee stays open, and the client gets an
 * e-mail with the link to a payment page. If the outcome is unknown, the payment stays pending, and a background job repeats
 * the request with the same idempotency key. An open fee whose charge has failed can be charged again. Throws the errors of
 * `chargeFee`, and `validation_failed` at `/method` if no card can be charged, if a payment of the fee is pending, or if the
 * fee exceeds the amount to which the client agreed.
 */
export async function chargeFeeToCard(
  context: Context,
  provider: PaymentProvider | null,
  feeOf: saleFees.FeeOf,
  wanted: {
    readonly businessId: string;
    readonly fee: ChargedFee;
    readonly returnUrl: string;
    /** Logs an error of the provider that leaves the outcome unknown or prevents the payment page from opening. */
    readonly log: (message: string, error: unknown) => void;
  },
  /** Called in the transaction that inserts the payment. After the commit, a repeated request gets the stored response. */
  store: (tx: Transaction, started: FeeCharge) => Promise<void>,
): Promise<FeeCharge> {
  const { database } = context;
  const { businessId, fee, returnUrl, log } = wanted;
  if (provider === null)
    throw invalid({ path: "/method", message: "is not supported: no payment provider is configured" });
  const started = await withSnapshot(database, businessId, (snapshot) =>
    database.transaction(async (tx) => {
      const begun = await begin(tx, snapshot, provider, feeOf, fee);
      await store(tx, { saleId: begun.saleId, charge: chargeRecord(begun, "pending", null) });
      return begun;
    }),
  );
  const { saleId, paymentId } = started;
  const state = await charge(context, provider, { businessId, log }, started);
  const { status, problem } = state;
  if (status === "pending") return { saleId, charge: chargeRecord(started, "pending", null) };
  await settleOutcome(context, { businessId, paymentId }, state);
  if (status === "succeeded") return { saleId, charge: chargeRecord(started, "succeeded", null) };
  if (problem !== "authentication_required")
    return { saleId, charge: chargeRecord(started, "declined", null) };
  const url = await openPaymentPage(context, provider, {
    ...{ businessId, saleId, returnUrl, log },
    announce: (tx, page) =>
      queueFeeEmail(tx, {
        ...{ ...page, businessId, kind: fee.input.kind },
        appointmentId: fee.input.appointment_id,
      }),
  });
  return { saleId, charge: chargeRecord(started, "authentication_required", url) };
}

async function begin(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  provider: PaymentProvider,
  feeOf: saleFees.FeeOf,
  fee: ChargedFee,
): Promise<StartedCharge> {
  const { businessId } = snapshot;
  const { id: saleId } = await saleFees.chargeFee(tx, snapshot, feeOf, { ...fee, canRepeat: true });
  const sale = await openForPayment(tx, snapshot, saleId, null);
  // Another request has paid or voided the fee in the meantime.
  if (sale.row.status !== "open") throw invalid(saleFees.alreadyCharged);
  assertFewPayments(sale, { added: 1, path: "/method" });
  const accountId = await chargeableAccount(tx, businessId);
  if (accountId === null) throw notConnected();
  const appointmentId = fee.input.appointment_id;
  const [card] = await tx.query(findCardOfAppointment, { businessId, appointmentId });
  if (card === undefined || card.client_id !== fee.clientId || card.provider_account_id !== accountId)
    throw invalid({
      path: "/method",
      message:
        "requires a card that the client saved with the booking and that the connected payment account can charge",
    });
  const amountMinor = dueMinor(sale);
  if (amountMinor === 0)
    throw invalid({ path: "/method", message: "is not accepted while a payment of this fee is pending" });
  const agreedMinor = fee.input.kind === "no_show" ? card.no_show_amount : card.late_cancel_amount;
  if (card.currency !== sale.row.currency || amountMinor > (agreedMinor ?? 0))
    throw invalid({
      path: "/method",
      message: `is not accepted: the client agreed to at most ${agreedMinor ?? 0} minor units in ${card.currency}`,
    });
  const paymentId = insertOnlinePayment(tx, businessId, sale.row, {
    provider: provider.name,
    accountId,
    amountMinor,
    tipMinor: 0,
    savedCardId: card.id,
    now: fee.now,
  });
  return { saleId, paymentId, amountMinor, card };
}

/** Charges the card. If the request fails, logs the error and returns `pending`, because the outcome is unknown. */
async function charge(
  { database, clock }: Context,
  provider: PaymentProvider,
  {
    businessId,
    log,
  }: { readonly businessId: string; readonly log: (message: string, error: unknown) => void },
  { paymentId, amountMinor, card }: StartedCharge,
): Promise<CardChargeState> {
  const accountId = card.provider_account_id;
  try {
    return await provider.chargeCard({
      paymentId,
      accountId,
      amountMinor,
      currency: card.currency,
      customerId: card.provider_customer_id ?? "",
      methodId: card.provider_method_id ?? "",
    });
  } catch (error) {
    log(`payment ${paymentId} could not be charged to its saved card at the payment provider`, error);
    if (error instanceof AccountGone)
      await database.transaction(async (tx) =>
        accountIsGone(tx, { businessId, accountId, now: clock.now() }),
      );
    return { status: "pending", card: null, providerPaymentId: null, problem: null };
  }
}

function chargeRecord(
  { paymentId, card }: StartedCharge,
  outcome: CardChargeRecord["outcome"],
  paymentUrl: string | null,
): CardChargeRecord {
  const { brand, last4 } = card;
  const shown = { brand: brand ?? "unknown", last4: last4 ?? "" };
  return { payment_id: paymentId, outcome, card: shown, payment_url: paymentUrl };
}

function notConnected() {
  return invalid({ path: "/method", message: "requires a connected payment account with charges enabled" });
}
