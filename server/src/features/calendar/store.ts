import type { Need, OnlineRules, WallInterval } from "@daybook/engine";
import { column, type Reader, statement, type Transaction } from "../../platform/database/index.ts";

type PlaceJson = {
  id: string;
  time_zone: string;
  active: boolean;
  hours: (WallInterval & { weekday: number })[];
  exceptions: { date: string; intervals: WallInterval[] }[];
  resources: { id: string; type: string; capacity: number }[];
};

type ServiceJson = {
  id: string;
  name: string;
  active: boolean;
  initialMinutes: number;
  processingMinutes: number;
  finishingMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  priceAmount: number;
  requiresApproval: boolean;
  rules: OnlineRules;
  locationIds: string[];
  needs: Need[];
  performers: { staffId: string; durationMinutes: number | null; priceAmount: number | null }[];
};

type MemberJson = {
  id: string;
  position: number;
  bookable: boolean;
  locationIds: string[];
  hours: (WallInterval & { locationId: string; weekday: number })[];
  exceptions: { locationId: string; date: string; intervals: WallInterval[] }[];
};

/** Everything about a business's places, menu and team in one statement, so that all of it is of one moment. */
const readSetupStatement = statement(
  "calendar_read_setup",
  {
    setup_version: column.integer,
    currency: column.text,
    webhook_payload: column.oneOf("full", "ids_only"),
    places: column.json<PlaceJson[]>(),
    services: column.json<ServiceJson[]>(),
    team: column.json<MemberJson[]>(),
  },
  `select
     calendars.setup_version,
     businesses.currency,
     businesses.webhook_payload,
     (
       select coalesce(json_agg(json_build_object(
         'id', locations.id,
         'time_zone', locations.time_zone,
         'active', locations.active,
         'hours', (
           select coalesce(json_agg(json_build_object(
             'weekday', hours.weekday, 'startsMinute', hours.starts_minute, 'endsMinute', hours.ends_minute)), '[]')
           from location_hours as hours
           where hours.business_id = locations.business_id and hours.location_id = locations.id
         ),
         'exceptions', (
           select coalesce(json_agg(json_build_object('date', exceptions.date, 'intervals', exceptions.intervals)), '[]')
           from location_hour_exceptions as exceptions
           where exceptions.business_id = locations.business_id and exceptions.location_id = locations.id
         ),
         'resources', (
           select coalesce(json_agg(json_build_object(
             'id', resources.id, 'type', resources.type, 'capacity', subjects.capacity) order by resources.name, resources.id), '[]')
           from resources
           join subjects on subjects.business_id = resources.business_id and subjects.id = resources.id
           where resources.business_id = locations.business_id
             and resources.location_id = locations.id
             and resources.archived_at is null
         )
       )), '[]')
       from locations
       where locations.business_id = businesses.id
     ) as places,
     (
       select coalesce(json_agg(json_build_object(
         'id', services.id,
         'name', services.name,
         'active', services.active,
         'initialMinutes', services.initial_minutes,
         'processingMinutes', services.processing_minutes,
         'finishingMinutes', services.finishing_minutes,
         'bufferBeforeMinutes', services.buffer_before_minutes,
         'bufferAfterMinutes', services.buffer_after_minutes,
         'priceAmount', services.price_amount,
         'requiresApproval', services.requires_approval,
         'rules', json_build_object(
           'onlineBookable', services.online_bookable,
           'slotStepMinutes', services.slot_step_minutes,
           'minNoticeMinutes', services.min_notice_minutes,
           'maxAdvanceDays', services.max_advance_days,
           'maxPerDay', services.max_per_day,
           'requiresPatchTest', services.requires_patch_test
         ),
         'locationIds', (
           select coalesce(json_agg(service_locations.location_id), '[]')
           from service_locations
           where service_locations.business_id = services.business_id and service_locations.service_id = services.id
         ),
         'needs', (
           select coalesce(json_agg(json_build_object('type', needs.type, 'count', needs.count) order by needs.type), '[]')
           from service_resources as needs
           where needs.business_id = services.business_id and needs.service_id = services.id
         ),
         'performers', (
           select coalesce(json_agg(json_build_object(
             'staffId', performers.staff_id, 'durationMinutes', performers.duration_minutes, 'priceAmount', performers.price_amount)), '[]')
           from service_staff as performers
           where performers.business_id = services.business_id and performers.service_id = services.id
         )
       )), '[]')
       from services
       where services.business_id = businesses.id
     ) as services,
     (
       select coalesce(json_agg(json_build_object(
         'id', staff.id,
         'position', staff.position,
         'bookable', staff.bookable and staff.active,
         'locationIds', (
           select coalesce(json_agg(staff_locations.location_id), '[]')
           from staff_locations
           where staff_locations.business_id = staff.business_id and staff_locations.staff_id = staff.id
         ),
         'hours', (
           select coalesce(json_agg(json_build_object(
             'locationId', hours.location_id,
             'weekday', hours.weekday, 'startsMinute', hours.starts_minute, 'endsMinute', hours.ends_minute)), '[]')
           from staff_hours as hours
           where hours.business_id = staff.business_id and hours.staff_id = staff.id
         ),
         'exceptions', (
           select coalesce(json_agg(json_build_object(
             'locationId', exceptions.location_id, 'date', exceptions.date, 'intervals', exceptions.intervals)), '[]')
           from staff_hour_exceptions as exceptions
           where exceptions.business_id = staff.business_id and exceptions.staff_id = staff.id
         )
       )), '[]')
       from staff
       where staff.business_id = businesses.id
     ) as team
   from businesses
   join calendars on calendars.business_id = businesses.id
   where businesses.id = $1`,
);

