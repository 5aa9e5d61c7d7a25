import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { moneyPage } from "../money-lists/index.ts";
import { paymentRecord } from "./paymentRecord.ts";
import type { PaymentListing, PaymentRecord } from "./schema.ts";
import { findPayment, listOfSale, listPayments } from "./store.ts";

/** Reads a payment. Throws `not_found` for an unknown payment and for a payment that the `own` restriction hides from the caller. */
export async function readPayment(
  reader: Reader,
  businessId: string,
  paymentId: string,
  own: OwnOnly | null = null,
): Promise<PaymentRecord> {
  const [row] = await reader.query(findPayment, { businessId, paymentId, ownStaffId: own?.staffId ?? null });
  if (row === undefined) throw notFound();
  return paymentRecord(row);
}

/** Lists the payments of a sale without failed ones, oldest first. */
export async function listSalePayments(
  reader: Reader,
  businessId: string,
  saleId: string,
): Promise<PaymentRecord[]> {
  const rows = await reader.query(listOfSale, { businessId, saleId });
  return rows.filter(({ status }) => status !== "failed").map(paymentRecord);
}

/** Returns a page of the payments, newest first (contract §8). Throws `validation_failed` for a cursor of another list. */
export function paymentPage(
  reader: Reader,
  businessId: string,
  listing: PaymentListing,
  own: OwnOnly | null,
): Promise<{ items: PaymentRecord[]; next_cursor: string | null }> {
  const list = { name: "payments", statement: listPayments, itemOf: paymentRecord } as const;
  return moneyPage(reader, list, businessId, listing, own);
}
