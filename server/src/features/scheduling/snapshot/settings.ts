import { insertInto, pick, statement, type Transaction } from "../../../platform/database/index.ts";
import { calendars } from "../../../tables/scheduling.ts";

const insertCalendar = insertInto("snapshot_insert_calendar", calendars);

/** Inserts the row that stores the version of a new business's scheduling snapshot. */
export function createCalendar(tx: Transaction, businessId: string): void {
  tx.write(insertCalendar, { business_id: businessId, snapshot_version: 1 });
}

const lockSettingsStatement = statement({
  name: "snapshot_lock_settings",
  params: pick(calendars.columns, "business_id"),
  columns: pick(calendars.columns, "business_id"),
  sql: `select business_id
        from calendars
        where business_id = $business_id
        for no key update`,
});

/**
 * Locks a business's settings (locations, services, staff, hours, policies, client fields) until the transaction ends, so that
 * transactions that change these settings run one after another. Examples are transactions that assign the next position of a
 * service or the next version of a policy. Must be called before the data on which the change depends is read. Triggers raise
 * the version of the snapshot (migration 0045).
 */
export function lockSettings(tx: Transaction, businessId: string): void {
  tx.write(lockSettingsStatement, { business_id: businessId });
}
