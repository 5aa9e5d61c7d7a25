import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { insertNew } from "./entries.ts";
import { findEntry } from "./store.ts";

type NewEntry = Parameters<typeof insertNew>[3];

/** Returns the location of the entry with this id; undefined for an unknown id. */
export async function findWalkIn(
  reader: Reader,
  businessId: string,
  id: string,
): Promise<{ readonly locationId: string } | undefined> {
  const [row] = await reader.query(findEntry, { business_id: businessId, id, ownStaffId: null });
  return row === undefined ? undefined : { locationId: row.location_id };
}

/**
 * Adds a walk-in client to the waitlist. The kiosk creates the id, so that the server can recognise a repeated request. The caller has
 * locked the kiosk and found no entry with the id. Throws `validation_failed` for invalid input.
 */
export async function addWalkIn(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  entry: Pick<NewEntry, "clientId" | "items" | "windows" | "now"> & { readonly id: string },
): Promise<void> {
  await insertNew(tx, snapshot, location, { ...entry, min_notice_minutes: 0, source: "kiosk" });
}
