import {
  appendSpan,
  type Claim,
  DAY,
  noSpans,
  type Spans,
  spansWithin,
  type TakenTime,
} from "@daybook/engine";
import { isDryRun, type Reader } from "../../../platform/database/index.ts";
import { cacheMemory, type MemoryCache, NO_CACHE } from "../../../platform/memoryCache.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { assertFresh, type CurrentVersions, currentVersions } from "../snapshot/index.ts";
import { type BusyTimePage, type Hold, PAGE_DAYS, pagesOf } from "./busyTimePage.ts";
import { readBusyTimeRows } from "./busyTimeStore.ts";

/** The taken time of a subject around the window of a search. The result may cover more time than the window. */
export interface BusyTime {
  /** The spans of time that claims cover, excluding the claims of holds. */
  readonly taken: Spans;
  /** The claims, excluding the claims of holds. Only for subjects with units. */
  readonly claims: readonly Claim[];
  readonly holds: readonly Hold[];
  /** Returns the total minutes of the items that start on a local day, given as its day number. */
  minutesOn(day: number): number;
}

export interface BusyTimeRange {
  readonly fromAt: number;
  readonly untilAt: number;
  /** The local day numbers, both inclusive. */
  readonly fromDay: number;
  readonly toDay: number;
}

interface Cached {
  readonly version: number;
  readonly pages: Map<number, BusyTimePage>;
}

/** Maximum number of cached pages per subject. A page of a busy staff member needs about 6 kB. */
const MAX_PAGES = 6;

type Cache = MemoryCache<Cached>;

/** The keys contain the business and the subject, because the id of a subject is only unique within its business. */
const cacheByReader = new WeakMap<Reader, Cache>();

/**
 * Reads the busy time of subjects, from the cache for subjects whose busy time has not changed. Every statement that writes
 * claims raises the version of the affected subjects in the same transaction. A search first reads the versions, one small row
 * per subject, and then only the busy time of subjects with a newer version. Therefore the cache never returns outdated data
 * (decision 12).
 *
 * Throws `StaleSnapshot` if the scheduling snapshot is outdated. `excludeAppointmentId` excludes the time of that appointment
 * and bypasses the cache. `known` contains the versions, if they were already read after the request arrived; otherwise this
 * function reads them.
 */
export async function readBusyTime(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  subjects: readonly { readonly id: string; readonly hasUnits: boolean }[],
  range: BusyTimeRange,
  excludeAppointmentId: string | null,
  known?: CurrentVersions,
): Promise<Map<string, BusyTime>> {
  const first = Math.floor(Math.min(range.fromAt / DAY, range.fromDay) / PAGE_DAYS);
  const last = Math.floor(Math.max(range.untilAt / DAY, range.toDay) / PAGE_DAYS);
  const cache = excludeAppointmentId === null ? cacheOf(reader) : NO_CACHE;
  const { businessId } = snapshot;
  const ids = subjects.map((subject) => subject.id);
  const versions = known ?? (await currentVersions(reader, businessId, ids));
  assertFresh(snapshot, versions.snapshotVersion);

  const found = new Map<string, BusyTime>();
  const missing = new Map<string, boolean>();
  for (const { id, hasUnits } of subjects) {
    const cached = cache.get(`${businessId} ${id}`);
    const isCurrent =
      cached !== undefined && cached.version === versions.bySubject.get(id) && hasPages(cached, first, last);
    if (isCurrent) found.set(id, joinPages(cached, first, last));
    else missing.set(id, hasUnits);
  }
  if (missing.size === 0) return found;

  const rows = await reader.query(readBusyTimeRows, {
    businessId,
    subjectIds: [...missing.keys()],
    ...rangeOfPages(first, last),
    excludeAppointmentId,
  });
  for (const row of rows) {
    assertFresh(snapshot, row.snapshot_version);
    const pages = pagesOf(row, first, last, missing.get(row.subject_id) === true);
    const read = { version: row.version, pages };
    found.set(row.subject_id, joinPages(read, first, last));
    store(cache, `${businessId} ${row.subject_id}`, read);
  }
  return found;
}

