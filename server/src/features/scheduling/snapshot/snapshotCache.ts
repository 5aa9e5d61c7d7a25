import { ApiError, notFound } from "../../../kernel/errors.ts";
import { type Database, isDryRun, type Reader } from "../../../platform/database/index.ts";
import { cacheMemory, type MemoryCache, NO_CACHE } from "../../../platform/memoryCache.ts";
import { type SchedulingSnapshot, snapshotOf } from "./snapshot.ts";
import { currentVersion, findSnapshot } from "./snapshotStore.ts";

/** Thrown if the snapshot version that was read together with other data differs from the version of the cached snapshot. */
export class StaleSnapshot extends Error {}

/** An import of services changes the snapshot many times per second. A concurrent request may then need a dozen attempts. */
const MAX_ATTEMPTS = 50;

type Cache = MemoryCache<Promise<SchedulingSnapshot>>;

const cacheByDatabase = new WeakMap<Database, Cache>();

/**
 * Runs `work` with a business's snapshot from memory or the database. The data that `work` reads includes the current snapshot version. If
 * the versions differ, `work` throws `StaleSnapshot`, and this function reads the snapshot again and restarts `work`. A change of hours
 * therefore applies in every process as soon as the change is committed (decision 3). Throws `not_found` for an unknown business, and
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
          "Services, staff members or settings of the business changed repeatedly during the request. Try again shortly.",
          undefined,
          error,
        );
      }
      // Uses the new snapshot if a concurrent request has already replaced the cached one.
      if (cache.get(businessId) === reading) cache.delete(businessId);
    }
  }
}

/** Throws `StaleSnapshot` unless the snapshot has the version `versionOfFacts`, which was read together with other data. */
export function assertFresh(snapshot: SchedulingSnapshot, versionOfFacts: number): void {
  if (snapshot.version !== versionOfFacts)
    throw new StaleSnapshot(`The scheduling snapshot of ${snapshot.businessId} has changed.`);
}

function cacheOf(database: Database): Cache {
  // Bypasses the cache, because a dry run reads its own changes, which are never committed.
  if (isDryRun()) return NO_CACHE;
  let cache = cacheByDatabase.get(database);
  if (cache === undefined) {
    cache = cacheMemory.open();
    cacheByDatabase.set(database, cache);
  }
  return cache;
}

function cached(cache: Cache, database: Database, businessId: string): Promise<SchedulingSnapshot> {
  const known = cache.get(businessId);
  if (known !== undefined) return known;
  const reading = readSnapshot(database, businessId);
  cache.set(businessId, reading, 0);
  reading.then(
    (snapshot) => {
      if (cache.get(businessId) === reading) cache.set(businessId, reading, bytesOf(snapshot));
    },
    // Removes a failed read from the cache. The callers that wait for the read receive the error through the promise.
    () => {
      if (cache.get(businessId) === reading) cache.delete(businessId);
    },
  );
  return reading;
}

/**
 * Returns the approximate size of a snapshot in memory: 5 kB for one staff member, 110 kB for 20 staff members who all perform 20 services.
 */
function bytesOf({ locations, services, staff }: SchedulingSnapshot): number {
  let performers = 0;
  for (const service of services.values()) performers += service.performers.size;
  return 2_000 * (locations.size + staff.size) + 1_000 * services.size + 180 * performers;
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

/** Throws `StaleSnapshot` unless the snapshot is current. Call it before rejecting a request because of snapshot data. */
export async function assertCurrent(reader: Reader, snapshot: SchedulingSnapshot): Promise<void> {
  assertFresh(snapshot, await currentVersion(reader, snapshot.businessId));
}
