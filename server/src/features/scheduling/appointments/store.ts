import { canHaveDueForms, type Status, takesTime, tzVersion, type Zone } from "@daybook/engine";
import { dateOrNull } from "../../../kernel/instants.ts";
import {
  column,
  type Reader,
  type RowOf,
  statement,
  type Transaction,
} from "../../../platform/database/index.ts";
import { HAS_FORMS, requiredFormsOf } from "../../clients/forms/index.ts";
import type { Appointment, AppointmentItem } from "./appointment.ts";
import { dateText, wallText } from "./localTimeStore.ts";

const visitColumns = {
  id: column.id,
  location_id: column.id,
  client_id: column.id,
  series_id: column.nullable(column.id),
  status: column.oneOf("requested", "booked", "arrived", "completed", "cancelled", "declined", "no_show"),
  starts_at: column.instant,
  ends_at: column.instant,
  source: column.oneOf("api", "app", "online", "import"),
  currency: column.text,
  internal_note: column.nullable(column.text),
  status_reason: column.nullable(column.text),
  confirmed_at: column.nullable(column.instant),
  arrived_at: column.nullable(column.instant),
  completed_at: column.nullable(column.instant),
  cancelled_at: column.nullable(column.instant),
  declined_at: column.nullable(column.instant),
  no_show_at: column.nullable(column.instant),
  cancelled_by: column.nullable(column.oneOf("team", "client", "system")),
  sale_closed_at: column.nullable(column.instant),
  policy_version: column.nullable(column.integer),
  version: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
  item_id: column.id,
  item_position: column.integer,
  service_id: column.id,
  service_name: column.text,
  staff_id: column.id,
  resource_ids: column.ids,
  item_starts_at: column.instant,
  item_ends_at: column.instant,
  initial_minutes: column.integer,
  processing_minutes: column.integer,
  finishing_minutes: column.integer,
  buffer_before_minutes: column.integer,
  buffer_after_minutes: column.integer,
  price_amount: column.integer,
  time_zone: column.text,
  has_forms: column.flag,
};

type VisitRow = RowOf<typeof visitColumns>;

/** One row per item, with its visit beside it: read, grouped, and never assembled as JSON by the database. */
const VISIT_SELECT = `select
     visit.id,
     visit.location_id,
     visit.client_id,
     visit.series_id,
     visit.status,
     visit.starts_at,
     visit.ends_at,
     visit.source,
     visit.currency,
     visit.internal_note,
     visit.status_reason,
     visit.confirmed_at,
     visit.arrived_at,
     visit.completed_at,
     visit.cancelled_at,
     visit.declined_at,
     visit.no_show_at,
     visit.cancelled_by,
     visit.sale_closed_at,
     visit.policy_version,
     visit.version,
     visit.created_at,
     visit.updated_at,
     item.id as item_id,
     item.position as item_position,
     item.service_id,
     item.service_name,
     item.staff_id,
     item.resource_ids,
     item.starts_at as item_starts_at,
     item.ends_at as item_ends_at,
     item.initial_minutes,
     item.processing_minutes,
     item.finishing_minutes,
     item.buffer_before_minutes,
     item.buffer_after_minutes,
     item.price_amount,
     place.time_zone,
     ${HAS_FORMS}`;

const VISIT_JOINS = `join appointment_items as item
     on item.business_id = visit.business_id and item.appointment_id = visit.id
   join locations as place
     on place.business_id = visit.business_id and place.id = visit.location_id`;

const readOne = statement(
  "appointments_read",
  visitColumns,
  `${VISIT_SELECT}
   from appointments as visit
   ${VISIT_JOINS}
   where visit.business_id = $1 and visit.id = $2
   order by item.position, item.id`,
);

/** Locks the visit, so that two changes of it happen one after the other; read behind the lock, by a later statement. */
const lockOne = statement(
  "appointments_lock",
  { id: column.id },
  `select id
   from appointments
   where business_id = $1 and id = $2
   for no key update`,
);

