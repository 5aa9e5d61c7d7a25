import { appendSpan, type Claim, DAY, noSpans, type Spans } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { type BusyTimePage, type Hold, PAGE_DAYS, pagesOf } from "./busyTimePage.ts";
import { readBusyTimeRows, readVersions } from "./busyTimeStore.ts";
import type { SchedulingSnapshot } from "./snapshot.ts";
import { assertFresh } from "./snapshotCache.ts";

/** What has been taken of a subject around a search's window. May reach further than was asked. */
export interface BusyTime {
  /** The time that any claim covers, holds left out. */
  readonly taken: Spans;
  /** The claims, holds left out; only of subjects with units. */
  readonly claims: readonly Claim[];
  readonly holds: readonly Hold[];
  /** Minutes of items that start on a local day (its day number). */
  minutesOn(day: number): number;
}

export interface BusyTimeRange {
  readonly fromAt: number;
  readonly untilAt: number;
  /** Local day numbers, both included. */
  readonly fromDay: number;
  readonly toDay: number;
}

interface Remembered {
  readonly version: number;
  readonly pages: Map<number, BusyTimePage>;
}

/** Subjects a process remembers, and pages of each: some 5 kB a page for a busy member. */
const MAX_SUBJECTS = 2_000;
const MAX_PAGES = 6;

/** By business and subject: an id is only unique within its business. */
const memoryByReader = new WeakMap<Reader, Map<string, Remembered>>();

/**
 * The diaries of subjects, from memory where nothing has changed. Every statement that writes claims raises the
 * version of the subjects it touches, in its own transaction; a search first asks for the versions, one small row per
 * subject, and reads only the diaries that have moved on. So remembering is never visible (decision 12).
 *
 * Throws `StaleSetup`. With `excludeAppointmentId` that visit's own time is left out, and nothing is remembered.
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
  const memory = excludeAppointmentId === null ? memoryOf(reader) : new Map<string, Remembered>();
  const versions = await readVersions(
    reader,
    snapshot.businessId,
    subjects.map((subject) => subject.id),
  );
  assertFresh(snapshot, versions[0]?.snapshot_version ?? -1);
  const versionOf = new Map(versions.map((row) => [row.subject_id, row.version]));

  const found = new Map<string, BusyTime>();
  const missing = new Map<string, boolean>();
  for (const { id, hasUnits } of subjects) {
    const known = memory.get(`${snapshot.businessId} ${id}`);
    const isCurrent =
      known !== undefined && known.version === versionOf.get(id) && hasPages(known, first, last);
    if (isCurrent) found.set(id, bound(known, first, last));
    else missing.set(id, hasUnits);
  }
  if (missing.size === 0) return found;

  const rows = await readBusyTimeRows(
    reader,
    snapshot.businessId,
    [...missing.keys()],
    rangeOfPages(first, last),
    excludeAppointmentId,
  );
  for (const row of rows) {
    assertFresh(snapshot, row.snapshot_version);
    const pages = pagesOf(row, first, last, missing.get(row.subject_id) === true);
    const read = { version: row.version, pages };
    found.set(row.subject_id, bound(read, first, last));
    remember(memory, `${snapshot.businessId} ${row.subject_id}`, read);
  }
  return found;
}

function memoryOf(reader: Reader): Map<string, Remembered> {
  const known = memoryByReader.get(reader);
  if (known !== undefined) return known;
  const memory = new Map<string, Remembered>();
  memoryByReader.set(reader, memory);
  return memory;
}

function hasPages({ pages }: Remembered, first: number, last: number): boolean {
  for (let number = first; number <= last; number++) if (!pages.has(number)) return false;
  return true;
}

function rangeOfPages(first: number, last: number): BusyTimeRange {
  const fromDay = first * PAGE_DAYS;
  const toDay = (last + 1) * PAGE_DAYS - 1;
  return { fromAt: fromDay * DAY, untilAt: (toDay + 1) * DAY, fromDay, toDay };
}

/** Keeps what was read, together with other pages of the same version; never puts an older state over a newer one. */
function remember(memory: Map<string, Remembered>, key: string, read: Remembered): void {
  const known = memory.get(key);
  if (known !== undefined && known.version > read.version) return;
  const canGrow = known?.version === read.version && known.pages.size < MAX_PAGES;
  memory.delete(key);
  memory.set(
    key,
    canGrow ? { version: read.version, pages: new Map([...known.pages, ...read.pages]) } : read,
  );
  const [oldest] = memory.keys();
  if (memory.size > MAX_SUBJECTS && oldest !== undefined) memory.delete(oldest);
}

/** The pages of a search as one diary. Most searches need a single page, or the same two as the one before. */
function bound(remembered: Remembered, first: number, last: number): BusyTime {
  const pages: BusyTimePage[] = [];
  for (let number = first; number <= last; number++) pages.push(remembered.pages.get(number) as BusyTimePage);
  const minutesOn = (day: number) =>
    remembered.pages.get(Math.floor(day / PAGE_DAYS))?.minutesByDay.get(day) ?? 0;
  const [only] = pages;
  if (only !== undefined && pages.length === 1) return { ...only, minutesOn };
  return {
    taken: joined(pages.map((page) => page.taken)),
    claims: pages.flatMap((page) => page.claims),
    holds: pages.flatMap((page) => page.holds),
    minutesOn,
  };
}

/** Time that was cut at the edge of a page becomes one stretch again. */
function joined(pages: readonly Spans[]): Spans {
  if (pages.every((page) => page.length === 0)) return noSpans;
  const spans: number[] = [];
  for (const page of pages) {
    for (let i = 0; i < page.length; i += 2) appendSpan(spans, page[i] as number, page[i + 1] as number);
  }
  return spans;
}