export type SetupRow = NonNullable<(typeof readSetupStatement)["row"]>;

export async function readSetup(reader: Reader, businessId: string): Promise<SetupRow | undefined> {
  return (await reader.query(readSetupStatement, [businessId]))[0];
}

const readSetupVersionStatement = statement(
  "calendar_read_setup_version",
  { setup_version: column.integer },
  `select setup_version
   from calendars
   where business_id = $1`,
);

export async function readSetupVersion(reader: Reader, businessId: string): Promise<number> {
  return (await reader.query(readSetupVersionStatement, [businessId]))[0]?.setup_version ?? 0;
}

const insertCalendar = statement(
  "calendar_insert",
  {},
  `insert into calendars (business_id, setup_version)
   values ($1, 1)`,
);

export function writeCalendar(tx: Transaction, businessId: string): void {
  tx.write(insertCalendar, [businessId]);
}

/** Tells every process that what it remembers of places, menu and team is no longer true. */
const bumpSetup = statement(
  "calendar_bump_setup",
  {},
  `update calendars
   set setup_version = setup_version + 1
   where business_id = $1`,
);

export function writeSetupVersion(tx: Transaction, businessId: string): void {
  tx.write(bumpSetup, [businessId]);
}

const insertSubject = statement(
  "calendar_insert_subject",
  {},
  `insert into subjects (business_id, id, kind, capacity, version)
   values ($1, $2, $3, $4, 1)`,
);

/** Lanes are never taken away while a claim stands on them; a smaller capacity only stops handing them out. */
const insertLanes = statement(
  "calendar_insert_lanes",
  {},
  `insert into subject_lanes (business_id, subject_id, lane)
   select $1, $2, lane
   from generate_series(0, $3::integer - 1) as lane
   on conflict (business_id, subject_id, lane) do nothing`,
);

export function writeSubject(
  tx: Transaction,
  businessId: string,
  subject: { id: string; kind: "staff" | "resource"; capacity: number },
): void {
  tx.write(insertSubject, [businessId, subject.id, subject.kind, subject.capacity]);
  tx.write(insertLanes, [businessId, subject.id, subject.capacity]);
}

const updateCapacity = statement(
  "calendar_update_capacity",
  {},
  `update subjects
   set capacity = $3
   where business_id = $1 and id = $2`,
);

const deleteUnusedLanes = statement(
  "calendar_delete_unused_lanes",
  {},
  `delete from subject_lanes
   where business_id = $1
     and subject_id = $2
     and lane >= $3
     and not exists (
       select from claims
       where claims.business_id = subject_lanes.business_id
         and claims.subject_id = subject_lanes.subject_id
         and claims.lane = subject_lanes.lane
     )`,
);

export function writeCapacity(
  tx: Transaction,
  businessId: string,
  subjectId: string,
  capacity: number,
): void {
  tx.write(updateCapacity, [businessId, subjectId, capacity]);
  tx.write(insertLanes, [businessId, subjectId, capacity]);
  tx.write(deleteUnusedLanes, [businessId, subjectId, capacity]);
}

/**
 * The first guard. Sorted, because unsorted locks deadlock; `no key update`, because `for update` would also stop
 * everybody who only refers to the row. Facts are read in a later statement: one that reads while it waits for the
 * lock still sees what was there before it waited.
 */
const lockSubjectsStatement = statement(
  "calendar_lock_subjects",
  { id: column.id },
  `select id
   from subjects
   where business_id = $1 and id = any ($2::uuid[])
   order by id
   for no key update`,
);

