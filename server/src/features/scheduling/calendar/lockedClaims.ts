import { type Cause, type Claim, claimCounts, spansOf } from "@daybook/engine";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { type ClaimRow, readClaims, readClaimsOfSubject } from "./claimStore.ts";
import { lockSubjects } from "./subjects.ts";

/** The claims of subjects, read after the subjects were locked, and the claims that this transaction has written since then. */
export class LockedClaims {
  readonly businessId: string;
  /** The version of the scheduling snapshot when the claims were read. */
  readonly snapshotVersion: number;
  /** The subjects whose versions this transaction has already raised, so that writing their claims need not raise them again. */
  readonly raisedSubjectIds: ReadonlySet<string>;
  rows: ClaimRow[];
  readonly #counting = new Map<string, Claim[]>();

  /**
   * `counting` returns whether a row counts as taken time. Claims of the appointment that is being changed do not count; holds count only
   * for the audience `online` (contract §5).
   */
  constructor(
    businessId: string,
    snapshotVersion: number,
    rows: readonly ClaimRow[],
    counting: (row: ClaimRow) => boolean,
    raisedSubjectIds: ReadonlySet<string> = new Set(),
  ) {
    this.businessId = businessId;
    this.snapshotVersion = snapshotVersion;
    this.raisedSubjectIds = raisedSubjectIds;
    this.rows = [...rows];
    for (const row of rows) if (counting(row)) this.#count(row);
  }

  /** Returns the claims of a subject that count as taken time. */
  of(subjectId: string): readonly Claim[] {
    return this.#counting.get(subjectId) ?? [];
  }

  /** Adds a claim that this transaction has written, so that the next occurrence of a series considers it. */
  add(row: ClaimRow): void {
    this.rows.push(row);
    this.#count(row);
  }

  /** Removes holds that this transaction has revoked, so that their units are free. */
  drop(holdIds: ReadonlySet<string>): void {
    this.rows = this.rows.filter((row) => !holdIds.has(row.id as string));
  }

  /** Updates the claims that this transaction has moved to other units. */
  moveToUnits(moved: readonly { readonly id: string; readonly unit: number }[]): void {
    const units = new Map(moved.map(({ id, unit }) => [id, unit]));
    this.rows = this.rows.map((row) => ({ ...row, unit: units.get(row.id as string) ?? row.unit }));
  }

  #count(row: ClaimRow): void {
    const subjectId = row.subject_id as string;
    const counting = this.#counting.get(subjectId);
    if (counting === undefined) this.#counting.set(subjectId, [claimOf(row)]);
    else counting.push(claimOf(row));
  }
}

/**
 * Locks subjects, then reads their claims that overlap the given spans `[startsAt, endsAt)`, in one round trip. The reading
 * statements follow the locking statement, so they see all changes that other transactions committed before the locks were
 * granted.
 */
export async function lockAndReadClaims(
  tx: Transaction,
  businessId: string,
  subjectIds: readonly string[],
  intervals: readonly { readonly startsAt: number; readonly endsAt: number }[],
  options: {
    readonly now: number;
    readonly excludeAppointmentId: string | null;
    /** `team` by default; holds count only for `online`. */
    readonly audience?: "team" | "online";
  },
): Promise<LockedClaims> {
  const { audience = "team" } = options;
  const sorted = [...new Set(subjectIds)].sort();
  const locking = lockSubjects(tx, businessId, sorted);
  const reading = readEach(tx, businessId, sorted, multirange(intervals));
  // All statements are sent together; if several fail, the first error is thrown.
  const [, answered] = await Promise.all([locking, reading]);
  const first = answered[0];
  if (first === undefined)
    throw new Error(`The query for the calendar of business ${businessId} returned no row.`);
  const rows = answered.filter((row) => row.id !== null);
  return new LockedClaims(businessId, first.snapshot_version, rows, (row) => {
    const isOwn = row.appointment_id !== null && row.appointment_id === options.excludeAppointmentId;
    return !isOwn && claimCounts({ cause: causeOf(row), expiresAt: row.expires_at }, audience, options.now);
  });
}

/**
 * The maximum number of subjects whose claims are read one by one. For more subjects, planning one statement for all of them
 * costs less.
 */
const MAX_SINGLE_READS = 8;

/** Reads the claims of subjects, sorted by subject. The caller sends these statements together with the one that locks the subjects. */
async function readEach(
  tx: Transaction,
  businessId: string,
  subjectIds: readonly string[],
  intervals: string,
): Promise<ClaimRow[]> {
  if (subjectIds.length === 0 || subjectIds.length > MAX_SINGLE_READS)
    return tx.query(readClaims, { businessId, subjectIds, intervals });
  const rows = await Promise.all(
    subjectIds.map((subjectId) => tx.query(readClaimsOfSubject, { businessId, subjectId, intervals })),
  );
  return rows.flat();
}

/**
 * Reads the claims of subjects without locking them, for a preview that writes nothing: other transactions may change the claims before the
 * caller books. Holds do not count as taken time, as in bookings by staff.
 */
export async function readClaimsWithoutLock(
  reader: Reader,
  { businessId, version }: { readonly businessId: string; readonly version: number },
  subjectIds: readonly string[],
  intervals: readonly { readonly startsAt: number; readonly endsAt: number }[],
): Promise<LockedClaims> {
  const rows = await reader.query(readClaims, {
    businessId,
    subjectIds: [...new Set(subjectIds)],
    intervals: multirange(intervals),
  });
  const claims = rows.filter((row) => row.id !== null);
  return new LockedClaims(businessId, version, claims, (row) => row.hold_id === null);
}

/** Formats spans of time as a PostgreSQL multirange and merges overlapping spans. */
export function multirange(
  intervals: readonly { readonly startsAt: number; readonly endsAt: number }[],
): string {
  const spans = spansOf(intervals.map(({ startsAt, endsAt }) => [startsAt, endsAt]));
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
    exclusive: row.exclusive === true,
  };
}
