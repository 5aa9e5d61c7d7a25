import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { closingRecord } from "./closings.ts";
import { amountsOf, readUncovered } from "./expected.ts";
import type { DayClosingRecord, NewDayClosing } from "./schema.ts";
import { findClosing, insertClosing, insertEntries, insertMethods } from "./store.ts";

/**
 * Closes a day at a location. The closing covers every payment and refund that no earlier closing has covered, and stores the
 * counted amount of each method. A lock serializes concurrent closings of a business. Throws `validation_failed` for an unknown
 * location, for a repeated method and for an amount in another currency.
 */
export async function closeDay(
  tx: Transaction,
  businessId: string,
  { input, userId, now }: { readonly input: NewDayClosing; readonly userId: string; readonly now: number },
): Promise<DayClosingRecord> {
  const { counted = [], note } = input;
  const locationId = input.location_id.toLowerCase();
  lockSettings(tx, businessId);
  const { currency, previousClosedAt, moved } = await readUncovered(tx, businessId, locationId);
  const problems: FieldProblem[] = counted.flatMap(({ method, amount }, index) => [
    ...(counted.findIndex((one) => one.method === method) < index
      ? [{ path: `/counted/${index}/method`, message: "must appear only once" }]
      : []),
    ...(amount.currency === currency
      ? []
      : [
          {
            path: `/counted/${index}/amount/currency`,
            message: `must be the business's currency, ${currency}`,
          },
        ]),
  ]);
  refuseIf(problems);

  const id = newId();
  tx.write(insertClosing, {
    business_id: businessId,
    id,
    location_id: locationId,
    currency,
    previous_closed_at: previousClosedAt,
    closed_at: now,
    closed_by: userId,
    note: note || null,
    created_at: now,
  });
  const methods = new Set([...moved.map(({ method }) => method), ...counted.map(({ method }) => method)]);
  const rows = [...methods].map((method) => ({
    business_id: businessId,
    day_closing_id: id,
    method,
    ...amountsOf(moved, method),
    counted_amount: counted.find((one) => one.method === method)?.amount.amount ?? null,
  }));
  if (rows.length > 0) tx.write(insertMethods, { rows });
  const entries = moved.map(({ kind, record_id }) => ({
    business_id: businessId,
    kind,
    record_id,
    day_closing_id: id,
  }));
  if (entries.length > 0) tx.write(insertEntries, { rows: entries });
  const [row] = await tx.query(findClosing, { businessId, id });
  if (row === undefined) throw new Error("The inserted day closing was not found.");
  return closingRecord(row);
}
