import type { TakenTime } from "@daybook/engine";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { cacheMemory, type MemoryCache } from "../../../platform/memoryCache.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { cachedAsFree } from "./busyTimeCache.ts";
import { requireFreeTime } from "./freeTimeStore.ts";
import { LockedClaims, multirange } from "./lockedClaims.ts";
import { lockSubjectRows, raiseVersions } from "./subjectStore.ts";

/**
 * Returns an empty set of claims, for a decision that assumes that no time is taken. `requireFree` makes the transaction fail
 * if the assumption is false.
 */
export function noClaims(
  { businessId, version }: SchedulingSnapshot,
  raisedSubjectIds: ReadonlySet<string> = new Set(),
): LockedClaims {
  return new LockedClaims(businessId, version, [], () => true, raisedSubjectIds);
}

/**
 * Locks subjects, among them all that the times name, then requires that the snapshot is current and that no claim overlaps these times, holds and overbooked claims included.
 * Otherwise the transaction fails (`outdatedKind`). The statements lock the same subjects in the same order as `lockAndReadClaims`. Each
 * check is a later statement, so it sees everything that other transactions committed before the locks were granted.
 *
 * Returns the claims for writing new claims of these times. The versions of their subjects are already raised, because an update of a
 * version also locks the subject: a single subject needs no other lock (decision 104).
 */
export function requireFree(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  subjectIds: readonly string[],
  times: readonly TakenTime[],
): LockedClaims {
  const { businessId, version } = snapshot;
  const timesBySubject = Map.groupBy(times, (time) => time.subjectId);
  const sorted = [...new Set(subjectIds)].sort();
  // An update locks several rows in any order, so a separate statement locks them sorted.
  if (sorted.length > 1) tx.write(lockSubjectRows, { businessId, subjectIds: sorted });
  tx.write(raiseVersions, { businessId, subjectIds: [...timesBySubject.keys()] });
  for (const [subjectId, intervals] of timesBySubject)
    tx.write(requireFreeTime, {
      businessId,
      subjectId,
      intervals: multirange(intervals),
      snapshotVersion: version,
    });
  return noClaims(snapshot, new Set(timesBySubject.keys()));
}

type Tried = Pick<TakenTime, "startsAt" | "endsAt">;

/** The maximum number of spans of time per subject that are remembered as tried. */
const MAX_TRIED = 32;
const TRIED_BYTES = 120;

const triedByReader = new WeakMap<Reader, MemoryCache<readonly Tried[]>>();

/**
 * Returns whether these times are likely to be free, and remembers them as tried. The result only decides whether an attempt is
 * worthwhile, so it may be outdated. A time that overlaps a time that this process has tried before is not tried again, because
 * the earlier attempt has either found the time taken or taken it. A resource is tried only if cached busy time shows it as
 * free, because several appointments often need the same resource at once.
 */
export function mayBeFree(
  reader: Reader,
  businessId: string,
  times: readonly TakenTime[],
  staffIds: ReadonlySet<string>,
): boolean {
  const tried = triedOf(reader);
  const key = (subjectId: string) => `${businessId} ${subjectId}`;
  const isLikely = times.every(
    (time) =>
      (cachedAsFree(reader, businessId, time) ?? staffIds.has(time.subjectId)) &&
      !(tried.get(key(time.subjectId)) ?? []).some((other) => overlap(time, other)),
  );
  if (!isLikely) return false;
  for (const { subjectId, startsAt, endsAt } of times) {
    const latest = (tried.get(key(subjectId)) ?? []).slice(1 - MAX_TRIED);
    tried.set(key(subjectId), [...latest, { startsAt, endsAt }], TRIED_BYTES * (latest.length + 1));
  }
  return true;
}

function triedOf(reader: Reader): MemoryCache<readonly Tried[]> {
  const known = triedByReader.get(reader);
  if (known !== undefined) return known;
  const cache = cacheMemory.open<readonly Tried[]>();
  triedByReader.set(reader, cache);
  return cache;
}

function overlap(one: Tried, other: Tried): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}
