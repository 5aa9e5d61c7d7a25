import { type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { closingRecord } from "./closings.ts";
import type { DayClosingRecord, NewDayClosing } from "./schema.ts";
import {
  findClosing,
  findLocation,
  findPrevious,
  insertClosing,
  insertEntries,
  insertMethods,
  listUncovered,
} from "./store.ts";

/** Longer than any transaction stays open. */
const LONGEST_TRANSACTION_MS = 24 * 60 * 60 * 1000;

/**
 * Closes a day at a location: covers every payment and refund that no closing has covered, and stores the counted
 * amount of each method. Closings of one business wait for each other. Throws `validation_failed`.
 */
export async function closeDay(
  tx: Transaction,
  businessId: string,
  { input, userId, now }: { readonly input: NewDayClosing; readonly userId: string; readonly now: number },
): Promise<DayClosingRecord> {
  const { counted = [], note } = input;
  const locationId = input.location_id.toLowerCase();
  lockSettings(tx, businessId);
  const [{ currency }, [location], [previous]] = await Promise.all([
    businessRecord(tx, businessId),
    tx.query(findLocation, { businessId, locationId }),
    tx.query(findPrevious, { businessId, locationId }),
  ]);
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
  if (location === undefined)
    throw invalid({ path: "/location_id", message: "is not a location of this business" });
  refuseIf(problems);

  const sinceAt = previous === undefined ? null : previous.closed_at - LONGEST_TRANSACTION_MS;
  const moved = await tx.query(listUncovered, { businessId, locationId, sinceAt });
  const id = newId();
  tx.write(insertClosing, {
    business_id: businessId,
    id,
    location_id: locationId,
    currency,
    previous_closed_at: previous?.closed_at ?? null,
    closed_at: now,
    closed_by: userId,
    note: note || null,
    created_at: now,
  });
  const methods = new Set([...moved.map(({ method }) => method), ...counted.map(({ method }) => method)]);
  const sum = (kind: (typeof moved)[number]["kind"], method: string) =>
    moved.reduce((all, one) => all + (one.kind === kind && one.method === method ? one.amount : 0), 0);
  const rows = [...methods].map((method) => ({
    business_id: businessId,
    day_closing_id: id,
    method,
    taken_amount: sum("payment", method),
    refunded_amount: sum("refund", method) - sum("reversal", method),
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
