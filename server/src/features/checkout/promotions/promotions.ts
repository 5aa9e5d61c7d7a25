import { utcText } from "@daybook/engine";
import { type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { serviceIdProblems } from "../../business/services/index.ts";
import type {
  PromotionChangesValues,
  PromotionInputValues,
  PromotionPageRecord,
  PromotionRecord,
  PromotionsQueryValues,
} from "./schema.ts";
import {
  archivePromotionRow,
  findPromotion,
  findSameCode,
  insertPromotion,
  listPromotionRows,
  lockBusiness,
  type PromotionRow,
  updatePromotionRow,
} from "./store.ts";

/**
 * Returns a page of the promotions, newest first, including future and past promotions. Throws `validation_failed` for a cursor
 * of another list.
 */
export async function listPromotions(
  reader: Reader,
  businessId: string,
  { limit = PAGE_SIZE, cursor }: PromotionsQueryValues,
): Promise<PromotionPageRecord> {
  const query = { list: "promotions", businessId };
  const [beforeAt, beforeId] = keyOfCursor(query, cursor, ["instant", "id"]) ?? [null, null];
  const [rows, { currency }] = await Promise.all([
    reader.query(listPromotionRows, { businessId, beforeAt, beforeId, limit: limit + 1 }),
    businessRecord(reader, businessId),
  ]);
  return pageOf(
    query,
    rows,
    limit,
    (row) => [row.created_at, row.id],
    (row) => recordOf(row, currency),
  );
}

/** Creates a promotion. Throws `validation_failed` for invalid input. */
export async function createPromotion(
  tx: Transaction,
  businessId: string,
  wanted: PromotionInputValues,
  now: number,
): Promise<PromotionRecord> {
  const [business] = await tx.query(lockBusiness, { businessId });
  if (business === undefined) throw notFound();
  const row = {
    business_id: businessId,
    id: newId(),
    name: wanted.name,
    code: wanted.code ?? null,
    kind: wanted.kind,
    percent: wanted.percent ?? null,
    amount_minor: wanted.amount?.amount ?? null,
    service_ids: normalized(wanted.service_ids ?? []),
    starts_on: wanted.starts_on ?? null,
    ends_on: wanted.ends_on ?? null,
    created_at: now,
    updated_at: now,
  };
  refuseIf(await problemsWith(tx, row, wanted, business.currency));
  tx.write(insertPromotion, row);
  return recordOf(row, business.currency);
}

/**
 * Updates a promotion for future use. Appointments that already have the promotion keep the terms that were applied. The kind cannot
 * change. An update that changes nothing keeps `updated_at`. Throws `not_found` for an unknown or archived promotion, and
 * `validation_failed` for invalid input.
 */
export async function updatePromotion(
  tx: Transaction,
  businessId: string,
  id: string,
  changes: PromotionChangesValues,
  now: number,
): Promise<PromotionRecord> {
  const [[business], [before]] = await Promise.all([
    tx.query(lockBusiness, { businessId }),
    tx.query(findPromotion, { businessId, id }),
  ]);
  if (business === undefined || before === undefined) throw notFound();
  const { amount, ...same } = changes;
  const merged = { ...before, ...same, ...(amount === undefined ? {} : { amount_minor: amount.amount }) };
  const row = { ...merged, service_ids: normalized(merged.service_ids) };
  refuseIf(await problemsWith(tx, row, changes, business.currency));
  if (JSON.stringify(row) === JSON.stringify(before)) return recordOf(before, business.currency);
  const updated = { ...row, updated_at: now };
  tx.write(updatePromotionRow, updated);
  return recordOf(updated, business.currency);
}

/** Archives a promotion. Appointments that have the promotion keep it. Throws `not_found` for an unknown or archived promotion. */
export async function archivePromotion(
  tx: Transaction,
  businessId: string,
  id: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  const [archived] = await tx.query(archivePromotionRow, { businessId, id, now });
  if (archived === undefined) throw notFound();
  return { id: archived.id, deleted: true };
}

/**
 * Returns the problems of a promotion. The business must be locked, so that no other transaction can create a promotion with the same code
 * before the commit.
 */
async function problemsWith(
  reader: Reader,
  row: PromotionRow,
  sent: PromotionChangesValues,
  currency: string,
): Promise<FieldProblem[]> {
  const { business_id: businessId, id: exceptId } = row;
  const [sameCode, serviceProblems] = await Promise.all([
    sent.code === undefined || sent.code === null
      ? []
      : reader.query(findSameCode, { businessId, code: sent.code, exceptId }),
    serviceIdProblems(reader, businessId, "/service_ids", sent.service_ids),
  ]);
  const problems = valueProblems(row);
  if (sent.amount !== undefined && sent.amount.currency !== currency)
    problems.push({ path: "/amount/currency", message: `must be the business's currency, ${currency}` });
  if (sameCode.length > 0) problems.push({ path: "/code", message: "is already used by another promotion" });
  if (row.starts_on !== null && row.ends_on !== null && row.ends_on < row.starts_on)
    problems.push({ path: "/ends_on", message: "must not be before `starts_on`" });
  return [...problems, ...serviceProblems];
}

/** Returns the problems of the percentage and the amount: a promotion must have the value of its kind and must not have the other value. */
function valueProblems({ kind, percent, amount_minor }: PromotionRow): FieldProblem[] {
  const given = { percent, amount: amount_minor };
  const other = kind === "percent" ? "amount" : "percent";
  return [
    ...(given[kind] === null
      ? [{ path: `/${kind}`, message: `is required when \`kind\` is "${kind}"` }]
      : []),
    ...(given[other] === null
      ? []
      : [{ path: `/${other}`, message: `is not accepted when \`kind\` is "${kind}"` }]),
  ];
}

/** Converts ids to lower case and sorts them, so that equal lists compare equal. */
function normalized(ids: readonly string[]): string[] {
  return ids.map((id) => id.toLowerCase()).sort();
}

function recordOf(row: PromotionRow, currency: string): PromotionRecord {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    kind: row.kind,
    percent: row.percent,
    amount: row.amount_minor === null ? null : moneyOf(row.amount_minor, currency),
    service_ids: row.service_ids,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
