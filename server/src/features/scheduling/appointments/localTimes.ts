import type { Zone } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { raiseBusyTimeVersions } from "../calendar/index.ts";
import { dateText, itemsAt, lockAppointmentRowsAt, writeLocalTimes } from "./localTimeStore.ts";

/**
 * A visit lasts ten days at most, and two clocks are never two days apart: whatever starts earlier has nothing on a day
 * that anybody still asks about.
 */
const REACH_MS = 12 * 86_400_000;

/**
 * What becomes of the visits of a place whose clock changes: they keep their instants, and the local times that are
 * kept with them follow, for by these a day is full and a member has little to do (contract §4). For the feature of
 * places, which stands below this one: `lock` first, then the subjects of the place and those that it answers, then
 * `follow`.
 *
 * Visits are locked before subjects, as everywhere: a move that has its visit may be waiting for the subjects that we
 * would hold. One that is booked between the two is not locked by it; should somebody move that very visit at this
 * moment, PostgreSQL breaks the deadlock and one of both is run again.
 */
export const appointmentLocalTimes = {
  /** Locks the visits that a new clock concerns, and answers whose they are. */
  async lock(tx: Transaction, businessId: string, locationId: string, now: number): Promise<string[]> {
    await lockAppointmentRowsAt(tx, businessId, locationId, now - REACH_MS);
    const items = await itemsAt(tx, businessId, locationId, now - REACH_MS);
    return [...new Set(items.map((item) => item.staff_id))];
  },

  async follow(
    tx: Transaction,
    businessId: string,
    location: { readonly locationId: string; readonly zone: Zone; readonly now: number },
  ): Promise<void> {
    const items = await itemsAt(tx, businessId, location.locationId, location.now - REACH_MS);
    if (items.length === 0) return;
    writeLocalTimes(tx, businessId, items, location.zone);
    const moved = items.filter((item) => item.starts_on !== dateText(location.zone, item.starts_at));
    raiseBusyTimeVersions(tx, businessId, [...new Set(moved.map((item) => item.staff_id))]);
  },
};
