import { type Claim, DAY, noSpans, type Spans } from "@daybook/engine";
import type { BusyTimeRow } from "./busyTimeStore.ts";

/** The number of days per page. A search over a month usually reads two pages. */
export const PAGE_DAYS = 32;

export interface Hold {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly expiresAt: number;
}

/**
 * A page of a subject's busy time. Page n covers the days from 32n up to, but excluding, 32(n + 1): as UTC days for claims, which are split
 * at the boundaries of the page, and as local days for booked minutes.
 */
export interface BusyTimePage {
  /** The spans of time that claims cover. A subject with capacity one is busy in these spans. */
  readonly taken: Spans;
  /** The claims of subjects with units. The causes of the claims are not read, because the response to a search does not contain them. */
  readonly claims: readonly Claim[];
  readonly holds: readonly Hold[];
  readonly minutesByDay: ReadonlyMap<number, number>;
}

const CLAIM_BYTES = 17;
const HOLD_BYTES = 24;
const DAY_BYTES = 8;

/** Splits the row of a subject into the pages `first`…`last`. */
export function pagesOf(
  row: BusyTimeRow,
  first: number,
  last: number,
  hasUnits: boolean,
): Map<number, BusyTimePage> {
  const times = claimTimes(row.claims);
  const holds = holdsOf(row.holds);
  const minutesByDay = daysOf(row.days);
  const pages = new Map<number, BusyTimePage>();
  for (let number = first; number <= last; number++) {
    const fromAt = number * PAGE_DAYS * DAY;
    const untilAt = fromAt + PAGE_DAYS * DAY;
    const cut = cutTimes(times, fromAt, untilAt);
    pages.set(number, {
      taken: takenTime(cut),
      claims: hasUnits ? claimsOf(cut) : [],
      holds: holds.filter((hold) => hold.startsAt < untilAt && hold.endsAt > fromAt),
      minutesByDay: new Map([...minutesByDay].filter(([day]) => Math.floor(day / PAGE_DAYS) === number)),
    });
  }
  return pages;
}

interface Times {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly exclusive: Uint8Array;
}

function claimTimes(bytes: Buffer | null): Times {
  const count = (bytes?.length ?? 0) / CLAIM_BYTES;
  const times = {
    starts: new Float64Array(count),
    ends: new Float64Array(count),
    exclusive: new Uint8Array(count),
  };
  for (let i = 0; bytes !== null && i < count; i++) {
    times.starts[i] = instantAt(bytes, CLAIM_BYTES * i);
    times.ends[i] = instantAt(bytes, CLAIM_BYTES * i + 8);
    times.exclusive[i] = bytes[CLAIM_BYTES * i + 16] as number;
  }
  return times;
}

function cutTimes({ starts, ends, exclusive }: Times, fromAt: number, untilAt: number): Times {
  const inside = [...starts.keys()].filter(
    (i) => (starts[i] as number) < untilAt && (ends[i] as number) > fromAt,
  );
  return {
    starts: Float64Array.from(inside, (i) => Math.max(fromAt, starts[i] as number)),
    ends: Float64Array.from(inside, (i) => Math.min(untilAt, ends[i] as number)),
    exclusive: Uint8Array.from(inside, (i) => exclusive[i] as number),
  };
}

/** Merges claims into taken time. Sorts starts and ends independently: time is taken while more claims have started than ended. */
function takenTime(times: Times): Spans {
  const count = times.starts.length;
  if (count === 0) return noSpans;
  const starts = times.starts.slice().sort();
  const ends = times.ends.slice().sort();
  const spans: number[] = [];
  for (let i = 0; i < count; i++) {
    const isGap = i === 0 || (starts[i] as number) > (ends[i - 1] as number);
    if (isGap) spans.push(starts[i] as number, ends[i] as number);
    else spans[spans.length - 1] = ends[i] as number;
  }
  return spans;
}

function claimsOf({ starts, ends, exclusive }: Times): Claim[] {
  return Array.from(starts, (startsAt, i) => ({
    startsAt,
    endsAt: ends[i] as number,
    cause: "appointment",
    causeId: "",
    exclusive: exclusive[i] === 1,
  }));
}

function holdsOf(bytes: Buffer | null): Hold[] {
  const holds: Hold[] = [];
  for (let at = 0; bytes !== null && at < bytes.length; at += HOLD_BYTES) {
    holds.push({
      startsAt: instantAt(bytes, at),
      endsAt: instantAt(bytes, at + 8),
      expiresAt: instantAt(bytes, at + 16),
    });
  }
  return holds;
}

function daysOf(bytes: Buffer | null): Map<number, number> {
  const minutes = new Map<number, number>();
  for (let at = 0; bytes !== null && at < bytes.length; at += DAY_BYTES) {
    minutes.set(bytes.readInt32BE(at), bytes.readInt32BE(at + 4));
  }
  return minutes;
}

/** 2000-01-01T00:00:00Z in milliseconds since the Unix epoch. PostgreSQL counts microseconds from this instant. */
const POSTGRES_EPOCH = 946_684_800_000;

/**
 * Reads an eight-byte instant as two halves, because `readBigInt64BE` would return a BigInt. The sum is exact, because instants in
 * the years 1900–2200 are less than 2^53 microseconds from PostgreSQL's epoch.
 */
function instantAt(bytes: Buffer, offset: number): number {
  const microseconds = bytes.readInt32BE(offset) * 4_294_967_296 + bytes.readUInt32BE(offset + 4);
  return POSTGRES_EPOCH + Math.floor(microseconds / 1000);
}