/** A page of a location's visits that overlap a window. The lower bound on starts_at keeps the history out of it. */
const listOverlapping = statement(
  "appointments_list",
  visitColumns,
  `${VISIT_SELECT}
   from (
     select *
     from appointments
     where business_id = $1
       and location_id = $2
       and starts_at < $4
       and ends_at > $3
       and starts_at > $3::timestamptz - interval '11 days'
       and ($5::uuid is null or client_id = $5)
       and ($6::text[] is null or status = any ($6))
       and ($7::timestamptz is null or updated_at >= $7)
       and ($8::uuid is null or exists (
         select
         from appointment_items
         where appointment_items.business_id = appointments.business_id
           and appointment_items.appointment_id = appointments.id
           and appointment_items.staff_id = $8
       ))
       and ($12::uuid is null or exists (
         select
         from appointment_items
         where appointment_items.business_id = appointments.business_id
           and appointment_items.appointment_id = appointments.id
           and appointment_items.staff_id = $12
       ))
       and ($9::timestamptz is null or (starts_at, id) > ($9, $10::uuid))
     order by starts_at, id
     limit $11
   ) as visit
   ${VISIT_JOINS}
   where visit.business_id = $1
   order by visit.starts_at, visit.id, item.position, item.id`,
);

/** A client's visits, newest first, behind a place in this order ($3, $4); of a staff member alone ($5) unless null. */
const listOfClient = statement(
  "appointments_list_of_client",
  visitColumns,
  `${VISIT_SELECT}
   from (
     select *
     from appointments
     where business_id = $1
       and client_id = $2
       and (starts_at, id) < ($3, $4::uuid)
       and ($5::uuid is null or exists (
         select
         from appointment_items
         where appointment_items.business_id = appointments.business_id
           and appointment_items.appointment_id = appointments.id
           and appointment_items.staff_id = $5
       ))
     order by starts_at desc, id desc
     limit $6
   ) as visit
   ${VISIT_JOINS}
   where visit.business_id = $1
   order by visit.starts_at desc, visit.id desc, item.position, item.id`,
);

/** Locks what a client is still expected for from $3 on, sorted, so that two who lock several do not lock each other out. */
const lockUpcoming = statement(
  "appointments_lock_coming",
  { id: column.id },
  `select id
   from appointments
   where business_id = $1
     and client_id = $2
     and status in ('requested', 'booked')
     and starts_at >= $3
   order by id
   for no key update`,
);

const readSeveral = statement(
  "appointments_read_several",
  visitColumns,
  `${VISIT_SELECT}
   from appointments as visit
   ${VISIT_JOINS}
   where visit.business_id = $1 and visit.id = any ($2)
   order by visit.id, item.position, item.id`,
);

/** A visit with the name of its location's time zone. */
export interface FoundAppointment {
  readonly appointment: Appointment;
  readonly timeZone: string;
}

export async function readAppointment(
  reader: Reader,
  businessId: string,
  id: string,
): Promise<FoundAppointment | undefined> {
  return (await found(reader, businessId, await reader.query(readOne, [businessId, id])))[0];
}

