import { ApiError, type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { recordOf } from "./policyRecord.ts";
import type { ChargeInput, NewPolicy, PolicyRecord } from "./schema.ts";
import { findCurrency, findCurrentPolicy, insertPolicy, type PolicyRow } from "./store.ts";

/**
 * Puts a policy in force for the bookings from now on: the next version, or none when it says what the current one says.
 * Earlier versions stay for those who have accepted them. Throws `version_mismatch` when the caller's `If-Match` is not
 * the current version, and `validation_failed`.
 */
export async function setPolicy(
  tx: Transaction,
  businessId: string,
  wanted: NewPolicy,
  { now, ifMatch }: { readonly now: number; readonly ifMatch: IfMatch },
): Promise<PolicyRecord> {
  // From here on setups of one business wait for each other: two who write the next version take turns, the currency stays
  // while one does, and bookings take the version from what each process remembers.
  lockSettings(tx, businessId);
  const [business] = await tx.query(findCurrency, [businessId]);
  if (business === undefined) throw notFound();
  const [current] = await tx.query(findCurrentPolicy, [businessId]);
  const version = current?.version ?? 0;
  if (isStale(ifMatch, version))
    throw new ApiError("version_mismatch", "The policies have changed since you read them.", { version });
  refuseIf(chargesOf(wanted).flatMap(([path, charge]) => chargeProblems(path, charge, business.currency)));
  const values = valuesOf(wanted);
  if (current !== undefined && JSON.stringify(values) === JSON.stringify(valuesOfRow(current)))
    return recordOf(current, business.currency);
  const [row] = await tx.query(insertPolicy, [businessId, newId(), version + 1, ...values, new Date(now)]);
  if (row === undefined) throw new Error("The new policy's row did not come back.");
  return recordOf(row, business.currency);
}

const NONE: ChargeInput = { kind: "none" };

function chargesOf(wanted: NewPolicy): [path: string, charge: ChargeInput][] {
  const { late_cancel_fee = NONE, no_show_fee = NONE, deposit = NONE } = wanted;
  return [
    ["/late_cancel_fee", late_cancel_fee],
    ["/no_show_fee", no_show_fee],
    ["/deposit", deposit],
  ];
}

/** A charge has what its kind says, and nothing else. */
function chargeProblems(path: string, charge: ChargeInput, currency: string): FieldProblem[] {
  const given = { percent: charge.percent ?? null, amount: charge.amount ?? null };
  const problems: FieldProblem[] = [];
  for (const name of ["percent", "amount"] as const) {
    if (charge.kind === name && given[name] === null)
      problems.push({ path: `${path}/${name}`, message: `is required, because the kind is ${name}` });
    if (charge.kind !== name && given[name] !== null)
      problems.push({ path: `${path}/${name}`, message: `is not for the kind ${charge.kind}` });
  }
  if (given.amount !== null && given.amount.currency !== currency)
    problems.push({
      path: `${path}/amount/currency`,
      message: `must be the business's currency, ${currency}`,
    });
  return problems;
}

/** In the order of the columns. */
function valuesOf(wanted: NewPolicy): unknown[] {
  return [
    wanted.cancellation_window_minutes,
    ...chargesOf(wanted).flatMap(([, charge]) => [
      charge.kind,
      charge.percent ?? null,
      charge.amount?.amount ?? null,
    ]),
    wanted.cancellation_text || null,
    wanted.booking_text || null,
    wanted.staff_sees_contacts ?? false,
  ];
}

function valuesOfRow(row: PolicyRow): unknown[] {
  const { id, version, created_at, ...values } = row;
  return Object.values(values);
}
