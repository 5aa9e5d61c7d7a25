import { utcText } from "@daybook/engine";
import { type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { serviceIdProblems } from "../../business/services/index.ts";
import { archive, offeredPage } from "../prepaid/index.ts";
import type {
  ChangedPromotion,
  NewPromotion,
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
  updatePromotion,
} from "./store.ts";

/** A page of what is given off, newest first; also what has not begun or is over. Throws `validation_failed` for a foreign cursor. */
export function listPromotions(
  reader: Reader,
  businessId: string,
  query: PromotionsQueryValues,
): Promise<PromotionPageRecord> {
  const list = { name: "promotions", statement: listPromotionRows, itemOf: recordOf };
  return offeredPage(reader, businessId, list, query);
}

/** Defines a promotion. Throws `validation_failed`. */
export async function createPromotion(
  tx: Transaction,
  businessId: string,
  wanted: NewPromotion,
  now: number,
): Promise<PromotionRecord> {
  const [business] = await tx.query(lockBusiness, [businessId]);
  if (business === undefined) throw notFound();
  const id = newId();
  const draft = draftOf(wanted);
  refuseIf(await problemsWith(tx, businessId, id, draft, wanted, business.currency));
  const [row] = await tx.query(insertPromotion, [businessId, id, ...valuesOf(draft), new Date(now)]);
  if (row === undefined) throw new Error("The new promotion's row did not come back.");
  return recordOf(row, business.currency);
}

/**
 * Changes a promotion for the visits that get it from now on; those that have it keep its terms. Its kind stays. A
 * change that changes nothing leaves `updated_at`. Throws `not_found`, also for an archived one, and
 * `validation_failed`.
 */
export async function changePromotion(
  tx: Transaction,
  businessId: string,
  id: string,
  changes: ChangedPromotion,
  now: number,
): Promise<PromotionRecord> {
  const [[business], [before]] = await Promise.all([
    tx.query(lockBusiness, [businessId]),
    tx.query(findPromotion, [businessId, id]),
  ]);
  if (business === undefined || before === undefined) throw notFound();
  const { amount, ...same } = changes;
  const draft = { ...before, ...same, ...(amount === undefined ? {} : { amount_minor: amount.amount }) };
  refuseIf(await problemsWith(tx, businessId, id, draft, changes, business.currency));
  const after = valuesOf(draft);
  if (JSON.stringify(after) === JSON.stringify(valuesOf(before))) return recordOf(before, business.currency);
  const [row] = await tx.query(updatePromotion, [businessId, id, ...after, new Date(now)]);
  if (row === undefined) throw notFound();
  return recordOf(row, business.currency);
}

/** Gives it to no visit any more; those that have it keep it. Throws `not_found`. */
export function archivePromotion(
  tx: Transaction,
  businessId: string,
  id: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  return archive(tx, archivePromotionRow, { businessId, id, now });
}

type Draft = Omit<PromotionRow, "id" | "created_at" | "updated_at">;

function draftOf(wanted: NewPromotion): Draft {
  return {
    name: wanted.name,
    code: wanted.code ?? null,
    kind: wanted.kind,
    percent: wanted.percent ?? null,
    amount_minor: wanted.amount?.amount ?? null,
    service_ids: wanted.service_ids ?? [],
    starts_on: wanted.starts_on ?? null,
    ends_on: wanted.ends_on ?? null,
  };
}

/** The business must be locked, so that a code that is free stays so until the commit. */
async function problemsWith(
  reader: Reader,
  businessId: string,
  id: string,
  draft: Draft,
  sent: ChangedPromotion,
  currency: string,
): Promise<FieldProblem[]> {
  const [sameCode, serviceProblems] = await Promise.all([
    sent.code === undefined || sent.code === null
      ? []
      : reader.query(findSameCode, [businessId, sent.code, id]),
    serviceIdProblems(reader, businessId, "/service_ids", sent.service_ids),
  ]);
  const problems = valueProblems(draft);
  if (sent.amount !== undefined && sent.amount.currency !== currency)
    problems.push({ path: "/amount/currency", message: `must be the business's currency, ${currency}` });
  if (sameCode.length > 0) problems.push({ path: "/code", message: "is the code of another promotion" });
  if (draft.starts_on !== null && draft.ends_on !== null && draft.ends_on < draft.starts_on)
    problems.push({ path: "/ends_on", message: "must not lie before starts_on" });
  return [...problems, ...serviceProblems];
}

/** A promotion is worth a percentage or an amount, as its kind says, and not both. */
function valueProblems({ kind, percent, amount_minor }: Draft): FieldProblem[] {
  const given = { percent, amount: amount_minor };
  const other = kind === "percent" ? "amount" : "percent";
  return [
    ...(given[kind] === null
      ? [{ path: `/${kind}`, message: `is required, because the kind is ${kind}` }]
      : []),
    ...(given[other] === null ? [] : [{ path: `/${other}`, message: `is not for the kind ${kind}` }]),
  ];
}

function valuesOf(draft: Draft): unknown[] {
  return [
    draft.name,
    draft.code,
    draft.kind,
    draft.percent,
    draft.amount_minor,
    draft.service_ids.map((id) => id.toLowerCase()).sort(),
    draft.starts_on,
    draft.ends_on,
  ];
}

function recordOf({ amount_minor, ...row }: PromotionRow, currency: string): PromotionRecord {
  return {
    id: row.id,
    name: row.name,
    code: row.code,
    kind: row.kind,
    percent: row.percent,
    amount: amount_minor === null ? null : moneyOf(amount_minor, currency),
    service_ids: row.service_ids,
    starts_on: row.starts_on,
    ends_on: row.ends_on,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
