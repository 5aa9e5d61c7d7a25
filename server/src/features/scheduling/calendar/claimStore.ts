import { column, type Reader, statement, type Transaction } from "../../../platform/database/index.ts";

/**
 * What has been taken of some subjects in some stretches of time, and the version of the setup: one row per claim,
 * or a single row without one. Asked right behind the lock, in the same round trip.
 */
const readClaimsStatement = statement(
  "calendar_read_claims",
  {
    snapshot_version: column.integer,
    id: column.nullable(column.id),
    subject_id: column.nullable(column.id),
    starts_at: column.nullable(column.instant),
    ends_at: column.nullable(column.instant),
    unit: column.nullable(column.integer),
    overbooked: column.nullable(column.flag),
    exclusive: column.nullable(column.flag),
    appointment_id: column.nullable(column.id),
    block_id: column.nullable(column.id),
    time_off_id: column.nullable(column.id),
    hold_id: column.nullable(column.id),
    expires_at: column.nullable(column.instant),
  },
  `select
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
   from calendars
   left join claims
     on claims.business_id = calendars.business_id
     and claims.subject_id = any ($2::uuid[])
     and claims.during && $3::tstzmultirange
   where calendars.business_id = $1
   order by claims.subject_id, lower(claims.during), claims.id`,
);

export type ClaimRow = NonNullable<(typeof readClaimsStatement)["row"]>;

export function readClaims(
  reader: Reader,
  businessId: string,
  subjectIds: readonly string[],
  stretches: string,
): Promise<ClaimRow[]> {
  return reader.query(readClaimsStatement, [businessId, subjectIds, stretches]);
}

/**
 * Every statement that writes claims raises the version of the subjects it touches, in one and the same statement: a
 * process that remembers their diaries sees by it that they have changed (decision 12).
 */
const insertClaims = statement(
  "calendar_insert_claims",
  {},
  `with written as (
     insert into claims (
       business_id, id, subject_id, during, unit, overbooked, exclusive, appointment_id, block_id, time_off_id
     )
     select
       $1::uuid, claim.id, claim.subject_id, tstzrange(claim.starts_at, claim.ends_at), claim.unit, claim.overbooked,
       $8::boolean, $9::uuid, $10::uuid, $11::uuid
     from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::integer[], $7::boolean[])
       as claim (id, subject_id, starts_at, ends_at, unit, overbooked)
     returning subject_id
   )
   update subjects
   set version = version + 1
   where business_id = $1 and id in (select subject_id from written)`,
);

export interface NewClaim {
  readonly id: string;
  readonly subjectId: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly unit: number;
  readonly overbooked: boolean;
}

/** What a claim is for: exactly one of them. */
export type ClaimCause =
  | { readonly appointmentId: string }
  | { readonly blockId: string }
  | { readonly timeOffId: string };

export function writeClaims(
  tx: Transaction,
  businessId: string,
  claims: readonly NewClaim[],
  cause: ClaimCause,
  exclusive: boolean,
): void {
  tx.write(insertClaims, [
    businessId,
    claims.map((claim) => claim.id),
    claims.map((claim) => claim.subjectId),
    claims.map((claim) => new Date(claim.startsAt).toISOString()),
    claims.map((claim) => new Date(claim.endsAt).toISOString()),
    claims.map((claim) => claim.unit),
    claims.map((claim) => claim.overbooked),
    exclusive,
    "appointmentId" in cause ? cause.appointmentId : null,
    "blockId" in cause ? cause.blockId : null,
    "timeOffId" in cause ? cause.timeOffId : null,
  ]);
}

/** Lanes are handed out anew within the transaction; the guard looks at the result when it commits. */
const deferGuard = statement("calendar_defer_guard", {}, "set constraints claims_do_not_overlap deferred");

const updateUnits = statement(
  "calendar_move_lanes",
  {},
  `update claims
   set unit = moved.unit
   from unnest($2::uuid[], $3::integer[]) as moved (id, unit)
   where claims.business_id = $1 and claims.id = moved.id`,
);

export function writeUnits(
  tx: Transaction,
  businessId: string,
  moved: readonly { id: string; unit: number }[],
): void {
  tx.write(deferGuard, []);
  tx.write(updateUnits, [businessId, moved.map((claim) => claim.id), moved.map((claim) => claim.unit)]);
}

const deleteClaimsOfAppointment = statement(
  "calendar_delete_claims_of_appointment",
  {},
  `with deleted as (
     delete from claims
     where business_id = $1 and appointment_id = $2
     returning subject_id
   )
   update subjects
   set version = version + 1
   where business_id = $1 and id in (select subject_id from deleted)`,
);

const deleteClaimsOfBlocks = statement(
  "calendar_delete_claims_of_blocks",
  {},
  `with deleted as (
     delete from claims
     where business_id = $1 and block_id = any ($2::uuid[])
     returning subject_id
   )
   update subjects
   set version = version + 1
   where business_id = $1 and id in (select subject_id from deleted)`,
);

const deleteClaimsOfTimeOff = statement(
  "calendar_delete_claims_of_time_off",
  {},
  `with deleted as (
     delete from claims
     where business_id = $1 and time_off_id = $2
     returning subject_id
   )
   update subjects
   set version = version + 1
   where business_id = $1 and id in (select subject_id from deleted)`,
);

/** Holds that the team's booking wins against, and those that have expired (contract §5). */
const deleteHolds = statement(
  "calendar_delete_holds",
  {},
  `with deleted as (
     delete from claims
     where business_id = $1 and id = any ($2::uuid[]) and hold_id is not null
     returning subject_id
   )
   update subjects
   set version = version + 1
   where business_id = $1 and id in (select subject_id from deleted)`,
);

export function deleteAppointmentClaims(tx: Transaction, businessId: string, appointmentId: string): void {
  tx.write(deleteClaimsOfAppointment, [businessId, appointmentId]);
}

export function deleteBlockClaims(tx: Transaction, businessId: string, blockIds: readonly string[]): void {
  tx.write(deleteClaimsOfBlocks, [businessId, blockIds]);
}

export function deleteTimeOffClaims(tx: Transaction, businessId: string, timeOffId: string): void {
  tx.write(deleteClaimsOfTimeOff, [businessId, timeOffId]);
}

export function deleteHoldClaims(tx: Transaction, businessId: string, claimIds: readonly string[]): void {
  tx.write(deleteHolds, [businessId, claimIds]);
}

/** Where holds have run out by $1: whose they were, in all businesses; $2 of them at most. For the worker. */
const findExpiredHolds = statement(
  "calendar_find_expired_holds",
  { business_id: column.id, subject_id: column.id },
  `select business_id, subject_id
   from claims
   where expires_at <= $1
   order by expires_at
   limit $2`,
);

/** Asked of one business, under the lock of these subjects, and so of what is there now. */
const deleteExpiredHolds = statement(
  "calendar_delete_expired_holds",
  {},
  `with deleted as (
     delete from claims
     where business_id = $1
       and subject_id = any ($2::uuid[])
       and hold_id is not null
       and expires_at <= $3
     returning subject_id
   )
   update subjects
   set version = version + 1
   where business_id = $1 and id in (select subject_id from deleted)`,
);

export function expiredHolds(reader: Reader, now: number, limit: number) {
  return reader.query(findExpiredHolds, [new Date(now), limit]);
}

export function deleteExpiredHoldsOf(
  tx: Transaction,
  businessId: string,
  subjectIds: readonly string[],
  now: number,
): void {
  tx.write(deleteExpiredHolds, [businessId, subjectIds, new Date(now)]);
}
