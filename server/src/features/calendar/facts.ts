import {
  type Cause,
  type Claim,
  counts,
  dateOf,
  dayAt,
  type Facts,
  intersectSpans,
  noSpans,
  openSpansBetween,
  type Spans,
  type StaffTime,
  spansOf,
  takenBy,
} from "@daybook/engine";
import type { Reader, Transaction } from "../../platform/database/index.ts";
import type { Place, Setup } from "./setup.ts";
import { assertFresh } from "./setupCache.ts";
import {
  type ClaimRow,
  lockSubjectRows,
  readBookedMinutes,
  readBookedOn,
  readClaims,
  readTaken,
  type TakenRow,
} from "./store.ts";

/** How far a visit may reach beyond its start, in either direction: ten items of a day each, and a day of buffer. */
export const LONGEST_REACH = 11 * 86_400_000;

/** What was found of some subjects under their lock, and what this transaction has added to it since. */
export class LockedClaims {
  readonly businessId: string;
  /** The setup's version at that moment. */
  readonly setupVersion: number;
  readonly rows: ClaimRow[];
  readonly #counting = new Map<string, Claim[]>();

  /** `counting` says which rows stand in the way: not the visit's own, and no hold (contract §5). */
  constructor(
    businessId: string,
    setupVersion: number,
    rows: ClaimRow[],
    counting: (row: ClaimRow) => boolean,
  ) {
    this.businessId = businessId;
    this.setupVersion = setupVersion;
    this.rows = rows;
    for (const row of rows) if (counting(row)) this.#count(row);
  }

  /** The claims of a subject that count. */
  of(subjectId: string): readonly Claim[] {
    return this.#counting.get(subjectId) ?? [];
  }

  /** A claim that this transaction has written: the next occurrence of a series must see it. */
  add(row: ClaimRow): void {
    this.rows.push(row);
    this.#count(row);
  }

  #count(row: ClaimRow): void {
    const subjectId = row.subject_id as string;
    this.#counting.set(subjectId, [...(this.#counting.get(subjectId) ?? []), claimOf(row)]);
  }
}

/**
 * Locks subjects and then reads what has been taken of them in some stretches `[startsAt, endsAt)`: two statements,
 * one round trip. The later statement sees everything that was committed before the lock was granted.
 */
export async function lockAndReadClaims(
  tx: Transaction,
  businessId: string,
  subjectIds: readonly string[],
  stretches: readonly { readonly startsAt: number; readonly endsAt: number }[],
  options: { readonly now: number; readonly excludeAppointmentId: string | null },
): Promise<LockedClaims> {
  const sorted = [...new Set(subjectIds)].sort();
  const locking = lockSubjectRows(tx, businessId, sorted);
  const reading = readClaims(tx, businessId, sorted, multirange(stretches));
  // Both are on their way; whichever fails first says why.
  const [, answered] = await Promise.all([locking, reading]);
  const first = answered[0];
  if (first === undefined) throw new Error(`Business ${businessId} has no calendar.`);
  const rows = answered.filter((row) => row.id !== null);
  return new LockedClaims(businessId, first.setup_version, rows, (row) => {
    const isOwn = row.appointment_id !== null && row.appointment_id === options.excludeAppointmentId;
    return !isOwn && counts({ cause: causeOf(row), expiresAt: row.expires_at }, "team", options.now);
  });
}

/** Spans as PostgreSQL writes a multirange; overlapping stretches are merged. */
function multirange(stretches: readonly { readonly startsAt: number; readonly endsAt: number }[]): string {
  const spans = spansOf(stretches.map(({ startsAt, endsAt }) => [startsAt, endsAt]));
  const ranges: string[] = [];
  for (let i = 0; i < spans.length; i += 2)
    ranges.push(`[${sqlInstant(spans[i])},${sqlInstant(spans[i + 1])})`);
  return `{${ranges.join(",")}}`;
}

function sqlInstant(at: number | undefined): string {
  return new Date(at as number).toISOString();
}

function causeOf(row: ClaimRow): Cause {
  if (row.appointment_id !== null) return "appointment";
  if (row.block_id !== null) return "block";
  return row.time_off_id !== null ? "time_off" : "hold";
}

function claimOf(row: ClaimRow): Claim {
  return {
    startsAt: row.starts_at as number,
    endsAt: row.ends_at as number,
    cause: causeOf(row),
    causeId: (row.appointment_id ?? row.block_id ?? row.time_off_id ?? row.hold_id) as string,
    whole: row.whole === true,
  };
}

/**
 * The facts by which the team's placements are judged: what is taken, whatever the hours say. Throws `StaleSetup`
 * when places, menu or team have changed since the setup was read.
 */
export function placingFacts(
  setup: Setup,
  place: Place,
  locked: LockedClaims,
  staffIds: readonly string[],
  window: { readonly now: number; readonly fromAt: number; readonly untilAt: number },
): Facts {
  assertFresh(setup, locked.setupVersion);
  const staff = new Map<string, StaffTime>();
  for (const staffId of staffIds) {
    const claims = locked.of(staffId);
    staff.set(staffId, { works: noSpans, taken: takenBy(claims), claims });
  }
  return {
    zone: place.zone,
    ...window,
    open: noSpans,
    staff,
    resources: place.resources.map((resource) => ({ ...resource, claims: locked.of(resource.id) })),
    bookedOn: () => 0,
  };
}

