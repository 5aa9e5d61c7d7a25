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
  unionSpans,
} from "@daybook/engine";
import type { Reader, Transaction } from "../../platform/database/index.ts";
import { type Diary, readDiaries } from "./diaries.ts";
import type { Place, Setup } from "./setup.ts";
import { assertFresh } from "./setupCache.ts";
import { type ClaimRow, lockSubjectRows, readBookedOn, readClaims } from "./store.ts";

/** How far a visit may reach beyond its start, in either direction: ten items of a day each, and a day of buffer. */
export const LONGEST_REACH = 11 * 86_400_000;

/** What was found of some subjects under their lock, and what this transaction has added to it since. */
export class LockedClaims {
  readonly businessId: string;
  /** The setup's version at that moment. */
  readonly setupVersion: number;
  rows: readonly ClaimRow[];
  readonly #counting = new Map<string, Claim[]>();

  /** `counting` says which rows stand in the way: not the visit's own, and no hold (contract §5). */
  constructor(
    businessId: string,
    setupVersion: number,
    rows: readonly ClaimRow[],
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
    this.rows = [...this.rows, row];
    this.#count(row);
  }

  /** Holds that this transaction has revoked: their lanes are free again. */
  drop(holdIds: ReadonlySet<string>): void {
    this.rows = this.rows.filter((row) => !holdIds.has(row.id as string));
  }

  /** Claims that this transaction has moved to other lanes. */
  recolour(moved: readonly { readonly id: string; readonly lane: number }[]): void {
    const lanes = new Map(moved.map(({ id, lane }) => [id, lane]));
    this.rows = this.rows.map((row) => ({ ...row, lane: lanes.get(row.id as string) ?? row.lane }));
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
  const { place, staffIds, now, excludeAppointmentId } = question;
  const fromAt = question.fromAt - question.reachBefore;
  const untilAt = question.untilAt + question.reachAfter;
  const [fromDay, toDay] = [dayAt(place.zone, fromAt), dayAt(place.zone, untilAt)];
  const resources = place.resources.filter((resource) => question.needTypes.has(resource.type));
  const subjects = [
    ...staffIds.map((id) => ({ id, hasUnits: false })),
    ...resources.map(({ id }) => ({ id, hasUnits: true })),
  ];
  const limited = question.limitedServiceIds;
  const [diaries, booked] = await Promise.all([
    readDiaries(reader, setup, subjects, { fromAt, untilAt, fromDay, toDay }, excludeAppointmentId),
    limited.length > 0
      ? readBookedOn(
          reader,
          setup.businessId,
          limited,
          dateOf(fromDay),
          dateOf(toDay),
          place.id,
          excludeAppointmentId,
        )
      : [],
  ]);

  const open = openSpansBetween(place.zone, place.hours, fromAt, untilAt);
  const bookedByDay = new Map(booked.map((row) => [`${row.service_id} ${row.starts_on}`, row.items]));
  return {
    facts: {
      zone: place.zone,
      now,
      fromAt: question.fromAt,
      untilAt: question.untilAt,
      open,
      staff: new Map(
        staffIds.map((id) => {
          const hours = setup.team.get(id)?.hoursByPlace.get(place.id);
          const works =
            hours === undefined
              ? noSpans
              : intersectSpans(openSpansBetween(place.zone, hours, fromAt, untilAt), open);
          return [id, { works, taken: takenIn(diaries.get(id), question) }];
        }),
      ),
      resources: resources.map((resource) => ({
        ...resource,
        claims: claimsIn(diaries.get(resource.id), question),
      })),
      bookedOn: (serviceId, day) => bookedByDay.get(`${serviceId} ${dateOf(day)}`) ?? 0,
      ...(question.patchTestOn === undefined ? {} : { patchTestOn: question.patchTestOn }),
    },
    bookedMinutes: (staffId, day) => diaries.get(staffId)?.minutesOn(day) ?? 0,
  };
}

type Asker = Pick<OfferingQuestion, "audience" | "now">;

function holdsFor(diary: Diary, { audience, now }: Asker): Diary["holds"] {
  if (diary.holds.length === 0) return diary.holds;
  return diary.holds.filter(({ expiresAt }) => counts({ cause: "hold", expiresAt }, audience, now));
}

function takenIn(diary: Diary | undefined, asker: Asker): Spans {
  if (diary === undefined) return noSpans;
  const holds = holdsFor(diary, asker);
  if (holds.length === 0) return diary.taken;
  return unionSpans(diary.taken, spansOf(holds.map(({ startsAt, endsAt }) => [startsAt, endsAt])));
}

function claimsIn(diary: Diary | undefined, asker: Asker): readonly Claim[] {
  if (diary === undefined) return [];
  const holds = holdsFor(diary, asker).map(({ startsAt, endsAt }) => ({
    startsAt,
    endsAt,
    cause: "hold" as const,
    causeId: "",
    whole: false,
  }));
  return holds.length === 0 ? diary.claims : [...diary.claims, ...holds];
}
