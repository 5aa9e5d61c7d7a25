import { column, pick, type RowOf, statement, type Transaction } from "../../../platform/database/index.ts";
import { calendars, calendarsView, claims } from "../../../tables/scheduling.ts";

const { business_id } = claims.columns;

const claimColumns = {
  ...pick(calendars.columns, "snapshot_version"),
  id: column.nullable(column.id),
  subject_id: column.nullable(column.id),
  starts_at: column.nullable(column.instant),
  ends_at: column.nullable(column.instant),
  unit: column.nullable(column.integer),
  overbooked: column.nullable(column.flag),
  exclusive: column.nullable(column.flag),
  ...pick(claims.columns, "appointment_id", "block_id", "time_off_id", "hold_id", "expires_at"),
};

export type ClaimRow = RowOf<typeof claimColumns>;

export const spans = { businessId: column.id, intervals: column.textOf("tstzmultirange", 4536) };

/**
 * Selects the claims that meet a condition on their subject, each with the snapshot version. The subselect hides the spans from
 * the planner: otherwise PostgreSQL plans the statement for each execution, because the statistics on spans suggest a cheaper
 * plan.
 */
const selectClaims = (ofSubjects: string) => `select
     calendars.snapshot_version,
     claims.id,
     claims.subject_id,
     lower(claims.during) as starts_at,
     upper(claims.during) as ends_at,
     claims.unit,
     claims.overbooked,
     claims.exclusive,
     claims.appointment_id,
     claims.block_id,
     claims.time_off_id,
     claims.hold_id,
     claims.expires_at
   from ${calendarsView} as calendars
   left join claims
     on claims.business_id = calendars.business_id
     and ${ofSubjects}
     and claims.during && (select $intervals)
   where calendars.business_id = $businessId
   order by claims.subject_id, lower(claims.during), claims.id`;

/**
 * Reads the claims of subjects in several spans of time (a multirange), each with the snapshot version. Returns a single row
 * without a claim if no claim exists. PostgreSQL plans the statement for each execution, because a generic plan assumes more
 * subjects than a request usually has.
 */
export const readClaims = statement({
  name: "calendar_read_claims",
  params: { ...spans, subjectIds: column.ids },
  columns: claimColumns,
  sql: selectClaims("claims.subject_id = any ($subjectIds)"),
});

/** Like `readClaims`, but for one subject, so that each connection plans the statement once. */
export const readClaimsOfSubject = statement({
  name: "calendar_read_claims_of_subject",
  params: { ...spans, subjectId: claims.columns.subject_id },
  columns: claimColumns,
  sql: selectClaims("claims.subject_id = $subjectId"),
});

/**
 * Adds an update to a statement that writes claims. The update raises the versions of the affected subjects, so that processes
 * with cached busy time detect the change (decision 12). `written` is the statement without its `returning` clause.
 */
function raisingVersions(written: string): string {
  return `with written as (${written} returning subject_id)
   update subjects
   set version = version + 1
   where business_id = $business_id and id in (select subject_id from written)`;
}

const newClaims = {
  business_id,
  ids: column.ids,
  subjectIds: column.ids,
  starts: column.instants,
  ends: column.instants,
  units: column.integers,
  overbooked: column.flags,
  ...pick(claims.columns, "exclusive", "appointment_id", "block_id", "time_off_id", "hold_id", "expires_at"),
};

const INSERT_CLAIMS = `
     insert into claims (
       business_id, id, subject_id, during, unit, overbooked, exclusive, appointment_id, block_id, time_off_id,
       hold_id, expires_at
     )
     select
       $business_id, claim.id, claim.subject_id, tstzrange(claim.starts_at, claim.ends_at), claim.unit, claim.overbooked,
       $exclusive, $appointment_id, $block_id, $time_off_id, $hold_id, $expires_at
     from unnest($ids, $subjectIds, $starts, $ends, $units, $overbooked)
       as claim (id, subject_id, starts_at, ends_at, unit, overbooked)`;

const insertClaims = statement({
  name: "calendar_insert_claims",
  params: newClaims,
  sql: raisingVersions(INSERT_CLAIMS),
});

/** Inserts claims of subjects whose versions the transaction has already raised. */
const insertClaimsOfRaised = statement({
  name: "calendar_insert_claims_of_raised",
  params: newClaims,
  sql: INSERT_CLAIMS,
});

export interface NewClaim {
  readonly id: string;
  readonly subjectId: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly unit: number;
  readonly overbooked: boolean;
}

/** The record to which a claim belongs: an appointment, a block, time off or a hold. */
export type ClaimCause =
  | { readonly appointmentId: string }
  | { readonly blockId: string }
  | { readonly timeOffId: string }
  | { readonly holdId: string; readonly expiresAt: number };

