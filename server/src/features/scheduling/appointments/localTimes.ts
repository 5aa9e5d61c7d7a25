import type { Zone } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { raiseBusyTimeVersions } from "../calendar/index.ts";
import { dateText, listItemsAtLocation, lockAtLocation, writeLocalTimes } from "./localTimeStore.ts";

/**
 * The age, relative to `now`, up to which past appointments are updated. An appointment lasts at most ten days, and time zones
 * differ by less than two days: an appointment that started earlier has no item on a day that a search still reads.
 */
const REACH_MS = 12 * 86_400_000;

/**
 * Updates the appointments of a location whose time zone changes: they keep their instants, but the stored local times change,
 * because day limits and the choice of staff count by local day (contract §4). It is passed to the locations feature, which
 * cannot import this one. The caller calls `lock`, then locks the subjects of the location and those that `lock` returned, then
 * calls `follow`.
 *
 * Appointments are locked before subjects, as in all other transactions: a reschedule that has locked its appointment may be
 * waiting for these subjects. An appointment booked between the two calls is not locked; if it is rescheduled at the same
 * moment, PostgreSQL aborts one of the two deadlocked transactions, which is retried.
 */
export const appointmentLocalTimes = {
  /** Locks the affected appointments; returns the ids of the staff members who perform them. */
  async lock(tx: Transaction, businessId: string, locationId: string, now: number): Promise<string[]> {
    const values = { business_id: businessId, locationId, sinceAt: now - REACH_MS };
    await tx.query(lockAtLocation, values);
    const items = await tx.query(listItemsAtLocation, values);
    return [...new Set(items.map((item) => item.staff_id))];
  },

  async follow(
    tx: Transaction,
    businessId: string,
    location: { readonly locationId: string; readonly zone: Zone; readonly now: number },
  ): Promise<void> {
    const { locationId, zone, now } = location;
    const values = { business_id: businessId, locationId, sinceAt: now - REACH_MS };
    const items = await tx.query(listItemsAtLocation, values);
    if (items.length === 0) return;
    writeLocalTimes(tx, businessId, items, zone);
    const moved = items.filter((item) => item.starts_on !== dateText(zone, item.starts_at));
    raiseBusyTimeVersions(tx, businessId, [...new Set(moved.map((item) => item.staff_id))]);
  },
};
