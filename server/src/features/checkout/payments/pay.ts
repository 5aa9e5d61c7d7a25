import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { retaxSale } from "../sales/index.ts";
import { redeem } from "../wallet/index.ts";
import { insertPayments, type TakenPayment } from "./insertPayments.ts";
import {
  assertFewPayments,
  assertPayable,
  dueMinor,
  openForPayment,
  type PayableSale,
  updateSale,
} from "./payableSale.ts";
import { isUnit, keptMinor } from "./paymentRow.ts";
import type { TenderValues } from "./schema.ts";
import { tipsAfter } from "./tips.ts";

/** A payment in a request body, and the JSON pointer to it. */
export type Tender = TenderValues & { readonly path: string };

/** The sale after the payments were taken, the new payments, and the codes of the sold gift cards by line id. */
export type Paid = Awaited<ReturnType<typeof updateSale>>;

/** Locks a sale and takes payments for it. Throws `not_found` for an unknown sale, and the errors of `pay`. */
export async function paySale(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  paying: {
    readonly saleId: string;
    readonly own: OwnOnly | null;
    readonly tenders: readonly Tender[];
    readonly now: number;
  },
): Promise<Paid> {
  const sale = await openForPayment(tx, snapshot, paying.saleId, paying.own);
  return pay(tx, snapshot, sale, paying.tenders, paying.now);
}

/**
 * Takes payments for a locked sale and completes the sale once it is paid in full. Wallets are debited in the same transaction. The tip of
 * the sale is assigned to the last payments, so a new payment can change the tip of an earlier one. Throws `invalid_transition` for a sale
 * that cannot be paid, and `validation_failed` if the payments exceed the amount due or a redemption fails.
 */
export async function pay(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  sale: PayableSale,
  tenders: readonly Tender[],
  now: number,
): Promise<Paid> {
  assertPayable(sale);
  const { businessId } = snapshot;
  assertFewPayments(sale, { added: tenders.length, path: `${tenders.at(-1)?.path ?? ""}/amount` });
  refuseIf(amountProblems(sale, tenders));
  const taken: TakenPayment[] = [];
  for (const tender of tenders) taken.push(await take(tx, businessId, sale, taken, tender, now));

  const redeemed = { lineIds: taken.flatMap(({ lineId }) => lineId ?? []), redeemed: true, now };
  const paid = { ...sale, row: await retaxSale(tx, businessId, sale.row, redeemed) };
  const sum = taken.reduce((total, payment) => total + payment.amountMinor, 0);
  const left = dueMinor(paid) - sum;
  if (left < 0) throw withoutTax(tenders, left);
  const tips = tipsAfter(paid, taken, left);
  insertPayments(tx, businessId, paid.row, { before: paid.payments, taken, tips, now });
  return updateSale(tx, snapshot, paid, { succeededIds: taken.map(({ id }) => id), now });
}

/** Returns the error for payments that exceed the amount due because a unit pays for a line, which then has no added tax. */
function withoutTax(tenders: readonly Tender[], leftMinor: number): ApiError {
  const money = tenders.findLast(({ method }) => !isUnit(method));
  const { path, amount } = money ?? tenders[0] ?? { path: "", amount: { amount: 0 } };
  const max = Math.max(0, amount.amount + leftMinor);
  const message = `must be at most ${max} minor units: no tax is added to a service that a package or membership pays for`;
  return invalid({ path: `${path}/amount`, message });
}

function amountProblems(sale: PayableSale, tenders: readonly Tender[]): FieldProblem[] {
  const { currency } = sale.row;
  let due = dueMinor(sale);
  let dueWithoutGiftCards = payableByGiftCard(sale);
  return tenders.flatMap(({ amount, method, path }) => {
    if (amount.currency !== currency)
      return [{ path: `${path}/amount/currency`, message: `must be the sale's currency, ${currency}` }];
    if (amount.amount > due)
      return [{ path: `${path}/amount`, message: `must be at most ${due} minor units, the amount due` }];
    if (method === "gift_card" && amount.amount > dueWithoutGiftCards) {
      const message = `must be at most ${dueWithoutGiftCards} minor units: gift cards cannot be paid for with gift cards`;
      return [{ path: `${path}/amount`, message }];
    }
    due -= amount.amount;
    if (isWallet(method)) dueWithoutGiftCards -= amount.amount;
    return [];
  });
}