export interface OfferingQuestion {
  readonly place: Place;
  /** Everybody who may perform one of the items. */
  readonly staffIds: readonly string[];
  /** Types of resource that an item needs. */
  readonly needTypes: ReadonlySet<string>;
  /** Services whose number a day is limited; none for the team. */
  readonly limitedServiceIds: readonly string[];
  /** Whether anybody's booked minutes decide between candidates. */
  readonly hasChoice: boolean;
  readonly audience: "team" | "online";
  readonly now: number;
  /** Starts in `[fromAt, untilAt)` will be asked for. */
  readonly fromAt: number;
  readonly untilAt: number;
  /** How long the visit reaches before its start (buffer) and behind it, in milliseconds. */
  readonly reachBefore: number;
  readonly reachAfter: number;
  readonly excludeAppointmentId: string | null;
  readonly patchTestOn?: string | null;
}

/** Facts for a search, with the minutes that decide between candidates. */
export interface OfferingFacts {
  readonly facts: Facts;
  bookedMinutes(staffId: string, day: number): number;
}

/** Reads, without locks, everything availability depends on besides the setup. */
export async function offeringFacts(
  reader: Reader,
  setup: Setup,
  question: OfferingQuestion,
): Promise<OfferingFacts> {
  const { place, staffIds, audience, now } = question;
  const fromAt = question.fromAt - question.reachBefore;
  const untilAt = question.untilAt + question.reachAfter;
  const resources = place.resources.filter((resource) => question.needTypes.has(resource.type));
  const subjectIds = [...staffIds, ...resources.map((resource) => resource.id)];
  const holdsAfter = audience === "online" ? now : Number.POSITIVE_INFINITY;
  const fromOn = dateOf(dayAt(place.zone, fromAt));
  const toOn = dateOf(dayAt(place.zone, untilAt));
  const { businessId } = setup;
  const limited = question.limitedServiceIds;
  const [taken, minutes, booked] = await Promise.all([
    readTaken(reader, businessId, subjectIds, fromAt, untilAt, question.excludeAppointmentId, holdsAfter),
    question.hasChoice ? readBookedMinutes(reader, businessId, staffIds, fromOn, toOn) : [],
    limited.length > 0
      ? readBookedOn(reader, businessId, limited, fromOn, toOn, place.id, question.excludeAppointmentId)
      : [],
  ]);
  assertFresh(setup, taken[0]?.setup_version ?? -1);

  const bySubject = new Map(
    taken.filter((row) => row.subject_id !== null).map((row) => [row.subject_id as string, row]),
  );
  const open = openSpansBetween(place.zone, place.hours, fromAt, untilAt);
  const staff = new Map<string, StaffTime>();
  for (const staffId of staffIds) {
    const hours = setup.team.get(staffId)?.hoursByPlace.get(place.id);
    const works =
      hours === undefined
        ? noSpans
        : intersectSpans(openSpansBetween(place.zone, hours, fromAt, untilAt), open);
    staff.set(staffId, { works, taken: takenSpans(bySubject.get(staffId)) });
  }
  const bookedByDay = new Map(booked.map((row) => [`${row.service_id} ${row.starts_on}`, row.items]));
  const minutesByDay = new Map(minutes.map((row) => [`${row.staff_id} ${row.starts_on}`, row.minutes]));
  return {
    facts: {
      zone: place.zone,
      now,
      fromAt: question.fromAt,
      untilAt: question.untilAt,
      open,
      staff,
      resources: resources.map((resource) => ({
        ...resource,
        claims: takenClaims(bySubject.get(resource.id)),
      })),
      bookedOn: (serviceId, day) => bookedByDay.get(`${serviceId} ${dateOf(day)}`) ?? 0,
      ...(question.patchTestOn === undefined ? {} : { patchTestOn: question.patchTestOn }),
    },
    bookedMinutes: (staffId, day) => minutesByDay.get(`${staffId} ${dateOf(day)}`) ?? 0,
  };
}

/** 2000-01-01T00:00:00Z, where PostgreSQL's instants begin; they count microseconds. */
const POSTGRES_EPOCH = 946_684_800_000;

/** The instant at an offset of claim times, in milliseconds. Two halves, because a double holds 53 bits exactly. */
function instantAt(times: Buffer, offset: number): number {
  const microseconds = times.readInt32BE(offset) * 4_294_967_296 + times.readUInt32BE(offset + 4);
  return POSTGRES_EPOCH + Math.floor(microseconds / 1000);
}

/**
 * The time that any of the claims covers. Starts and ends are sorted apart from each other: while more have started
 * than ended, something is taken.
 */
function takenSpans(row: TakenRow | undefined): Spans {
  if (row?.times == null) return noSpans;
  const count = row.times.length / 16;
  const starts = new Float64Array(count);
  const ends = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    starts[i] = instantAt(row.times, 16 * i);
    ends[i] = instantAt(row.times, 16 * i + 8);
  }
  starts.sort();
  ends.sort();
  const spans: number[] = [];
  for (let i = 0; i < count; i++) {
    const isGap = i === 0 || (starts[i] as number) > (ends[i - 1] as number);
    if (isGap) spans.push(starts[i] as number, ends[i] as number);
    else spans[spans.length - 1] = ends[i] as number;
  }
  return spans;
}

/** A search never says what took the time, so that causes are not read. */
function takenClaims(row: TakenRow | undefined): Claim[] {
  if (row?.times == null || row.whole == null) return [];
  const claims: Claim[] = [];
  for (let i = 0; i < row.whole.length; i++) {
    claims.push({
      startsAt: instantAt(row.times, 16 * i),
      endsAt: instantAt(row.times, 16 * i + 8),
      cause: "appointment",
      causeId: "",
      whole: row.whole[i] === 1,
    });
  }
  return claims;
}
