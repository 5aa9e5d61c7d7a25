import { utcOrNull, utcText } from "@daybook/engine";
import type { Reader, ValuesOf } from "../../../platform/database/index.ts";
import { clientTextsBy } from "./clientDetails.ts";
import { readFields } from "./clientFields.ts";
import { type ClientField, shownAnswers } from "./customFields.ts";
import type { ClientRecord } from "./schema.ts";
import { type appointmentFactColumns, type clientColumns, listAppointmentFacts } from "./store.ts";

export type ClientRow = ValuesOf<typeof clientColumns>;
type AppointmentFacts = Omit<ValuesOf<typeof appointmentFactColumns>, "client_id">;

/**
 * Converts client rows to API records (contract §3) in the same order: with the answers to fields that are not archived, and
 * with the counts and times of appointments at `now` (milliseconds).
 */
export async function clientRecords(
  reader: Reader,
  businessId: string,
  rows: readonly ClientRow[],
  now: number,
): Promise<ClientRecord[]> {
  if (rows.length === 0) return [];
  const [fields, facts] = await Promise.all([
    readFields(reader, businessId),
    reader.query(listAppointmentFacts, { businessId, clientIds: rows.map((row) => row.id), now }),
  ]);
  const factsOf = new Map(facts.map((each) => [each.client_id, each]));
  return rows.map((row) => clientRecord(row, fields, factsOf.get(row.id) ?? NO_APPOINTMENTS));
}

export const NO_APPOINTMENTS: AppointmentFacts = {
  visit_count: 0,
  no_show_count: 0,
  first_visit_at: null,
  last_visit_at: null,
  next_visit_at: null,
};

/** Converts a client row to an API record. All date-times are in UTC, because clients belong to no location. */
export function clientRecord(
  row: ClientRow,
  fields: readonly ClientField[],
  facts: AppointmentFacts,
): ClientRecord {
  return {
    id: row.id,
    first_name: row.first_name,
    ...clientTextsBy((name) => row[name]),
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
