import { MINUTE } from "@daybook/engine";
import type { Database } from "../../../platform/database/index.ts";
import { cacheMemory, type MemoryCache } from "../../../platform/memoryCache.ts";
import { type CurrentVersions, currentVersions, type SchedulingSnapshot } from "../snapshot/index.ts";

/** The response to a question, with everything that it depends on. */
interface CachedAnswer {
  readonly body: Buffer;
  readonly snapshotVersion: number;
  /** The staff members and resources whose busy time was read, and the versions of their busy time. */
  readonly subjectIds: readonly string[];
  readonly versions: readonly number[];
  /** The times, both inclusive, at which the question has this answer. */
  readonly validity: Validity;
}

export interface Validity {
  readonly fromAt: number;
  readonly untilAt: number;
}

/** The cached answer to a question; without one, the versions if they were read. */
export type Found =
  | { readonly body: Buffer }
  | { readonly body?: undefined; readonly versions?: CurrentVersions };

const caches = new WeakMap<Database, MemoryCache<CachedAnswer>>();

/**
 * Returns the cached answer to a question if the versions of the snapshot and of all busy times are the current ones and the time has not
 * changed it. The versions are read for every request, so a change applies from its commit on, in every process (decision 79).
 */
export async function findAnswer(
  database: Database,
  {
    businessId,
    question,
    now,
  }: { readonly businessId: string; readonly question: string; readonly now: number },
): Promise<Found> {
  const cached = cacheOf(database).get(question);
  if (cached === undefined || now < cached.validity.fromAt || now > cached.validity.untilAt) return {};
  const versions = await currentVersions(database, businessId, cached.subjectIds);
  return isCurrent(cached, versions) ? { body: cached.body } : { versions };
}

/** Caches an answer. `versions` were read before all other data of the answer. */
export function storeAnswer(
  database: Database,
  question: string,
  answer: {
    readonly body: Buffer;
    readonly snapshot: SchedulingSnapshot;
    readonly subjectIds: readonly string[];
    readonly versions: CurrentVersions;
    readonly validity: Validity;
  },
): void {
  const { body, snapshot, subjectIds, validity } = answer;
  const versions = subjectIds.map((id) => answer.versions.bySubject.get(id) ?? Number.NaN);
  cacheOf(database).set(
    question,
    { body, snapshotVersion: snapshot.version, subjectIds, versions, validity },
    body.length + 16 * subjectIds.length,
  );
}

/**
 * Returns the times at which an answer is valid. A window in the future has the same slots until it begins; for online bookings the notice
 * and the advance count from now. They change at whole minutes: starts, notices and days are whole minutes. The instant of a whole
 * minute is not the same as the time before or after it, because some rules include it and others do not.
 */
export function validityAt(
  now: number,
  {
    fromAt,
    audience,
    holdsExpireAt,
  }: {
    readonly fromAt: number;
    readonly audience: "team" | "online";
    readonly holdsExpireAt: number;
  },
): Validity {
  if (audience === "team" && now <= fromAt) return { fromAt: Number.NEGATIVE_INFINITY, untilAt: fromAt };
  const minuteAt = Math.floor(now / MINUTE) * MINUTE;
  if (now === minuteAt) return { fromAt: now, untilAt: now };
  return { fromAt: minuteAt + 1, untilAt: Math.min(minuteAt + MINUTE, holdsExpireAt) - 1 };
}

function isCurrent(cached: CachedAnswer, { snapshotVersion, bySubject }: CurrentVersions): boolean {
  return (
    cached.snapshotVersion === snapshotVersion &&
    cached.subjectIds.every((id, index) => bySubject.get(id) === cached.versions[index])
  );
}

function cacheOf(database: Database): MemoryCache<CachedAnswer> {
  let cache = caches.get(database);
  if (cache === undefined) {
    cache = cacheMemory.open();
    caches.set(database, cache);
  }
  return cache;
}
