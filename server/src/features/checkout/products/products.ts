import { utcText } from "@daybook/engine";
import { type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { taxRateProblems } from "../../business/tax-rates/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import type { ChangedProduct, NewProduct, ProductRecord, ProductsQueryValues } from "./schema.ts";
import {
  archiveProductRow,
  findNamesakes,
  findProducts,
  insertProduct,
  insertStockEntries,
  listProductRows,
  lockProducts,
  type ProductRow,
  updateProductRow,
} from "./store.ts";

/** Returns a page of the products, ordered by name. Throws `validation_failed` for a cursor of another list. */
export async function listProducts(
  reader: Reader,
  businessId: string,
  { q, limit = PAGE_SIZE, cursor }: ProductsQueryValues,
): Promise<{ items: ProductRecord[]; next_cursor: string | null }> {
  const query = { list: "products", businessId, q: q ?? "" };
  const [afterName, afterId] = keyOfCursor(query, cursor, ["text", "id"]) ?? [null, null];
  const like = q === undefined ? null : `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  const page = { businessId, q: q ?? null, like, afterName, afterId, limit: limit + 1 };
  const [rows, { currency }] = await Promise.all([
    reader.query(listProductRows, page),
    businessRecord(reader, businessId),
  ]);
  return pageOf(
    query,
    rows,
    limit,
    (row) => [row.name_key, row.id],
    (row) => recordOf(row, currency),
  );
}

/** Returns a product, even if it is archived. Throws `not_found` for an unknown product. */
export async function getProduct(reader: Reader, businessId: string, id: string): Promise<ProductRecord> {
  const [[row], { currency }] = await Promise.all([
    reader.query(findProducts, { businessId, ids: [id] }),
    businessRecord(reader, businessId),
  ]);
  if (row === undefined) throw notFound();
  return recordOf(row, currency);
}

/**
 * Creates a product. Throws `validation_failed` if another product has its SKU or barcode, and for another currency or an unknown
 * tax rate.
 */
export async function createProduct(
  tx: Transaction,
  businessId: string,
  { price, ...wanted }: NewProduct,
  now: number,
): Promise<ProductRecord> {
  // The lock serializes concurrent requests, so that two products cannot get the same SKU or barcode.
  lockSettings(tx, businessId);
  const id = newId();
  const empty = { description: null, sku: null, barcode: null, tax_rate_id: null, stock: null };
  const sent = { ...empty, ...normalized(wanted), price_amount: price.amount };
  const currency = await checkedCurrency(tx, businessId, id, { price, ...wanted }, null);
  const row = { id, ...sent, created_at: now, updated_at: now, archived_at: null };
  tx.write(insertProduct, { business_id: businessId, ...row });
  writeCount(tx, businessId, id, row.stock ?? 0, now);
  return recordOf(row, currency);
}

/**
 * Updates a product for future sales. `stock` replaces the stored quantity. Throws `not_found` for an unknown product, and
 * `validation_failed` for invalid input.
 */
export async function updateProduct(
  tx: Transaction,
  businessId: string,
  id: string,
  { price, ...changes }: ChangedProduct,
  now: number,
): Promise<ProductRecord> {
  lockSettings(tx, businessId);
  const [before] = await tx.query(lockProducts, { businessId, ids: [id] });
  if (before === undefined || before.archived_at !== null) throw notFound();
  const currency = await checkedCurrency(tx, businessId, id, { ...changes, ...(price && { price }) }, before);
  const after = { ...before, ...normalized(changes), ...(price && { price_amount: price.amount }) };
  if (JSON.stringify(after) === JSON.stringify(before)) return recordOf(before, currency);
  const row = { ...after, updated_at: now };
  tx.write(updateProductRow, { business_id: businessId, ...row });
  writeCount(tx, businessId, id, (row.stock ?? 0) - (before.stock ?? 0), now);
  return recordOf(row, currency);
}

/** Archives a product, which can then no longer be sold. Throws `not_found` for an unknown or archived product. */
export async function archiveProduct(
  tx: Transaction,
  businessId: string,
  id: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  const [archived] = await tx.query(archiveProductRow, { businessId, id, now });
  if (archived === undefined) throw notFound();
  return { id: archived.id, deleted: true };
}

/** The fields of a product that a sale line needs. */
export interface SaleProduct {
  readonly id: string;
  readonly name: string;
  readonly priceMinor: number;
  readonly taxRateId: string | null;
  readonly archived: boolean;
}

/** Returns the products with these ids, by id. The ids must be in lower case. */
export async function saleProducts(
  reader: Reader,
  businessId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SaleProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.query(findProducts, { businessId, ids });
  return new Map(
    rows.map(({ id, name, price_amount: priceMinor, tax_rate_id: taxRateId, archived_at }) => [
      id,
      { id, name, priceMinor, taxRateId, archived: archived_at !== null },
    ]),
  );
}

function writeCount(
  tx: Transaction,
  businessId: string,
  productId: string,
  delta: number,
  now: number,
): void {
  if (delta === 0) return;
  const ids = { business_id: businessId, id: newId(), product_id: productId };
  const none = { sale_id: null, sale_line_id: null, refund_id: null };
  tx.write(insertStockEntries, { rows: [{ ...ids, ...none, cause: "count", delta, created_at: now }] });
}

async function checkedCurrency(
  reader: Reader,
  businessId: string,
  exceptId: string,
  sent: ChangedProduct,
  before: ProductRow | null,
): Promise<string> {
  const { sku = null, barcode = null, price } = sent;
  const [{ currency }, namesakes, problems] = await Promise.all([
    businessRecord(reader, businessId),
    reader.query(findNamesakes, { businessId, exceptId, sku, barcode }),
    taxRateProblems(reader, businessId, sent.tax_rate_id, before?.tax_rate_id ?? null),
  ]);
  const all: FieldProblem[] = [...problems];
  if (price !== undefined && price.currency !== currency)
    all.push({ path: "/price/currency", message: `must be the business's currency, ${currency}` });
  if (sku !== null && namesakes.some((other) => other.sku?.toLowerCase() === sku.toLowerCase()))
    all.push({ path: "/sku", message: "is already used by another product" });
  if (barcode !== null && namesakes.some((other) => other.barcode === barcode))
    all.push({ path: "/barcode", message: "is already used by another product" });
  refuseIf(all);
  return currency;
}

function normalized<T extends { readonly tax_rate_id?: string | null }>(sent: T): T {
  return sent.tax_rate_id ? { ...sent, tax_rate_id: sent.tax_rate_id.toLowerCase() } : sent;
}

function recordOf(row: ProductRow, currency: string): ProductRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    sku: row.sku,
    barcode: row.barcode,
    price: moneyOf(row.price_amount, currency),
    tax_rate_id: row.tax_rate_id,
    stock: row.stock,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
