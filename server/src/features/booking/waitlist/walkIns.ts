import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { insertNew } from "./entries.ts";
import { findEntry } from "./store.ts";

type NewEntry = Parameters<typeof insertNew>[3];

/** Returns the location of the entry with this id; undefined if there is none. */
export async function findWalkIn(
  reader: Reader,
  businessId: string,
  id: string,
): Promise<{ readonly locationId: string } | undefined> {
  const [row] = await reader.query(findEntry, { business_id: businessId, id, ownStaffId: null });
  return row === undefined ? undefined : { locationId: row.location_id };
}

/**
 * Adds a client who came without an appointment to the waitlist. The id comes from the kiosk, so that a repeated request can be
 * recognized; the caller has locked the kiosk and found no entry with it. Throws `validation_failed`.
 */
export async function addWalkIn(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  entry: Pick<NewEntry, "clientId" | "items" | "windows" | "now"> & { readonly id: string },
): Promise<void> {
  await insertNew(tx, snapshot, location, { ...entry, min_notice_minutes: 0, source: "kiosk" });
}
