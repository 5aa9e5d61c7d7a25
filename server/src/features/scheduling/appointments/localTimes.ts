import type { Zone } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { raiseBusyTimeVersions } from "../calendar/index.ts";
import { dateText, listItemsAtLocation, lockAtLocation, writeLocalTimes } from "./localTimeStore.ts";

/**
 * The time before `now`, in milliseconds, from which past appointments are updated. An appointment lasts at most ten days, and
 * time zones differ by less than two days. Therefore no availability search reads a day on which an item of an earlier
 * appointment takes place.
 */
const REACH_MS = 12 * 86_400_000;

/**
 * Updates the local times of a location's appointments when its time zone changes. The instants stay the same. The stored local times must
 * change, because day limits and the choice of staff members count appointments per local day (contract §4). app.ts passes this object to
 * the locations feature, which cannot import this feature. The caller calls `lock`, then locks the subjects of the location and the staff
 * members that `lock` returned, then calls `follow`.
 *
 * Appointments are locked before subjects, as in all other transactions, because a reschedule that has locked its appointment may be
 * waiting for these subjects. An appointment booked between the two calls is not locked. A concurrent transaction that reschedules this
 * appointment can deadlock with this one; PostgreSQL then aborts one of the two transactions, which is retried.
 */
export const appointmentLocalTimes = {
  /** Locks the affected appointments and returns the ids of their staff members. */
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
