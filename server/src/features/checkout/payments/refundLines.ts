import { discountsOf } from "@daybook/engine";
import { type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { readSaleRow } from "../sales/index.ts";
import { paymentsOfSale } from "./insertPayments.ts";
import { isUnit, type PaymentRow } from "./paymentRow.ts";
import { listRefundedLines } from "./refundStore.ts";
import type { RefundInputValues } from "./schema.ts";

type SaleRow = Awaited<ReturnType<typeof readSaleRow>>;
type SaleLine = SaleRow["lines"][number];

/** The amount that a refund returns for one line, in minor units. */
export interface LineRefund {
  readonly line: SaleLine;
  readonly quantity: number;
  readonly amountMinor: number;
  /** The sum of all refunds of the line, including this one. */
  readonly refundedMinor: number;
}

/** Returns the price of a line after discounts, including an added tax, in minor units. */
export function priceMinor({ total_amount, discounted_amount, added_tax_amount }: SaleLine): number {
  return total_amount - discounted_amount + added_tax_amount;
}

/**
 * Divides a refund among the lines that it names, in proportion to the amount that can still be refunded for each line. This amount depends
 * on price and quantity. Excludes the part of a line that was paid with a unit, because only a refund of the unit's payment returns this
 * part. The rest of a refund returns the tip and overpayments. Throws `validation_failed`, for example if a refund of a completed sale with
 * packages, memberships or gift cards names no lines, because a refund of such a line withdraws its entitlements. The sale must be locked.
 */
export async function lineRefunds(
  tx: Transaction,
  businessId: string,
  sale: SaleRow,
  payment: PaymentRow,
  { amount, lines }: RefundInputValues,
): Promise<LineRefund[]> {
  if (lines !== undefined && sale.status !== "completed")
    throw invalid({
      path: "/lines",
      message: `is accepted only for a completed sale; the status of this sale is ${sale.status}`,
    });
  if (sale.status !== "completed") return [];
  const ofUnit = isUnit(payment.method) && payment.sale_line_id !== null;
  const named = ofUnit ? [{ line_id: payment.sale_line_id ?? "" }] : lines;
  if (named === undefined) {
    if (!sale.lines.some(isPrepaid)) return [];
    const message = "is required: the sale contains packages, memberships or gift cards";
    throw invalid({ path: "/lines", message });
  }
  const [rows, payments] = await Promise.all([
    tx.query(listRefundedLines, { businessId, saleId: sale.id }),
    paymentsOfSale(tx, businessId, sale.id),
  ]);
  const before = new Map(rows.map((row) => [row.sale_line_id, row.amount]));
  const found = linesLeft(sale, named, (line) => {
    const units = payments.filter((one) => isUnit(one.method) && one.sale_line_id === line.id);
    return priceMinor(line) - (before.get(line.id) ?? 0) - (ofUnit ? 0 : heldMinor(units));
  });
  const max =
    found.reduce((sum, { leftMinor }) => sum + leftMinor, 0) + leftBeyondLines(sale, payments, before);
  if (amount.amount > max)
    throw invalid({
      path: "/amount",
      message: `must be at most ${max} minor units: the amount of these lines, the tip and overpayments that is not yet refunded`,
    });
  const shares = discountsOf(
    { kind: "amount", amountMinor: amount.amount },
    found.map(({ leftMinor }) => leftMinor),
  );
  return found.map(({ line, quantity }, index) => {
    const amountMinor = shares[index] ?? 0;
    return {
      line,
      quantity: ofUnit ? 1 : quantity,
      amountMinor,
      refundedMinor: (before.get(line.id) ?? 0) + amountMinor,
    };
  });
}

/** Returns whether a line issues entitlements when its sale completes. */
export function isPrepaid({ kind }: SaleLine): boolean {
  return kind === "package" || kind === "membership" || kind === "gift_card";
}

/**
 * Returns the named lines with the amount that can still be refunded for each line. Throws `validation_failed` for lines that cannot be
 * refunded.
 */
function linesLeft(
  sale: SaleRow,
  named: NonNullable<RefundInputValues["lines"]>,
  leftOf: (line: SaleLine) => number,
): { line: SaleLine; quantity: number; leftMinor: number }[] {
  const problems: FieldProblem[] = [];
  const ids = named.map(({ line_id }) => line_id.toLowerCase());
  const found = named.flatMap(({ quantity }, index) => {
    const refuse = (field: string, message: string) => {
      problems.push({ path: `/lines/${index}/${field}`, message });
      return [];
    };
    const line = sale.lines.find((one) => one.id === ids[index] && one.kind !== "discount");
    if (line === undefined) return refuse("line_id", "must be a line of the sale that is not a discount");
    if (ids.indexOf(line.id) < index) return refuse("line_id", "must appear only once");
    const part = quantity ?? line.quantity;
    if (part > line.quantity)
      return refuse("quantity", `must be at most ${line.quantity}, the quantity of the line`);
    const partMinor = Math.ceil((priceMinor(line) * part) / line.quantity);
    return [{ line, quantity: part, leftMinor: Math.max(0, Math.min(partMinor, leftOf(line))) }];
  });
  refuseIf(problems);
  return found;
}

/** Computes the amount paid beyond the prices of the lines (tip and overpayments), minus refunds without a line. */
function leftBeyondLines(
  sale: SaleRow,
  payments: readonly PaymentRow[],
  before: ReadonlyMap<string, number>,
): number {
  const ofLines = sale.lines.reduce(
    (sum, line) => sum + (line.kind === "discount" ? 0 : priceMinor(line)),
    0,
  );
  const refunded = [...before.values()].reduce((sum, minor) => sum + minor, 0);
  return Math.max(0, heldMinor(payments) - (ofLines - refunded));
}

/** Sums the succeeded payments, minus their refunded parts and pending refunds, in minor units. */
function heldMinor(payments: readonly PaymentRow[]): number {
  return payments
    .filter(({ status }) => status !== "pending" && status !== "failed")
    .reduce((sum, one) => sum + one.amount - one.refunded_amount - one.refunding_amount, 0);
}
