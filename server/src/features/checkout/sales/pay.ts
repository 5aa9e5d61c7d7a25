import { tipsOf } from "@daybook/engine";
import { ApiError, type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/calendar/index.ts";
import { isUnit, keptMinor, type TakenPayment, takePayments } from "../payments/index.ts";
import { redeem } from "../wallet/index.ts";
import { closeWhenPaid, type Paid } from "./close.ts";
import { assertPayable, dueMinor, type OpenSale } from "./openToPay.ts";
import type { TenderValues } from "./schema.ts";
import type { LineRow } from "./store.ts";

/** One payment as it was sent, and where it stands in the body. */
export type Tender = TenderValues & { readonly path: string };

/**
 * Takes payments for a sale that is locked, and closes it when they are all of it. What comes out of a wallet is taken
 * from there in the same transaction. Tips are counted from the last payment backwards, so what was taken earlier may
 * turn out to hold some. Throws `validation_failed` for what is more than is due, or what no wallet gives.
 */
export async function pay(
  tx: Transaction,
  setup: SchedulingSnapshot,
  open: OpenSale,
  tenders: readonly Tender[],
  now: number,
): Promise<Paid> {
  assertPayable(open);
  const { businessId } = setup;
  const { row } = open;
  refuseIf(amountProblems(open, tenders));
  const taken: TakenPayment[] = [];
  for (const tender of tenders) taken.push(await take(tx, businessId, open, taken, tender, now));

  const sum = taken.reduce((all, payment) => all + payment.amountMinor, 0);
  const due = dueMinor(open) - sum;
  takePayments(tx, businessId, row, { before: open.payments, taken, tips: tipsAfter(open, taken, due), now });
  return closeWhenPaid(tx, setup, open, { takenIds: taken.map(({ id }) => id), now });
}

function amountProblems(open: OpenSale, tenders: readonly Tender[]): FieldProblem[] {
  const { currency } = open.row;
  let due = dueMinor(open);
  return tenders.flatMap(({ amount, path }) => {
    if (amount.currency !== currency)
      return [{ path: `${path}/amount/currency`, message: `must be the sale's currency, ${currency}` }];
    if (amount.amount > due)
      return [{ path: `${path}/amount`, message: `must be at most ${due}, which is what is left to pay` }];
    due -= amount.amount;
    return [];
  });
}

async function take(
  tx: Transaction,
  businessId: string,
  open: OpenSale,
  before: readonly TakenPayment[],
  { method, amount, reference, path }: Tender,
  now: number,
): Promise<TakenPayment> {
  const plain = {
    id: newId(),
    method,
    amountMinor: amount.amount,
    reference: reference ?? null,
    holdingId: null,
    lineId: null,
  };
  if (method !== "gift_card" && method !== "package" && method !== "membership") return plain;
  if (reference === undefined)
    throw invalid({ path: `${path}/reference`, message: `is required with ${method}` });
  const wanted = {
    method,
    reference,
    amountMinor: amount.amount,
    clientId: open.row.client_id,
    paymentId: plain.id,
    path,
    now,
  };
  // A gift card's code is worth money to whoever reads it: it is not written down.
  if (method === "gift_card") {
    const { holdingId } = await redeem(tx, businessId, { ...wanted, serviceId: null });
    return { ...plain, reference: null, holdingId };
  }
  const covered = new Set([
    ...open.payments.filter((payment) => keptMinor(payment) > 0).map((payment) => payment.sale_line_id),
    ...before.map((payment) => payment.lineId),
  ]);
  const lines = open.row.lines.filter((line) => isCoverable(line, amount.amount) && !covered.has(line.id));
  const [first, ...others] = lines;
  if (first === undefined)
    throw invalid({
      path: `${path}/amount`,
      message: `must be what one service of the sale comes to, which no other ${method} pays for`,
    });
  const { lineId, holdingId } = await redeemForAny(tx, businessId, wanted, [first, ...others]);
  return { ...plain, reference: null, holdingId, lineId };
}

/** One unit stands for one service. */
function isCoverable(line: LineRow, amountMinor: number): boolean {
  const comesTo = line.total_amount - line.discounted_amount;
  return line.kind === "service" && line.quantity === 1 && comesTo === amountMinor;
}

/** Two services may cost the same and only one of them be in the package: the first that it pays for. */
async function redeemForAny(
  tx: Transaction,
  businessId: string,
  wanted: Omit<Parameters<typeof redeem>[2], "serviceId">,
  [line, ...others]: readonly [LineRow, ...LineRow[]],
): Promise<{ lineId: string; holdingId: string }> {
  const [next, ...rest] = others;
  try {
    const { holdingId } = await redeem(tx, businessId, { ...wanted, serviceId: line.service_id });
    return { lineId: line.id, holdingId };
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === "validation_failed";
    if (!isRefused || next === undefined) throw error;
    return redeemForAny(tx, businessId, wanted, [next, ...rest]);
  }
}

function tipsAfter(open: OpenSale, taken: readonly TakenPayment[], due: number): number[] {
  return tipsOf(
    open.row.tip_amount,
    [
      ...open.payments.map((payment) => ({
        amountMinor: keptMinor(payment),
        isUnit: isUnit(payment.method),
      })),
      ...taken.map((payment) => ({ amountMinor: payment.amountMinor, isUnit: isUnit(payment.method) })),
    ],
    due,
  );
}