/** Inserts claims and raises the versions of their subjects, unless the transaction has already raised all of them. */
export function writeClaims(
  tx: Transaction,
  {
    businessId,
    raisedSubjectIds,
  }: { readonly businessId: string; readonly raisedSubjectIds: ReadonlySet<string> },
  added: readonly NewClaim[],
  cause: ClaimCause,
  exclusive: boolean,
): void {
  const areRaised = added.every(({ subjectId }) => raisedSubjectIds.has(subjectId));
  tx.write(areRaised ? insertClaimsOfRaised : insertClaims, {
    business_id: businessId,
    ids: added.map((claim) => claim.id),
    subjectIds: added.map((claim) => claim.subjectId),
    starts: added.map((claim) => claim.startsAt),
    ends: added.map((claim) => claim.endsAt),
    units: added.map((claim) => claim.unit),
    overbooked: added.map((claim) => claim.overbooked),
    exclusive,
    appointment_id: "appointmentId" in cause ? cause.appointmentId : null,
    block_id: "blockId" in cause ? cause.blockId : null,
    time_off_id: "timeOffId" in cause ? cause.timeOffId : null,
    hold_id: "holdId" in cause ? cause.holdId : null,
    expires_at: "holdId" in cause ? cause.expiresAt : null,
  });
}

/**
 * Defers the exclusion constraint, so that units can be reassigned within the transaction. The constraint checks the result at commit.
 */
const deferGuard = statement({
  name: "calendar_defer_guard",
  sql: "set constraints claims_do_not_overlap deferred",
});

const updateUnits = statement({
  name: "calendar_update_units",
  params: { business_id, ids: column.ids, units: column.integers },
  sql: `update claims
        set unit = moved.unit
        from unnest($ids, $units) as moved (id, unit)
        where claims.business_id = $business_id and claims.id = moved.id`,
});

export function writeUnits(
  tx: Transaction,
  businessId: string,
  moved: readonly { id: string; unit: number }[],
): void {
  tx.write(deferGuard, {});
  tx.write(updateUnits, {
    business_id: businessId,
    ids: moved.map((claim) => claim.id),
    units: moved.map((claim) => claim.unit),
  });
}

const deleteClaimsOfAppointment = statement({
  name: "calendar_delete_claims_of_appointment",
  params: { business_id, appointmentId: column.id },
  sql: raisingVersions(
    "delete from claims where business_id = $business_id and appointment_id = $appointmentId",
  ),
});

const deleteClaimsOfBlocks = statement({
  name: "calendar_delete_claims_of_blocks",
  params: { business_id, blockIds: column.ids },
  sql: raisingVersions("delete from claims where business_id = $business_id and block_id = any ($blockIds)"),
});

const deleteClaimsOfTimeOff = statement({
  name: "calendar_delete_claims_of_time_off",
  params: { business_id, timeOffId: column.id },
  sql: raisingVersions("delete from claims where business_id = $business_id and time_off_id = $timeOffId"),
});

/** Deletes the claims of an appointment, of blocks or of time off. Their subjects must be locked. */
export function deleteClaims(
  tx: Transaction,
  businessId: string,
  of:
    | { readonly appointmentId: string }
    | { readonly blockIds: readonly string[] }
    | { readonly timeOffId: string },
): void {
  if ("appointmentId" in of) tx.write(deleteClaimsOfAppointment, { business_id: businessId, ...of });
  else if ("blockIds" in of) tx.write(deleteClaimsOfBlocks, { business_id: businessId, ...of });
  else tx.write(deleteClaimsOfTimeOff, { business_id: businessId, ...of });
}

/** Deletes claims of holds that have expired or are revoked (contract §5). */
export const deleteHolds = statement({
  name: "calendar_delete_holds",
  params: { business_id, ids: column.ids },
  sql: raisingVersions(
    "delete from claims where business_id = $business_id and id = any ($ids) and hold_id is not null",
  ),
});

/** Finds the subjects of expired holds in all businesses, for the worker. */
export const findExpiredHolds = statement({
  name: "calendar_find_expired_holds",
  params: { now: column.instant, limit: column.integer },
  columns: pick(claims.columns, "business_id", "subject_id"),
  sql: `select business_id, subject_id
        from claims
        where expires_at <= $now
        order by expires_at
        limit $limit`,
});

/** Deletes the claims of expired holds. Their subjects must be locked, so that the statement reads the current expiry. */
export const deleteExpiredHolds = statement({
  name: "calendar_delete_expired_holds",
  params: { business_id, subjectIds: column.ids, now: column.instant },
  sql: raisingVersions(`
     delete from claims
     where business_id = $business_id
       and subject_id = any ($subjectIds)
       and hold_id is not null
       and expires_at <= $now`),
});

const ofHold = { businessId: column.id, holdId: column.id };

export const listSubjectsOfHold = statement({
  name: "calendar_list_subjects_of_hold",
  params: ofHold,
  columns: pick(claims.columns, "subject_id"),
  sql: `select distinct subject_id
        from claims
        where business_id = $businessId and hold_id = $holdId
        order by subject_id`,
});

/** Deletes the claims of a hold. Their subjects must be locked. */
export const deleteClaimsOfHold = statement({
  name: "calendar_delete_claims_of_hold",
  params: { business_id, holdId: column.id },
  sql: raisingVersions("delete from claims where business_id = $business_id and hold_id = $holdId"),
});

/** Changes the expiry of the claims of a hold. Their subjects must be locked. */
export const extendClaimsOfHold = statement({
  name: "calendar_extend_claims_of_hold",
  params: { business_id, holdId: column.id, expiresAt: column.instant },
  sql: raisingVersions(
    "update claims set expires_at = $expiresAt where business_id = $business_id and hold_id = $holdId",
  ),
});
