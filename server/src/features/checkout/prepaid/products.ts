import { type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { serviceIdProblems } from "../../business/services/index.ts";
import { taxRateProblems } from "../../business/tax-rates/index.ts";
import type { ProductsQueryValues } from "./schema.ts";
import {
  archiveProductRow,
  insertProduct,
  listProductRows,
  lockProduct,
  type ProductKind,
  type ProductRow,
  updateProductRow,
} from "./store.ts";

/** The terms of a prepaid product, as columns of its row. The API's field names differ between the three kinds. */
export type Terms = Omit<
  ProductRow,
  "business_id" | "id" | "kind" | "created_at" | "updated_at" | "archived_at"
>;

/** The terms in a request, and the request's amounts of money by field name. */
export interface SentTerms<T extends Partial<Terms>> {
  readonly terms: T;
  readonly money: Readonly<Record<string, { readonly currency: string } | undefined>>;
}

/** A row with the currency of its amounts. */
export interface Product {
  readonly row: ProductRow;
  readonly currency: string;
}

/** Returns a page of the products of one kind, newest first. Throws `validation_failed` for a cursor of another list. */
export async function listProducts<Record>(
  reader: Reader,
  businessId: string,
  kind: ProductKind,
  recordOf: (product: Product) => Record,
  { limit = PAGE_SIZE, cursor }: ProductsQueryValues,
): Promise<{ items: Record[]; next_cursor: string | null }> {
  const query = { list: kind, businessId };
  const [beforeAt, beforeId] = keyOfCursor(query, cursor, ["instant", "id"]) ?? [null, null];
  const [rows, { currency }] = await Promise.all([
    reader.query(listProductRows, { businessId, kind, beforeAt, beforeId, limit: limit + 1 }),
    businessRecord(reader, businessId),
  ]);
  return pageOf(
    query,
    rows,
    limit,
    (row) => [row.created_at, row.id],
    (row) => recordOf({ row, currency }),
  );
}

/**
 * Creates a prepaid product. Throws `validation_failed` for amounts in another currency and for unknown services and tax rates.
 */
export async function createProduct(
  tx: Transaction,
  businessId: string,
  kind: ProductKind,
  sent: SentTerms<Terms>,
  now: number,
): Promise<Product> {
  const currency = await checkedCurrency(tx, businessId, sent, null);
  const times = { created_at: now, updated_at: now, archived_at: null };
  const row = { business_id: businessId, id: newId(), kind, ...normalized(sent.terms), ...times };
  tx.write(insertProduct, row);
  return { row, currency };
}

/**
 * Updates the terms for future sales. Existing entitlements keep the terms of their sale. An update that changes nothing keeps
 * `updated_at`. Throws `not_found` for an unknown or archived product, and `validation_failed` for invalid input.
 */
export async function updateProduct(
  tx: Transaction,
  businessId: string,
  kind: ProductKind,
  id: string,
  sent: SentTerms<Partial<Terms>>,
  now: number,
): Promise<Product> {
  const [before] = await tx.query(lockProduct, { businessId, id, kind });
  if (before === undefined) throw notFound();
  const currency = await checkedCurrency(tx, businessId, sent, before.tax_rate_id);
  const row = { ...before, ...normalized({ ...before, ...sent.terms }) };
  if (JSON.stringify(row) === JSON.stringify(before)) return { row: before, currency };
  const updated = { ...row, updated_at: now };
  tx.write(updateProductRow, updated);
  return { row: updated, currency };
}

/**
 * Archives a prepaid product, which can then no longer be sold. Existing entitlements remain valid. Throws `not_found` for an unknown or
 * archived product.
 */
export async function archiveProduct(
  tx: Transaction,
  businessId: string,
  kind: ProductKind,
  id: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  const [archived] = await tx.query(archiveProductRow, { businessId, id, kind, now });
  if (archived === undefined) throw notFound();
  return { id: archived.id, deleted: true };
}

/**
 * Checks the amounts, services and tax rate of a request, and returns the business's currency. Throws `validation_failed` for amounts in
 * another currency and for unknown services and tax rates.
 */
async function checkedCurrency(
  reader: Reader,
  businessId: string,
  { terms, money }: SentTerms<Partial<Terms>>,
  taxRateBefore: string | null,
): Promise<string> {
  const [{ currency }, serviceProblems, taxProblems] = await Promise.all([
    businessRecord(reader, businessId),
    serviceIdProblems(reader, businessId, "/service_ids", terms.service_ids),
    taxRateProblems(reader, businessId, terms.tax_rate_id, taxRateBefore),
  ]);
  const moneyProblems: FieldProblem[] = Object.entries(money).flatMap(([field, amount]) =>
    amount === undefined || amount.currency === currency
      ? []
      : [{ path: `/${field}/currency`, message: `must be the business's currency, ${currency}` }],
  );
  refuseIf([...moneyProblems, ...serviceProblems, ...taxProblems]);
  return currency;
}

/** Converts ids to lower case and sorts the service ids, so that equal terms compare equal. */
function normalized<T extends Pick<Terms, "service_ids" | "tax_rate_id">>(terms: T): T {
  const tax_rate_id = terms.tax_rate_id?.toLowerCase() ?? null;
  return { ...terms, tax_rate_id, service_ids: terms.service_ids.map((id) => id.toLowerCase()).sort() };
}
