import { appendSpan, type Claim, DAY, noSpans, type Spans } from "@daybook/engine";
import { isDryRun, type Reader } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { assertFresh } from "../snapshot/index.ts";
import { type BusyTimePage, type Hold, PAGE_DAYS, pagesOf } from "./busyTimePage.ts";
import { readBusyTimeRows, readVersions } from "./busyTimeStore.ts";

/** The taken time of a subject around the window of a search. It may cover more time than requested. */
export interface BusyTime {
  /** The time that any claim covers, without holds. */
  readonly taken: Spans;
  /** The claims without holds; only for subjects with units. */
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

/** Maximum number of cached subjects, and of pages per subject. A page of a busy staff member needs about 5 kB. */
const MAX_SUBJECTS = 2_000;
const MAX_PAGES = 6;

/** Keyed by business and subject: an id is only unique within its business. */
const cacheByReader = new WeakMap<Reader, Map<string, Cached>>();

/**
 * Reads the busy time of subjects, from memory if it has not changed. Every statement that writes claims raises the version of the
 * affected subjects in the same transaction. A search first reads the versions, one small row per subject, and then only the busy time of
 * subjects with a newer version. So the cache never returns outdated data (decision 12).
 *
 * Throws `StaleSnapshot`. `excludeAppointmentId` excludes the time of that appointment; nothing is cached then.
 */
export async function readBusyTime(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  subjects: readonly { readonly id: string; readonly hasUnits: boolean }[],
  range: BusyTimeRange,
  excludeAppointmentId: string | null,
): Promise<Map<string, BusyTime>> {
  const first = Math.floor(Math.min(range.fromAt / DAY, range.fromDay) / PAGE_DAYS);
  const last = Math.floor(Math.max(range.untilAt / DAY, range.toDay) / PAGE_DAYS);
  const cache = excludeAppointmentId === null ? cacheOf(reader) : new Map<string, Cached>();
  const { businessId } = snapshot;
  const versions = await reader.query(readVersions, {
    businessId,
    subjectIds: subjects.map((subject) => subject.id),
  });
  assertFresh(snapshot, versions[0]?.snapshot_version ?? -1);
  const versionOf = new Map(versions.map((row) => [row.subject_id, row.version]));

  const found = new Map<string, BusyTime>();
  const missing = new Map<string, boolean>();
  for (const { id, hasUnits } of subjects) {
    const known = cache.get(`${businessId} ${id}`);
    const isCurrent =
      known !== undefined && known.version === versionOf.get(id) && hasPages(known, first, last);
    if (isCurrent) found.set(id, joinPages(known, first, last));
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

function cacheOf(reader: Reader): Map<string, Cached> {
  // A dry run may read its own changes, which are never committed.
  if (isDryRun()) return new Map();
  const known = cacheByReader.get(reader);
  if (known !== undefined) return known;
  const cache = new Map<string, Cached>();
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
function store(cache: Map<string, Cached>, key: string, read: Cached): void {
  const known = cache.get(key);
  if (known !== undefined && known.version > read.version) return;
  const canGrow = known?.version === read.version && known.pages.size < MAX_PAGES;
  cache.delete(key);
  cache.set(key, canGrow ? { version: read.version, pages: new Map([...known.pages, ...read.pages]) } : read);
  const [oldest] = cache.keys();
  if (cache.size > MAX_SUBJECTS && oldest !== undefined) cache.delete(oldest);
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

/** Joins the spans of pages. A span that was cut at a page boundary becomes one span again. */
function joinSpans(pages: readonly Spans[]): Spans {
  if (pages.every((page) => page.length === 0)) return noSpans;
  const spans: number[] = [];
  for (const page of pages) {
    for (let i = 0; i < page.length; i += 2) appendSpan(spans, page[i] as number, page[i + 1] as number);
  }
  return spans;
}