/**
 * Returns whether a span of a subject contains neither a claim nor a hold in the cached busy time; undefined if the span is not
 * cached. The version is not checked, so the result may be outdated.
 */
export function cachedAsFree(
  reader: Reader,
  businessId: string,
  { subjectId, startsAt, endsAt }: TakenTime,
): boolean | undefined {
  const cached = cacheOf(reader).get(`${businessId} ${subjectId}`);
  const [first, last] = [Math.floor(startsAt / DAY / PAGE_DAYS), Math.floor(endsAt / DAY / PAGE_DAYS)];
  if (cached === undefined || !hasPages(cached, first, last)) return undefined;
  const { taken, holds } = joinPages(cached, first, last);
  return (
    spansWithin(taken, startsAt, endsAt).length === 0 &&
    !holds.some((hold) => hold.startsAt < endsAt && hold.endsAt > startsAt)
  );
}

function cacheOf(reader: Reader): Cache {
  // Bypasses the cache, because a dry run reads its own changes, which are never committed.
  if (isDryRun()) return NO_CACHE;
  const known = cacheByReader.get(reader);
  if (known !== undefined) return known;
  const cache = cacheMemory.open<Cached>();
  cacheByReader.set(reader, cache);
  return cache;
}

function hasPages({ pages }: Cached, first: number, last: number): boolean {
  for (let number = first; number <= last; number++) if (!pages.has(number)) return false;
  return true;
}

function rangeOfPages(first: number, last: number): BusyTimeRange {
  const fromDay = first * PAGE_DAYS;
  const toDay = (last + 1) * PAGE_DAYS - 1;
  return { fromAt: fromDay * DAY, untilAt: (toDay + 1) * DAY, fromDay, toDay };
}

/** Caches the new pages together with cached pages of the same version. Never replaces a newer version with an older one. */
function store(cache: Cache, key: string, read: Cached): void {
  const known = cache.get(key);
  if (known !== undefined && known.version > read.version) return;
  const canGrow = known?.version === read.version && known.pages.size < MAX_PAGES;
  const pages = canGrow ? new Map([...known.pages, ...read.pages]) : read.pages;
  cache.set(key, { version: read.version, pages }, bytesOf(pages));
}

/** Returns the approximate size of pages in memory, in bytes. */
function bytesOf(pages: ReadonlyMap<number, BusyTimePage>): number {
  let bytes = 0;
  for (const { taken, claims, holds, minutesByDay } of pages.values())
    bytes += 400 + 8 * taken.length + 100 * claims.length + 80 * holds.length + 50 * minutesByDay.size;
  return bytes;
}

/** Joins the pages of a search into one busy time. */
function joinPages(cached: Cached, first: number, last: number): BusyTime {
  const pages: BusyTimePage[] = [];
  for (let number = first; number <= last; number++) pages.push(cached.pages.get(number) as BusyTimePage);
  const minutesOn = (day: number) =>
    cached.pages.get(Math.floor(day / PAGE_DAYS))?.minutesByDay.get(day) ?? 0;
  const [only] = pages;
  if (only !== undefined && pages.length === 1) return { ...only, minutesOn };
  return {
    taken: joinSpans(pages.map((page) => page.taken)),
    claims: pages.flatMap((page) => page.claims),
    holds: pages.flatMap((page) => page.holds),
    minutesOn,
  };
}

/** Joins the spans of pages. Merges the two parts of a span that was split at a page boundary. */
function joinSpans(pages: readonly Spans[]): Spans {
  if (pages.every((page) => page.length === 0)) return noSpans;
  const spans: number[] = [];
  for (const page of pages) {
    for (let i = 0; i < page.length; i += 2) appendSpan(spans, page[i] as number, page[i + 1] as number);
  }
  return spans;
}