export async function lockAppointmentRow(
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<FoundAppointment | undefined> {
  const locking = tx.query(lockOne, [businessId, id]);
  const reading = readAppointment(tx, businessId, id);
  const [, found] = await Promise.all([locking, reading]);
  return found;
}

/**
 * Requests of all businesses that were to start by $1 and that nobody has answered, from behind a place in their order
 * ($2 to $4, null for the beginning); $5 of them at most. For the worker, which works for all businesses.
 */
const findUnansweredStatement = statement(
  "appointments_find_unanswered",
  { starts_at: column.instant, business_id: column.id, id: column.id },
  `select starts_at, business_id, id
   from appointments
   where status = 'requested'
     and starts_at <= $1
     and ($2::timestamptz is null or (starts_at, business_id, id) > ($2, $3::uuid, $4::uuid))
   order by starts_at, business_id, id
   limit $5`,
);

export interface UnansweredRequest {
  readonly startsAt: number;
  readonly businessId: string;
  readonly id: string;
}

export async function findUnanswered(
  reader: Reader,
  now: number,
  after: UnansweredRequest | null,
  limit: number,
): Promise<UnansweredRequest[]> {
  const rows = await reader.query(findUnansweredStatement, [
    new Date(now),
    dateOrNull(after?.startsAt),
    after?.businessId ?? null,
    after?.id ?? null,
    limit,
  ]);
  return rows.map((row) => ({ startsAt: row.starts_at, businessId: row.business_id, id: row.id }));
}

export interface ListFilters {
  readonly locationId: string;
  readonly fromAt: number;
  readonly untilAt: number;
  readonly clientId: string | null;
  readonly staffId: string | null;
  /** Of a staff member who sees only their own, themselves: both filters hold. */
  readonly ownStaffId: string | null;
  readonly statuses: readonly Status[] | null;
  readonly updatedSince: number | null;
  readonly after: { readonly startsAt: number; readonly id: string } | null;
  readonly limit: number;
}

export async function findAppointments(
  reader: Reader,
  businessId: string,
  filters: ListFilters,
): Promise<FoundAppointment[]> {
  const { after, updatedSince } = filters;
  return found(
    reader,
    businessId,
    await reader.query(listOverlapping, [
      businessId,
      filters.locationId,
      new Date(filters.fromAt),
      new Date(filters.untilAt),
      filters.clientId,
      filters.statuses,
      dateOrNull(updatedSince),
      filters.staffId,
      dateOrNull(after?.startsAt),
      after?.id ?? null,
      filters.limit,
      filters.ownStaffId,
    ]),
    mayAsk,
  );
}

/** A client's requested and booked visits that start at `now` or later, locked. The client must be locked before them. */
export async function lockUpcomingAppointments(
  tx: Transaction,
  businessId: string,
  clientId: string,
  now: number,
): Promise<FoundAppointment[]> {
  const locked = await tx.query(lockUpcoming, [businessId, clientId, new Date(now)]);
  return found(tx, businessId, await tx.query(readSeveral, [businessId, locked.map(({ id }) => id)]));
}

export async function findAppointmentsOfClient(
  reader: Reader,
  businessId: string,
  filters: {
    readonly clientId: string;
    /** Of a staff member who sees only their own, themselves. */
    readonly ownStaffId: string | null;
    readonly before: { readonly startsAt: number; readonly id: string };
    readonly limit: number;
  },
): Promise<FoundAppointment[]> {
  const { clientId, ownStaffId, before, limit } = filters;
  const values = [businessId, clientId, new Date(before.startsAt), before.id, ownStaffId, limit];
  return found(reader, businessId, await reader.query(listOfClient, values), mayAsk);
}

/** In a list nothing changes any more: a visit that is over will not come to ask for a form. */
function mayAsk({ status }: Appointment): boolean {
  return canHaveDueForms(status);
}

/**
 * The visits of these rows. Where the business has forms, those that the visits ask for are one statement more; `asking`
 * says of which that matters.
 */
async function found(
  reader: Reader,
  businessId: string,
  rows: readonly VisitRow[],
  asking: (appointment: Appointment) => boolean = () => true,
): Promise<FoundAppointment[]> {
  const visits = grouped(rows);
  if (rows[0]?.has_forms !== true) return visits;
  const ids = visits
    .filter(({ appointment }) => asking(appointment))
    .map(({ appointment }) => appointment.id);
  const asked = await requiredFormsOf(reader, businessId, ids);
  return visits.map(({ appointment, timeZone }) => ({
    appointment: { ...appointment, askedForms: asked.get(appointment.id) ?? [] },
    timeZone,
  }));
}

function grouped(rows: readonly VisitRow[]): FoundAppointment[] {
  const visits: FoundAppointment[] = [];
  let items: AppointmentItem[] = [];
  for (const row of rows) {
    if (visits.at(-1)?.appointment.id !== row.id) {
      items = [];
      visits.push({ appointment: appointmentOf(row, items), timeZone: row.time_zone });
    }
    items.push(itemOf(row));
  }
  return visits;
}

function appointmentOf(row: VisitRow, items: readonly AppointmentItem[]): Appointment {
  return {
    id: row.id,
    locationId: row.location_id,
    clientId: row.client_id,
    seriesId: row.series_id,
    status: row.status,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    source: row.source,
    currency: row.currency,
    items,
    internalNote: row.internal_note,
    statusReason: row.status_reason,
    confirmedAt: row.confirmed_at,
    arrivedAt: row.arrived_at,
    completedAt: row.completed_at,
    cancelledAt: row.cancelled_at,
    declinedAt: row.declined_at,
    noShowAt: row.no_show_at,
    cancelledBy: row.cancelled_by,
    saleClosedAt: row.sale_closed_at,
    policyVersion: row.policy_version,
    askedForms: [],
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function itemOf(row: VisitRow): AppointmentItem {
  return {
    id: row.item_id,
    position: row.item_position,
    serviceId: row.service_id,
    serviceName: row.service_name,
    staffId: row.staff_id,
    resourceIds: row.resource_ids,
    startsAt: row.item_starts_at,
    endsAt: row.item_ends_at,
    phases: {
      initialMinutes: row.initial_minutes,
      processingMinutes: row.processing_minutes,
      finishingMinutes: row.finishing_minutes,
    },
    bufferBeforeMinutes: row.buffer_before_minutes,
    bufferAfterMinutes: row.buffer_after_minutes,
    priceAmount: row.price_amount,
  };
}

const insertAppointmentStatement = statement(
  "appointments_insert",
  {},
  `insert into appointments (
     business_id, id, location_id, client_id, series_id, status, starts_at, ends_at, starts_local, tz_version,
     source, total_amount, currency, confirmed_at, version, created_at, updated_at, policy_version
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17)`,
);

const insertItems = statement(
  "appointments_insert_items",
  {},
  `insert into appointment_items (
     business_id, appointment_id, id, position, service_id, service_name, staff_id, resource_ids, starts_at, ends_at, starts_on,
     initial_minutes, processing_minutes, finishing_minutes, buffer_before_minutes, buffer_after_minutes, price_amount, takes_time
   )
   select
     $1, $2, item.id, item.position, item.service_id, item.service_name, item.staff_id, item.resource_ids, item.starts_at, item.ends_at,
     item.starts_on, item.initial_minutes, item.processing_minutes, item.finishing_minutes, item.buffer_before_minutes,
     item.buffer_after_minutes, item.price_amount, $4
   from jsonb_to_recordset($3::jsonb) as item (
     id uuid, position integer, service_id uuid, service_name text, staff_id uuid, resource_ids uuid[], starts_at timestamptz,
     ends_at timestamptz, starts_on date, initial_minutes integer, processing_minutes integer, finishing_minutes integer,
     buffer_before_minutes integer, buffer_after_minutes integer, price_amount bigint
   )`,
);

/** Writes a new visit with its items. Its claims are written by the calendar. */
export function insertAppointment(
  tx: Transaction,
  businessId: string,
  appointment: Appointment,
  zone: Zone,
): void {
  tx.write(insertAppointmentStatement, [
    businessId,
    appointment.id,
    appointment.locationId,
    appointment.clientId,
    appointment.seriesId,
    appointment.status,
    new Date(appointment.startsAt),
    new Date(appointment.endsAt),
    wallText(zone, appointment.startsAt),
    tzVersion,
    appointment.source,
    appointment.items.reduce((sum, item) => sum + item.priceAmount, 0),
    appointment.currency,
    dateOrNull(appointment.confirmedAt),
    appointment.version,
    new Date(appointment.createdAt),
    appointment.policyVersion,
  ]);
  tx.write(insertItems, [
    businessId,
    appointment.id,
    JSON.stringify(appointment.items.map((item) => itemJson(item, zone))),
    takesTime(appointment.status),
  ]);
}

function itemJson(item: AppointmentItem, zone: Zone) {
  return {
    id: item.id,
    position: item.position,
    service_id: item.serviceId,
    service_name: item.serviceName,
    staff_id: item.staffId,
    resource_ids: item.resourceIds,
    starts_at: new Date(item.startsAt).toISOString(),
    ends_at: new Date(item.endsAt).toISOString(),
    starts_on: dateText(zone, item.startsAt),
    initial_minutes: item.phases.initialMinutes,
    processing_minutes: item.phases.processingMinutes,
    finishing_minutes: item.phases.finishingMinutes,
    buffer_before_minutes: item.bufferBeforeMinutes,
    buffer_after_minutes: item.bufferAfterMinutes,
    price_amount: item.priceAmount,
  };
}

const updateAppointmentStatement = statement(
  "appointments_update",
  {},
  `update appointments
   set
     status = $3,
     starts_at = $4,
     ends_at = $5,
     starts_local = $6,
     tz_version = $7,
     internal_note = $8,
     status_reason = $9,
     confirmed_at = $10,
     arrived_at = $11,
     completed_at = $12,
     cancelled_at = $13,
     declined_at = $14,
     no_show_at = $15,
     cancelled_by = $16,
     sale_closed_at = $17,
     version = $18,
     updated_at = $19
   where business_id = $1 and id = $2`,
);

const updateItems = statement(
  "appointments_update_items",
  {},
  `update appointment_items as item
   set
     staff_id = change.staff_id,
     resource_ids = change.resource_ids,
     starts_at = change.starts_at,
     ends_at = change.ends_at,
     starts_on = change.starts_on,
     initial_minutes = change.initial_minutes,
     processing_minutes = change.processing_minutes,
     finishing_minutes = change.finishing_minutes,
     takes_time = $4
   from jsonb_to_recordset($3::jsonb) as change (
     id uuid, staff_id uuid, resource_ids uuid[], starts_at timestamptz, ends_at timestamptz, starts_on date,
     initial_minutes integer, processing_minutes integer, finishing_minutes integer
   )
   where item.business_id = $1 and item.appointment_id = $2 and item.id = change.id`,
);

/** Writes what has become of a visit. Must hold the visit's lock. */
export function updateAppointment(
  tx: Transaction,
  businessId: string,
  appointment: Appointment,
  zone: Zone,
): void {
  tx.write(updateAppointmentStatement, [
    businessId,
    appointment.id,
    appointment.status,
    new Date(appointment.startsAt),
    new Date(appointment.endsAt),
    wallText(zone, appointment.startsAt),
    tzVersion,
    appointment.internalNote,
    appointment.statusReason,
    dateOrNull(appointment.confirmedAt),
    dateOrNull(appointment.arrivedAt),
    dateOrNull(appointment.completedAt),
    dateOrNull(appointment.cancelledAt),
    dateOrNull(appointment.declinedAt),
    dateOrNull(appointment.noShowAt),
    appointment.cancelledBy,
    dateOrNull(appointment.saleClosedAt),
    appointment.version,
    new Date(appointment.updatedAt),
  ]);
  tx.write(updateItems, [
    businessId,
    appointment.id,
    JSON.stringify(appointment.items.map((item) => itemJson(item, zone))),
    takesTime(appointment.status),
  ]);
}

const moveRows = statement(
  "appointments_move_to_client",
  {},
  `update appointments
   set client_id = $3,
     version = version + 1,
     updated_at = $4
   where business_id = $1
     and client_id = $2`,
);

/** Puts all visits of a client, past and to come, into the file of another. Both clients must be locked. */
export function moveAppointmentRows(
  tx: Transaction,
  businessId: string,
  move: { readonly fromClientId: string; readonly toClientId: string; readonly now: number },
): void {
  tx.write(moveRows, [businessId, move.fromClientId, move.toClientId, new Date(move.now)]);
}

const lockAll = statement(
  "appointments_lock_of_client",
  { id: column.id },
  `select id
   from appointments
   where business_id = $1
     and client_id = $2
   order by id
   for no key update`,
);

/** Locks all visits of a client, sorted. The client must be locked before them. */
export async function lockAppointmentsOfClient(
  tx: Transaction,
  businessId: string,
  clientId: string,
): Promise<void> {
  await tx.query(lockAll, [businessId, clientId]);
}

const eraseNotes = statement(
  "appointments_erase_notes",
  {},
  `update appointments
   set internal_note = null,
     status_reason = null,
     version = version + 1,
     updated_at = $3
   where business_id = $1
     and client_id = $2
     and num_nonnulls(internal_note, status_reason) > 0`,
);

/** Empties what was written about a client's visits. They must be locked. */
export function eraseNoteColumns(tx: Transaction, businessId: string, clientId: string, now: number): void {
  tx.write(eraseNotes, [businessId, clientId, new Date(now)]);
}