/** Returns the amount that gift cards can still pay: the total without gift card lines, minus the payments from wallets. */
function payableByGiftCard({ row, payments }: PayableSale): number {
  const sold = row.lines.reduce(
    (sum, line) => sum + (line.kind === "gift_card" ? line.total_amount - line.discounted_amount : 0),
    0,
  );
  const paid = payments.reduce((sum, one) => sum + (isWallet(one.method) ? keptMinor(one) : 0), 0);
  return Math.max(0, row.total_amount - sold - paid);
}

function isWallet(method: TenderValues["method"]): boolean {
  return method === "gift_card" || isUnit(method);
}

async function take(
  tx: Transaction,
  businessId: string,
  sale: PayableSale,
  before: readonly TakenPayment[],
  { method, amount, reference, path }: Tender,
  now: number,
): Promise<TakenPayment> {
  const plain = {
    id: newId(),
    method,
    amountMinor: amount.amount,
    reference: reference ?? null,
    entitlementId: null,
    lineId: null,
  };
  if (method !== "gift_card" && method !== "package" && method !== "membership") return plain;
  if (reference === undefined)
    throw invalid({ path: `${path}/reference`, message: `is required when \`method\` is "${method}"` });
  const redemption = {
    method,
    reference,
    amountMinor: amount.amount,
    clientId: sale.row.client_id,
    paymentId: plain.id,
    path,
    now,
  };
  // The reference may be a gift card's code, which anyone could redeem, so the reference is not stored.
  if (method === "gift_card") {
    const { entitlementId } = await redeem(tx, businessId, { ...redemption, serviceId: null });
    return { ...plain, reference: null, entitlementId };
  }
  const covered = new Set([
    ...sale.payments.filter((payment) => keptMinor(payment) > 0).map((payment) => payment.sale_line_id),
    ...before.map((payment) => payment.lineId),
  ]);
  const lines = sale.row.lines.filter((line) => isCoverable(line, amount.amount) && !covered.has(line.id));
  const [first, ...others] = lines;
  if (first === undefined)
    throw invalid({
      path: `${path}/amount`,
      message:
        "must be the price of a service line with the quantity 1 that is not yet paid with a package or membership",
    });
  const { lineId, entitlementId } = await redeemForAny(tx, businessId, redemption, [first, ...others]);
  return { ...plain, reference: null, entitlementId, lineId };
}

type Line = PayableSale["row"]["lines"][number];

/** Returns whether one unit can pay for the line. The line must sell a single service at exactly this amount. */
function isCoverable(line: Line, amountMinor: number): boolean {
  const price = line.total_amount - line.discounted_amount;
  return line.kind === "service" && line.quantity === 1 && price === amountMinor;
}

/**
 * Redeems a unit for the first line that the package or membership covers, because lines with the same price may sell different
 * services.
 */
async function redeemForAny(
  tx: Transaction,
  businessId: string,
  redemption: Omit<Parameters<typeof redeem>[2], "serviceId">,
  [line, ...others]: readonly [Line, ...Line[]],
): Promise<{ lineId: string; entitlementId: string }> {
  const [next, ...rest] = others;
  try {
    const { entitlementId } = await redeem(tx, businessId, { ...redemption, serviceId: line.service_id });
    return { lineId: line.id, entitlementId };
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === "validation_failed";
    if (!isRefused || next === undefined) throw error;
    return redeemForAny(tx, businessId, redemption, [next, ...rest]);
  }
}
