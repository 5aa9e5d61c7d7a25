import { ApiError, notFound } from "../../../kernel/errors.ts";
import type { Database, Reader } from "../../../platform/database/index.ts";
import { type SchedulingSnapshot, snapshotOf } from "./snapshot.ts";
import { readSnapshot, readSnapshotVersion } from "./snapshotStore.ts";

/** Thrown by whoever finds, inside a transaction or beside its facts, that the setup it works with is out of date. */
export class StaleSnapshot extends Error {}

/** How many businesses' setups a process remembers: some 100 kB each for a large salon. */
const MAX_SNAPSHOTS = 500;
/** A menu that is being imported changes the setup many times a second; a crowd then needs a dozen tries at worst. */
const MAX_ATTEMPTS = 50;

const cacheByDatabase = new WeakMap<Database, Map<string, Promise<SchedulingSnapshot>>>();

/**
 * Runs `work` with a business's setup: from memory, or read now. The facts that `work` reads carry the setup's
 * version of their own moment; when they differ it throws `StaleSetup`, the setup is read anew and `work` starts
 * over. So remembering is never visible: a change of hours counts from its commit on, in every process.
 */
export async function withSnapshot<T>(
  database: Database,
  businessId: string,
  work: (snapshot: SchedulingSnapshot) => Promise<T>,
): Promise<T> {
  const cache = cacheByDatabase.get(database) ?? new Map<string, Promise<SchedulingSnapshot>>();
  cacheByDatabase.set(database, cache);
  for (let attempt = 1; ; attempt++) {
    const reading = remembered(cache, database, businessId);
    const snapshot = await reading;
    try {
      return await work(snapshot);
    } catch (error) {
      if (!(error instanceof StaleSnapshot)) throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw new ApiError(
          "unavailable",
          "The menu or team is changing very fast. Try again shortly.",
          undefined,
          error,
        );
      }
      // Another request may have read it anew already: of a crowd that finds it stale, one reads.
      if (cache.get(businessId) === reading) cache.delete(businessId);
    }
  }
}

/** Asserts that facts and setup are of the same version. */
export function assertFresh(snapshot: SchedulingSnapshot, versionOfFacts: number): void {
  if (snapshot.version !== versionOfFacts)
    throw new StaleSnapshot(`The setup of ${snapshot.businessId} has changed.`);
}

function remembered(
  cache: Map<string, Promise<SchedulingSnapshot>>,
  database: Database,
  businessId: string,
): Promise<SchedulingSnapshot> {
  const known = cache.get(businessId);
  if (known !== undefined) return known;
  const reading = read(database, businessId);
  cache.set(businessId, reading);
  // A failed reading is not remembered; whoever waits for it hears of the failure from the promise itself.
  reading.catch(() => cache.get(businessId) === reading && cache.delete(businessId));
  const oldest = cache.keys().next().value;
  if (cache.size > MAX_SNAPSHOTS && oldest !== undefined) cache.delete(oldest);
  return reading;
}

async function read(database: Database, businessId: string): Promise<SchedulingSnapshot> {
  const row = await readSnapshot(database, businessId);
  if (row === undefined) throw notFound();
  return snapshotOf(businessId, row);
}

/** Asserts that a setup is true at this moment: before anybody is refused by it. */
export async function assertCurrent(reader: Reader, snapshot: SchedulingSnapshot): Promise<void> {
  assertFresh(snapshot, await readSnapshotVersion(reader, snapshot.businessId));
}
