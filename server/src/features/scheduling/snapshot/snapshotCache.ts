import { ApiError, notFound } from "../../../kernel/errors.ts";
import { type Database, isDryRun, type Reader } from "../../../platform/database/index.ts";
import { type SchedulingSnapshot, snapshotOf } from "./snapshot.ts";
import { currentVersion, findSnapshot } from "./snapshotStore.ts";

/** Thrown if other data was read with a different snapshot version than the one in memory. */
export class StaleSnapshot extends Error {}

/** Maximum number of snapshots in memory. A snapshot of a large salon needs about 100 kB. */
const MAX_SNAPSHOTS = 500;
/** An import of services changes the snapshot many times a second; concurrent requests may then need a dozen attempts. */
const MAX_ATTEMPTS = 50;

const cacheByDatabase = new WeakMap<Database, Map<string, Promise<SchedulingSnapshot>>>();

/**
 * Runs `work` with a business's snapshot from memory or the database. The data that `work` reads includes the current snapshot version.
 * If the versions differ, `work` throws `StaleSnapshot`, and this function reads the snapshot again and restarts `work`. A change of
 * hours therefore applies in every process as soon as it is committed (decision 3). Throws `not_found` for an unknown business, and
 * `unavailable` if the snapshot still changes after 50 attempts.
 */
export async function withSnapshot<T>(
  database: Database,
  businessId: string,
  work: (snapshot: SchedulingSnapshot) => Promise<T>,
): Promise<T> {
  const cache = cacheOf(database);
  for (let attempt = 1; ; attempt++) {
    const reading = cached(cache, database, businessId);
    const snapshot = await reading;
    try {
      return await work(snapshot);
    } catch (error) {
      if (!(error instanceof StaleSnapshot)) throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw new ApiError(
          "unavailable",
          "Services or staff members changed repeatedly during the request. Try again shortly.",
          undefined,
          error,
        );
      }
      // If a concurrent request has already replaced the snapshot, the new one is used.
      if (cache.get(businessId) === reading) cache.delete(businessId);
    }
  }
}

/** Throws `StaleSnapshot` unless `versionOfFacts`, which was read with other data, is the snapshot's version. */
export function assertFresh(snapshot: SchedulingSnapshot, versionOfFacts: number): void {
  if (snapshot.version !== versionOfFacts)
    throw new StaleSnapshot(`The scheduling snapshot of ${snapshot.businessId} has changed.`);
}

function cacheOf(database: Database): Map<string, Promise<SchedulingSnapshot>> {
  // A dry run may read its own changes, which are never committed.
  if (isDryRun()) return new Map();
  const cache = cacheByDatabase.get(database) ?? new Map<string, Promise<SchedulingSnapshot>>();
  cacheByDatabase.set(database, cache);
  return cache;
}

function cached(
  cache: Map<string, Promise<SchedulingSnapshot>>,
  database: Database,
  businessId: string,
): Promise<SchedulingSnapshot> {
  const known = cache.get(businessId);
  if (known !== undefined) return known;
  const reading = readSnapshot(database, businessId);
  cache.set(businessId, reading);
  // A failed read is removed from the cache. Its callers receive the error through the promise.
  reading.catch(() => cache.get(businessId) === reading && cache.delete(businessId));
  const oldest = cache.keys().next().value;
  if (cache.size > MAX_SNAPSHOTS && oldest !== undefined) cache.delete(oldest);
  return reading;
}

/**
 * Reads a business's snapshot from the database, without the cache. After `lockSettings`, the snapshot stays current until the transaction
 * ends. Throws `not_found` for an unknown business.
 */
export async function readSnapshot(reader: Reader, businessId: string): Promise<SchedulingSnapshot> {
  const [row] = await reader.query(findSnapshot, { businessId });
  if (row === undefined) throw notFound();
  return snapshotOf(businessId, row);
}

/** Throws `StaleSnapshot` unless the snapshot is current. Call it before refusing a request because of snapshot data. */
export async function assertCurrent(reader: Reader, snapshot: SchedulingSnapshot): Promise<void> {
  assertFresh(snapshot, await currentVersion(reader, snapshot.businessId));
}
