import { MINUTE } from "@daybook/engine";
import type { Database } from "../../../platform/database/index.ts";
import { cacheMemory, type MemoryCache } from "../../../platform/memoryCache.ts";
import { type CurrentVersions, currentVersions, type SchedulingSnapshot } from "../snapshot/index.ts";

/** A cached response to an availability request, and the versions of the data from which it was computed. */
interface CachedAnswer {
  readonly body: Buffer;
  readonly snapshotVersion: number;
  /** The staff members and resources whose busy time was read, and the versions of their busy time. */
  readonly subjectIds: readonly string[];
  readonly versions: readonly number[];
  /** The first and last time of a request for which the response is valid, both inclusive. */
  readonly validity: Validity;
}

export interface Validity {
  readonly fromAt: number;
  readonly untilAt: number;
}

/** The cached response or, if none is valid, the current versions if they were read. */
export type Found =
  | { readonly body: Buffer }
  | { readonly body?: undefined; readonly versions?: CurrentVersions };

interface Asked {
  readonly businessId: string;
  readonly question: string;
  readonly now: number;
}

const caches = new WeakMap<Database, MemoryCache<CachedAnswer>>();

/**
 * Returns the cached response to an availability request if the snapshot and all busy times still have the versions of the response and if
 * the response is valid at `now`. `question` is the cache key. The versions are read for every request, so a change applies from its commit
 * on, in every process (decision 79).
 */
export async function findAnswer(database: Database, asked: Asked): Promise<Found> {
  const cached = validAnswer(database, asked);
  if (cached === undefined) return {};
  const versions = await currentVersions(database, asked.businessId, cached.subjectIds);
  return isCurrent(cached, versions) ? { body: cached.body } : { versions };
}

/** Like `findAnswer`, without the versions. Returns undefined instead of a promise if no response is valid at `now`. */
export function findCurrent(database: Database, asked: Asked): Promise<Buffer | undefined> | undefined {
  const cached = validAnswer(database, asked);
  return cached === undefined
    ? undefined
    : currentVersions(database, asked.businessId, cached.subjectIds).then((versions) =>
        isCurrent(cached, versions) ? cached.body : undefined,
      );
}

function validAnswer(database: Database, { question, now }: Asked): CachedAnswer | undefined {
  const cached = cacheOf(database).get(question);
  if (cached === undefined || now < cached.validity.fromAt || now > cached.validity.untilAt) return undefined;
  return cached;
}

/** Caches a response. `versions` must have been read before all other data of the response. */
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
 * Returns the first and last time at which a response is valid. For staff, a window in the future has the same slots until the window
 * begins. For online bookings, the notice and the maximum advance count from the current time. The slots can only change at whole minutes,
 * because starts, notices and days are whole minutes. A whole minute itself is a separate period, because some rules include their limit
 * and others exclude it.
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
