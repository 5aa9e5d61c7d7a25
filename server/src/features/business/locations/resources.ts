import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { createSubject, lockSettings, lockSubjects, setCapacity } from "../../scheduling/calendar/index.ts";
import { locationRecord } from "./locationRecord.ts";
import { archiveResourceRow, findResource, insertResource, renameResource } from "./resourceStore.ts";
import type { ChangedResource, NewResource, ResourceRecord } from "./schema.ts";
import { touchLocation } from "./store.ts";

/** Adds a room, chair or machine to a place; it takes one visit at a time unless said otherwise. Throws `not_found`. */
export async function createResource(
  tx: Transaction,
  businessId: string,
  locationId: string,
  wanted: NewResource,
  now: number,
): Promise<ResourceRecord> {
  lockSettings(tx, businessId);
  await locationRecord(tx, businessId, locationId);
  const resource: ResourceRecord = { id: newId(), capacity: 1, ...wanted };
  const { id, capacity } = resource;
  await createSubject(tx, businessId, { id, kind: "resource", capacity });
  tx.write(insertResource, [businessId, id, locationId, resource.name, resource.type, new Date(now)]);
  tx.write(touchLocation, [businessId, locationId, new Date(now)]);
  return resource;
}

/**
 * Changes a resource's name or capacity. A capacity below what is booked already holds for what is booked from now
 * on: nothing is cancelled. Throws `not_found`.
 */
export async function updateResource(
  tx: Transaction,
  businessId: string,
  locationId: string,
  resourceId: string,
  changes: ChangedResource,
  now: number,
): Promise<ResourceRecord> {
  const before = await resourceUnderLock(tx, businessId, locationId, resourceId);
  const after: ResourceRecord = { ...before, ...changes };
  if (after.capacity !== before.capacity) await setCapacity(tx, businessId, resourceId, after.capacity);
  if (after.name !== before.name)
    tx.write(renameResource, [businessId, resourceId, after.name, new Date(now)]);
  if (after.capacity !== before.capacity || after.name !== before.name)
    tx.write(touchLocation, [businessId, locationId, new Date(now)]);
  return after;
}

/** Takes a resource out of the place: it is handed out no more; visits that have it keep it. Throws `not_found`. */
export async function archiveResource(
  tx: Transaction,
  businessId: string,
  locationId: string,
  resourceId: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  await resourceUnderLock(tx, businessId, locationId, resourceId);
  tx.write(archiveResourceRow, [businessId, resourceId, new Date(now)]);
  tx.write(touchLocation, [businessId, locationId, new Date(now)]);
  return { id: resourceId, deleted: true };
}

/** Its subject is locked first: whoever is booking it now finishes with what it was (architecture §3). */
async function resourceUnderLock(
  tx: Transaction,
  businessId: string,
  locationId: string,
  resourceId: string,
): Promise<ResourceRecord> {
  await lockSubjects(tx, businessId, [resourceId]);
  lockSettings(tx, businessId);
  return resourceOf(tx, businessId, locationId, resourceId);
}

async function resourceOf(
  reader: Reader,
  businessId: string,
  locationId: string,
  resourceId: string,
): Promise<ResourceRecord> {
  const [resource] = await reader.query(findResource, [businessId, locationId, resourceId]);
  if (resource === undefined) throw notFound();
  return resource;
}
