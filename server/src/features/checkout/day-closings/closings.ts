import { localText, utcText, zoneNamed } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { createdWindow } from "../money-lists/index.ts";
import type { DayClosingRecord, DayClosingsQueryValues } from "./schema.ts";
import { type DayClosingRow, listClosings } from "./store.ts";

/** Returns a page of the closings, newest first. Throws `validation_failed` for a cursor of another list. */
export async function listDayClosings(
  reader: Reader,
  businessId: string,
  listing: DayClosingsQueryValues,
): Promise<{ items: DayClosingRecord[]; next_cursor: string | null }> {
  const { location_id, limit = PAGE_SIZE, cursor } = listing;
  const filters = { ...listing, list: "day-closings", businessId };
  const [beforeAt, beforeId] = keyOfCursor(filters, cursor, ["instant", "id"]) ?? [null, null];
  const rows = await reader.query(listClosings, {
    businessId,
    locationId: location_id ?? null,
    ...(await createdWindow(reader, businessId, listing)),
    beforeAt,
    beforeId,
    limit: limit + 1,
  });
  return pageOf(filters, rows, limit, (row) => [row.closed_at, row.id], closingRecord);
}

export function closingRecord(row: DayClosingRow): DayClosingRecord {
  const zone = zoneNamed(row.time_zone);
  const money = (amount: number) => moneyOf(amount, row.currency);
  return {
    id: row.id,
    location_id: row.location_id,
    time_zone: row.time_zone,
    from: row.previous_closed_at === null ? null : localText(zone, row.previous_closed_at),
    closed_at: localText(zone, row.closed_at),
    closed_by: row.closed_by,
    methods: row.methods.map(({ method, taken_amount, refunded_amount, counted_amount }) => {
      const expected = taken_amount - refunded_amount;
      return {
        method,
        taken: money(taken_amount),
        refunded: money(refunded_amount),
        expected: money(expected),
        counted: counted_amount === null ? null : money(counted_amount),
        difference: counted_amount === null ? null : money(counted_amount - expected),
      };
    }),
    note: row.note,
    created_at: utcText(row.created_at),
  };
}
