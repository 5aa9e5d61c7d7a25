import { utcOrNull, utcText } from "@daybook/engine";
import type { Reader, RowOf } from "../../../platform/database/index.ts";
import { type ClientField, shownAnswers } from "./customFields.ts";
import type { ClientRecord } from "./schema.ts";
import { type clientColumns, listFields, listVisitFacts, type visitFactColumns } from "./store.ts";

export type ClientRow = RowOf<typeof clientColumns>;
type VisitFacts = RowOf<typeof visitFactColumns>;

/**
 * The records of contract §3 from their rows, in the same order: with the answers to fields that are not archived, and
 * with what the visits say at `now` (milliseconds).
 */
export async function clientRecords(
  reader: Reader,
  businessId: string,
  rows: readonly ClientRow[],
  now: number,
): Promise<ClientRecord[]> {
  if (rows.length === 0) return [];
  const [fields, facts] = await Promise.all([
    reader.query(listFields, [businessId]),
    reader.query(listVisitFacts, [businessId, rows.map((row) => row.id), new Date(now)]),
  ]);
  const factsOf = new Map(facts.map((each) => [each.client_id, each]));
  return rows.map((row) => clientRecord(row, fields, factsOf.get(row.id) ?? NO_VISITS));
}

/** Of somebody who has never been here nor is expected. */
export const NO_VISITS: Omit<VisitFacts, "client_id"> = {
  visit_count: 0,
  no_show_count: 0,
  first_visit_at: null,
  last_visit_at: null,
  next_visit_at: null,
};

/** All date-times are UTC: a client belongs to no location. */
export function clientRecord(
  row: ClientRow,
  fields: readonly ClientField[],
  facts: Omit<VisitFacts, "client_id">,
): ClientRecord {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone_e164: row.phone_e164,
    alert: row.alert,
    custom_fields: shownAnswers(fields, row.custom_fields),
    online_booking_blocked_at: utcOrNull(row.online_booking_blocked_at),
    patch_test_at: row.patch_test_at,
    first_visit_at: utcOrNull(facts.first_visit_at),
    last_visit_at: utcOrNull(facts.last_visit_at),
    next_visit_at: utcOrNull(facts.next_visit_at),
    visit_count: facts.visit_count,
    no_show_count: facts.no_show_count,
    version: row.version,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
