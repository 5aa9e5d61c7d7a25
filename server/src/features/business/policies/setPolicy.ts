import { ApiError, type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { businessRecord } from "../businesses/index.ts";
import { recordOf } from "./policyRecord.ts";
import {
  type ChargeInput,
  DEFAULT_MAX_DISCOUNT_PERCENT,
  type PolicyInputValues,
  type PolicyRecord,
} from "./schema.ts";
import { findCurrentPolicy, insertPolicy, type PolicyRow } from "./store.ts";

/**
 * Sets the policy for future bookings. Creates a new version unless the terms equal the current terms. Earlier versions are kept, because
 * existing bookings refer to them. Throws `version_mismatch` if `ifMatch` is not the current version, and `validation_failed` for invalid
 * terms.
 */
export async function setPolicy(
  tx: Transaction,
  businessId: string,
  input: PolicyInputValues,
  { now, ifMatch }: { readonly now: number; readonly ifMatch: IfMatch },
): Promise<PolicyRecord> {
  // The lock serializes transactions that create versions, and blocks changes of the business's currency.
  lockSettings(tx, businessId);
  const { currency } = await businessRecord(tx, businessId);
  const [current] = await tx.query(findCurrentPolicy, { businessId });
  const version = current?.version ?? 0;
  if (isStale(ifMatch, version))
    throw new ApiError(
      "version_mismatch",
      `The policy has changed since you read it. Read it again: the current version is ${version}.`,
      { version },
    );
  const { late_cancel_fee = NONE, no_show_fee = NONE, deposit = NONE } = input;
  refuseIf(
    Object.entries({ late_cancel_fee, no_show_fee, deposit }).flatMap(([field, charge]) =>
      chargeProblems(`/${field}`, charge, currency),
    ),
  );
  const maxDiscount = { ...DEFAULT_MAX_DISCOUNT_PERCENT, ...input.max_discount_percent };
  const terms: Terms = {
    cancellation_window_minutes: input.cancellation_window_minutes,
    late_cancel_fee_kind: late_cancel_fee.kind,
    late_cancel_fee_percent: late_cancel_fee.percent ?? null,
    late_cancel_fee_minor: late_cancel_fee.amount?.amount ?? null,
    no_show_fee_kind: no_show_fee.kind,
    no_show_fee_percent: no_show_fee.percent ?? null,
    no_show_fee_minor: no_show_fee.amount?.amount ?? null,
    deposit_kind: deposit.kind,
    deposit_percent: deposit.percent ?? null,
    deposit_minor: deposit.amount?.amount ?? null,
    card_required: input.card_required ?? false,
    cancellation_text: input.cancellation_text || null,
    booking_text: input.booking_text || null,
    staff_sees_contacts: input.staff_sees_contacts ?? false,
    staff_max_discount_percent: maxDiscount.staff,
    reception_max_discount_percent: maxDiscount.reception,
    manager_max_discount_percent: maxDiscount.manager,
  };
  if (current !== undefined && hasTerms(current, terms)) return recordOf(current, currency);
  const row = { business_id: businessId, id: newId(), version: version + 1, ...terms, created_at: now };
  tx.write(insertPolicy, row);
  return recordOf(row, currency);
}

type Terms = Omit<PolicyRow, "business_id" | "id" | "version" | "created_at">;

const NONE: ChargeInput = { kind: "none" };

/** Returns the problems of a charge: a missing or superfluous value for its kind, and an amount in another currency. */
function chargeProblems(path: string, charge: ChargeInput, currency: string): FieldProblem[] {
  const given = { percent: charge.percent ?? null, amount: charge.amount ?? null };
  const problems: FieldProblem[] = [];
  for (const name of ["percent", "amount"] as const) {
    if (charge.kind === name && given[name] === null)
      problems.push({ path: `${path}/${name}`, message: `is required when \`kind\` is "${name}"` });
    if (charge.kind !== name && given[name] !== null)
      problems.push({
        path: `${path}/${name}`,
        message: `is not accepted when \`kind\` is "${charge.kind}"`,
      });
  }
  if (given.amount !== null && given.amount.currency !== currency)
    problems.push({
      path: `${path}/amount/currency`,
      message: `must be the business's currency, ${currency}`,
    });
  return problems;
}

function hasTerms(row: PolicyRow, terms: Terms): boolean {
  return (Object.keys(terms) as (keyof Terms)[]).every((name) => row[name] === terms[name]);
}