export async function lockSubjectRows(
  tx: Transaction,
  businessId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await tx.query(lockSubjectsStatement, [businessId, subjectIds]);
}

/**
 * What has been taken of some subjects in some stretches of time, and the version of the setup: one row per claim,
 * or a single row without one. Asked right behind the lock, in the same round trip.
 */
const readClaimsStatement = statement(
  "calendar_read_claims",
  {
    setup_version: column.integer,
    id: column.nullable(column.id),
    subject_id: column.nullable(column.id),
    starts_at: column.nullable(column.instant),
    ends_at: column.nullable(column.instant),
    lane: column.nullable(column.integer),
    forced: column.nullable(column.flag),
    whole: column.nullable(column.flag),
    appointment_id: column.nullable(column.id),
    block_id: column.nullable(column.id),
    time_off_id: column.nullable(column.id),
    hold_id: column.nullable(column.id),
    expires_at: column.nullable(column.instant),
  },
  `select
     calendars.setup_version,
     claims.id,
     claims.subject_id,
     lower(claims.during) as starts_at,
     upper(claims.during) as ends_at,
     claims.lane,
     claims.forced,
     claims.whole,
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
       business_id, id, subject_id, during, lane, forced, whole, appointment_id, block_id, time_off_id
     )
     select
       $1::uuid, claim.id, claim.subject_id, tstzrange(claim.starts_at, claim.ends_at), claim.lane, claim.forced,
       $8::boolean, $9::uuid, $10::uuid, $11::uuid
     from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::timestamptz[], $6::integer[], $7::boolean[])
       as claim (id, subject_id, starts_at, ends_at, lane, forced)
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
  readonly lane: number;
  readonly forced: boolean;
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
  whole: boolean,
): void {
  tx.write(insertClaims, [
    businessId,
    claims.map((claim) => claim.id),
    claims.map((claim) => claim.subjectId),
    claims.map((claim) => new Date(claim.startsAt).toISOString()),
    claims.map((claim) => new Date(claim.endsAt).toISOString()),
    claims.map((claim) => claim.lane),
    claims.map((claim) => claim.forced),
    whole,
    "appointmentId" in cause ? cause.appointmentId : null,
    "blockId" in cause ? cause.blockId : null,
    "timeOffId" in cause ? cause.timeOffId : null,
  ]);
}

/** Lanes are handed out anew within the transaction; the guard looks at the result when it commits. */
const deferGuard = statement("calendar_defer_guard", {}, "set constraints claims_do_not_overlap deferred");

const moveLane = statement(
  "calendar_move_lanes",
  {},
  `update claims
   set lane = moved.lane
   from unnest($2::uuid[], $3::integer[]) as moved (id, lane)
   where claims.business_id = $1 and claims.id = moved.id`,
);

export function writeLanes(
  tx: Transaction,
  businessId: string,
  moved: readonly { id: string; lane: number }[],
): void {
  tx.write(deferGuard, []);
  tx.write(moveLane, [businessId, moved.map((claim) => claim.id), moved.map((claim) => claim.lane)]);
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

/** How many items of a service start on each local day at a location: what a day limit counts. */
const readBookedOnStatement = statement(
  "calendar_read_booked_on",
  { service_id: column.id, starts_on: column.date, items: column.integer },
  `select items.service_id, items.starts_on, count(*) as items
   from appointment_items as items
   join appointments on appointments.business_id = items.business_id and appointments.id = items.appointment_id
   where items.business_id = $1
     and items.service_id = any ($2::uuid[])
     and items.starts_on between $3::date and $4::date
     and items.takes_time
     and appointments.location_id = $5
     and appointments.id is distinct from $6
   group by items.service_id, items.starts_on
   order by items.service_id, items.starts_on`,
);

export function readBookedOn(
  reader: Reader,
  businessId: string,
  serviceIds: readonly string[],
  fromOn: string,
  toOn: string,
  locationId: string,
  excludeAppointmentId: string | null,
) {
  return reader.query(readBookedOnStatement, [
    businessId,
    serviceIds,
    fromOn,
    toOn,
    locationId,
    excludeAppointmentId,
  ]);
}

const readPatchTestStatement = statement(
  "calendar_read_patch_test",
  { patch_test_at: column.nullable(column.date), blocked: column.flag },
  `select patch_test_at, online_booking_blocked_at is not null as blocked
   from clients
   where business_id = $1 and id = $2 and deleted_at is null`,
);

/** What the booking page asks of a client: undefined when there is no such client. */
export async function readOnlineStanding(reader: Reader, businessId: string, clientId: string) {
  return (await reader.query(readPatchTestStatement, [businessId, clientId]))[0];
}
