import { utcText } from "@daybook/engine";
import { type FieldProblem, invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, RowOf, Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import type { ChangedTaxRate, NewTaxRate, TaxRateRecord, TaxRatesQueryValues } from "./schema.ts";
import {
  archiveTaxRateRow,
  findNamesake,
  findTaxRates,
  insertTaxRate,
  listTaxRateRows,
  lockTaxRate,
  type taxRateColumns,
  updateTaxRateRow,
} from "./store.ts";

/** The terms of a tax rate. `thousandths` are thousandths of a percent. */
export interface TaxTerms {
  readonly id: string;
  readonly name: string;
  readonly thousandths: number;
  readonly isIncluded: boolean;
}

/** Lists a page of the tax rates, oldest first. Throws `validation_failed` for a cursor of another list. */
export async function listTaxRates(
  reader: Reader,
  businessId: string,
  { limit = PAGE_SIZE, cursor }: TaxRatesQueryValues,
): Promise<{ items: TaxRateRecord[]; next_cursor: string | null }> {
  const query = { list: "tax-rates", businessId };
  const [afterAt, afterId] = keyOfCursor(query, cursor, ["instant", "id"]) ?? [null, null];
  const rows = await reader.query(listTaxRateRows, { businessId, afterAt, afterId, limit: limit + 1 });
  return pageOf(query, rows, limit, (row) => [row.created_at, row.id], recordOf);
}

/** Creates a tax rate. Throws `validation_failed` if another rate has the name or the percentage has more than three decimal places. */
export async function createTaxRate(
  tx: Transaction,
  businessId: string,
  { name, percent, included }: NewTaxRate,
  now: number,
): Promise<TaxRateRecord> {
  // The lock ensures that two rates created concurrently get different names.
  lockSettings(tx, businessId);
  const id = newId();
  await refuseNamesake(tx, businessId, id, name);
  const terms = { id, name, percent_thousandths: thousandthsOf(percent), included };
  const row = { ...terms, created_at: now, updated_at: now };
  tx.write(insertTaxRate, { business_id: businessId, ...row, archived_at: null });
  return recordOf(row);
}

/**
 * Changes a tax rate for future sales. Existing sales keep the terms that were valid when they were opened. Throws `not_found` for an
 * unknown tax rate, and `validation_failed` for a name or percentage that is not accepted.
 */
export async function updateTaxRate(
  tx: Transaction,
  businessId: string,
  id: string,
  { percent, ...changes }: ChangedTaxRate,
  now: number,
): Promise<TaxRateRecord> {
  lockSettings(tx, businessId);
  const [before] = await tx.query(lockTaxRate, { businessId, id });
  if (before === undefined) throw notFound();
  const percent_thousandths = percent === undefined ? before.percent_thousandths : thousandthsOf(percent);
  const after = { ...before, ...changes, percent_thousandths };
  await refuseNamesake(tx, businessId, id, after.name);
  if (JSON.stringify(after) === JSON.stringify(before)) return recordOf(before);
  const row = { ...after, updated_at: now };
  tx.write(updateTaxRateRow, { business_id: businessId, ...row });
  return recordOf(row);
}

/**
 * Archives a tax rate. New services and products cannot use the tax rate; existing services and products keep it. Throws `not_found` for an
 * unknown tax rate.
 */
export async function archiveTaxRate(
  tx: Transaction,
  businessId: string,
  id: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  const [archived] = await tx.query(archiveTaxRateRow, { businessId, id, now });
  if (archived === undefined) throw notFound();
  return { id: archived.id, deleted: true };
}

/** Reads the terms of the tax rates with these ids, including archived ones, oldest first. */
export async function taxTerms(
  reader: Reader,
  businessId: string,
  ids: readonly (string | null)[],
): Promise<TaxTerms[]> {
  const named = [...new Set(ids.filter((id) => id !== null))];
  if (named.length === 0) return [];
  const rows = await reader.query(findTaxRates, { businessId, ids: named });
  return rows.map(({ id, name, percent_thousandths: thousandths, included: isIncluded }) => ({
    id,
    name,
    thousandths,
    isIncluded,
  }));
}

/** Returns a problem if a `tax_rate_id` is not a rate of the business, or is an archived rate that was not already set. */
export async function taxRateProblems(
  reader: Reader,
  businessId: string,
  sent: string | null | undefined,
  before: string | null = null,
): Promise<FieldProblem[]> {
  const id = sent?.toLowerCase();
  if (id === undefined || id === before) return [];
  const [rate] = await reader.query(findTaxRates, { businessId, ids: [id] });
  if (rate !== undefined && rate.archived_at === null) return [];
  return [{ path: "/tax_rate_id", message: "is not a tax rate of this business" }];
}

async function refuseNamesake(reader: Reader, businessId: string, exceptId: string, name: string) {
  const namesakes = await reader.query(findNamesake, { businessId, name, exceptId });
  if (namesakes.length > 0) throw invalid({ path: "/name", message: "is already used by another tax rate" });
}

/**
 * Converts a percentage to thousandths of a percent. Rounds the product, because values such as 8.005 have no exact binary representation.
 * Throws `validation_failed` for more than three decimal places.
 */
function thousandthsOf(percent: number): number {
  const thousandths = Math.round(percent * 1000);
  if (Math.abs(percent * 1000 - thousandths) > 1e-6)
    throw invalid({ path: "/percent", message: "must have at most three decimal places" });
  return thousandths;
}

function recordOf(row: RowOf<typeof taxRateColumns>): TaxRateRecord {
  return {
    id: row.id,
    name: row.name,
    percent: row.percent_thousandths / 1000,
    included: row.included,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
