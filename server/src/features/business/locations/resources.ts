import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { createSubject, lockSubjects, setCapacity } from "../../scheduling/calendar/index.ts";
import { locationRecord } from "./locationRecord.ts";
import {
  archiveResourceRow,
  findResource,
  insertResource,
  renameResource,
  sumCapacities,
} from "./resourceStore.ts";
import type { ResourceChanges, ResourceInput, ResourceRecord } from "./schema.ts";
import { touchLocation } from "./store.ts";

/** Returns the largest total capacity per resource type that any of these locations has. */
export async function maxResourceCounts(
  reader: Reader,
  businessId: string,
  locationIds: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { type, capacity } of await reader.query(sumCapacities, { businessId, locationIds }))
    counts.set(type, Math.max(capacity, counts.get(type) ?? 0));
  return counts;
}

/** Creates a room, chair or machine with capacity 1 by default. Throws `not_found` for an unknown location. */
export async function createResource(
  tx: Transaction,
  businessId: string,
  locationId: string,
  wanted: ResourceInput,
  now: number,
): Promise<ResourceRecord> {
  await locationRecord(tx, businessId, locationId);
  const resource: ResourceRecord = { id: newId(), capacity: 1, ...wanted };
  const { id, capacity } = resource;
  await createSubject(tx, businessId, { id, kind: "resource", capacity });
  const times = { created_at: now, updated_at: now };
  tx.write(insertResource, { ...resource, ...times, business_id: businessId, location_id: locationId });
  tx.write(touchLocation, { business_id: businessId, id: locationId, updated_at: now });
  return resource;
}

/**
 * Changes a resource's name or capacity. A lower capacity applies to new bookings only; existing bookings are not cancelled. Throws
 * `not_found` for an unknown resource.
 */
export async function updateResource(
  tx: Transaction,
  businessId: string,
  locationId: string,
  resourceId: string,
  changes: ResourceChanges,
  now: number,
): Promise<ResourceRecord> {
  const before = await lockedResource(tx, businessId, locationId, resourceId);
  const after: ResourceRecord = { ...before, ...changes };
  if (after.capacity !== before.capacity) await setCapacity(tx, businessId, resourceId, after.capacity);
  if (after.name !== before.name)
    tx.write(renameResource, { business_id: businessId, id: resourceId, name: after.name, updated_at: now });
  if (after.capacity !== before.capacity || after.name !== before.name)
    tx.write(touchLocation, { business_id: businessId, id: locationId, updated_at: now });
  return after;
}

/**
 * Archives a resource. New appointments cannot use the resource; existing appointments keep it. Throws `not_found` for an unknown resource.
 */
export async function archiveResource(
  tx: Transaction,
  businessId: string,
  locationId: string,
  resourceId: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  await lockedResource(tx, businessId, locationId, resourceId);
  const times = { archived_at: now, updated_at: now };
  tx.write(archiveResourceRow, { business_id: businessId, id: resourceId, ...times });
  tx.write(touchLocation, { business_id: businessId, id: locationId, updated_at: now });
  return { id: resourceId, deleted: true };
}

/**
 * Locks the subject of a resource, then reads the resource. A concurrent booking either has committed with the old values or waits for the
 * lock (architecture §3).
 */
async function lockedResource(
  tx: Transaction,
  businessId: string,
  locationId: string,
  resourceId: string,
): Promise<ResourceRecord> {
  await lockSubjects(tx, businessId, [resourceId]);
  const [resource] = await tx.query(findResource, { businessId, locationId, id: resourceId });
  if (resource === undefined) throw notFound();
  return resource;
}
