import type { Status } from "@daybook/engine";
import { dateOrNull } from "../../../kernel/instants.ts";
import {
  column,
  type Reader,
  type RowOf,
  statement,
  type Transaction,
} from "../../../platform/database/index.ts";
import type { NotificationKind } from "./notificationKind.ts";

interface Address {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly region: string | null;
  readonly postal_code: string | null;
  readonly country: string;
}

const status = column.oneOf(
  "requested",
  "booked",
  "arrived",
  "completed",
  "cancelled",
  "declined",
  "no_show",
);

const visitColumns = {
  business_id: column.id,
  appointment_id: column.id,
  series_id: column.nullable(column.id),
  client_id: column.id,
  status,
  starts_at: column.instant,
  ends_at: column.instant,
  version: column.integer,
  source: column.oneOf("api", "app", "online", "import"),
  service_names: column.texts,
  business_name: column.text,
  locale: column.text,
  place_name: column.text,
  address: column.json<Address>(),
  phone_e164: column.nullable(column.text),
  place_email: column.nullable(column.text),
  time_zone: column.text,
  first_name: column.text,
  last_name: column.nullable(column.text),
  /** Where a letter goes; null: the client has no address, or is deleted. */
  client_email: column.nullable(column.text),
  told_status: column.nullable(status),
  told_starts_at: column.nullable(column.instant),
};

/** Everything that a letter may say of a visit, and what its client knows. Nothing else is read: no note, no alert. */
export type NotifiableAppointment = RowOf<typeof visitColumns>;

const SELECT_VISIT = `select
     visit.business_id,
     visit.id as appointment_id,
     visit.series_id,
     visit.client_id,
     visit.status,
     visit.starts_at,
     visit.ends_at,
     visit.version,
     visit.source,
     array(
       select item.service_name
       from appointment_items as item
       where item.business_id = visit.business_id and item.appointment_id = visit.id
       order by item.position, item.id
     ) as service_names,
     business.name as business_name,
     business.locale,
     place.name as place_name,
     place.address,
     place.phone_e164,
     place.email as place_email,
     place.time_zone,
     client.first_name,
     client.last_name,
     case when client.deleted_at is null then client.email end as client_email,
     told.status as told_status,
     told.starts_at as told_starts_at`;

/**
 * Row by row from what concerns us: each `offset 0` keeps the planner from turning its look-up by primary key around. In
 * a database that was filled a minute ago it knows nothing of how much there is, and otherwise read all that a business
 * has (two seconds for 250 events, where this takes fifteen milliseconds).
 *
 * Clients are not locked: whoever erases one waits for their events, which the relay holds. A letter that an erasure has
 * overlooked is removed by its worker (client-life/chores.ts).
 */
const FROM_CONCERNED = `from concerned
   cross join lateral (
     select *
     from appointments
     where business_id = concerned.business_id and id = concerned.appointment_id and starts_at > $3
     offset 0
   ) as visit
   cross join lateral (select name, locale from businesses where id = visit.business_id offset 0) as business
   cross join lateral (
     select name, address, phone_e164, email, time_zone
     from locations
     where business_id = visit.business_id and id = visit.location_id
     offset 0
   ) as place
   cross join lateral (
     select first_name, last_name, email, deleted_at
     from clients
     where business_id = visit.business_id and id = visit.client_id
     offset 0
   ) as client
   left join lateral (
     select status, starts_at
     from appointment_notifications
     where business_id = visit.business_id and appointment_id = visit.id
     offset 0
   ) as told on true
   order by visit.business_id, visit.starts_at, visit.id`;

/**
 * The visits to come after $3 that the events $2 of the businesses $1 tell of, each once. Of a repeat come all visits
 * that its client has not heard of: they were booked in one transaction, and their events may fall into two rounds.
 */
const readConcerned = statement(
  "client_mails_read_concerned",
  visitColumns,
  `with happened as materialized (
     select distinct given.business_id, (event.body_ids::json #>> '{data,id}')::uuid as appointment_id
     from unnest($1::uuid[], $2::uuid[]) as given (business_id, id)
     cross join lateral (
       select body_ids
       from events
       where business_id = given.business_id and id = given.id
       offset 0
     ) as event
   ),
   repeats as materialized (
     select distinct happened.business_id, visit.client_id, visit.series_id
     from happened
     cross join lateral (
       select client_id, series_id
       from appointments
       where business_id = happened.business_id and id = happened.appointment_id
       offset 0
     ) as visit
     where visit.series_id is not null
   ),
   concerned as (
     select business_id, appointment_id
     from happened
     union
     select repeats.business_id, other.id
     from repeats
     cross join lateral (
       select id
       from appointments
       where business_id = repeats.business_id
         and client_id = repeats.client_id
         and series_id = repeats.series_id
         and starts_at > $3
         and status in ('requested', 'booked')
         and not exists (
           select
           from appointment_notifications
           where appointment_notifications.business_id = appointments.business_id and appointment_notifications.appointment_id = appointments.id
         )
       offset 0
     ) as other
   )
   ${SELECT_VISIT}
   ${FROM_CONCERNED}`,
);

const readVisits = statement(
  "client_mails_read_visits",
  visitColumns,
  `with concerned as (
     select business_id, appointment_id
     from unnest($1::uuid[], $2::uuid[]) as given (business_id, appointment_id)
   )
   ${SELECT_VISIT}
   ${FROM_CONCERNED}`,
);

/** A visit of some business. */
export interface AppointmentKey {
  readonly businessId: string;
  readonly id: string;
}

/** What the clients of visits to come may have to be told, after events of theirs. One statement, however many. */
export function appointmentsOfEvents(
  reader: Reader,
  events: readonly AppointmentKey[],
  now: number,
): Promise<NotifiableAppointment[]> {
  return reader.query(readConcerned, keysAnd(events, now));
}

/** These visits, as far as they are still to come. */
export function readNotifiable(
  reader: Reader,
  visits: readonly AppointmentKey[],
  now: number,
): Promise<NotifiableAppointment[]> {
  return reader.query(readVisits, keysAnd(visits, now));
}

function keysAnd(keys: readonly AppointmentKey[], now: number) {
  return [keys.map(({ businessId }) => businessId), keys.map(({ id }) => id), new Date(now)];
}

/**
 * A visit that was cancelled without a word, meanwhile, stays so: nothing brings one back. The start's reminder is kept
 * where the start is the same.
 */
const remember = statement(
  "client_mails_remember",
  {},
  `insert into appointment_notifications (business_id, appointment_id, status, starts_at, reminder_due_at)
   select business_id, appointment_id, status, starts_at, reminder_due_at
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[])
     as visit (business_id, appointment_id, status, starts_at, reminder_due_at)
   order by business_id, appointment_id
   on conflict (business_id, appointment_id) do update
   set
     status = excluded.status,
     starts_at = excluded.starts_at,
     reminder_due_at = case
       when appointment_notifications.starts_at = excluded.starts_at then appointment_notifications.reminder_due_at
       else excluded.reminder_due_at
     end
   where appointment_notifications.status not in ('cancelled', 'declined')`,
);

/** What a client knows of a visit from now on. */
export interface NotifiedState extends AppointmentKey {
  readonly status: Status;
  readonly startsAt: number;
  /** Null: they need no reminder. */
  readonly reminderDueAt: number | null;
}

export function recordNotified(tx: Transaction, visits: readonly NotifiedState[]): void {
  if (visits.length === 0) return;
  tx.write(remember, [
    visits.map(({ businessId }) => businessId),
    visits.map(({ id }) => id),
    visits.map((visit) => visit.status),
    visits.map(({ startsAt }) => new Date(startsAt)),
    visits.map(({ reminderDueAt }) => dateOrNull(reminderDueAt)),
  ]);
}

/**
 * Letters about these visits that nobody has begun to send. They are found by the client, and told apart by their purpose
 * (`purposeOf` in letter.ts); a letter of a whole repeat stays.
 */
const withdraw = statement(
  "client_mails_withdraw",
  { appointment_id: column.nullable(column.id), news: column.nullable(column.oneOf<NotificationKind>()) },
  `with overtaken as materialized (
     select visit.id as appointment_id, letter.id
     from unnest($1::uuid[], $2::uuid[]) as visit (business_id, id)
     cross join lateral (
       select client_id
       from appointments
       where business_id = visit.business_id and id = visit.id
       offset 0
     ) as whose
     cross join lateral (
       select id
       from emails
       where business_id = visit.business_id
         and client_id = whose.client_id
         and status = 'pending'
         and purpose like 'visit-%:' || visit.id || ':%'
       offset 0
     ) as letter
   )
   delete from emails
   using overtaken
   where emails.id = overtaken.id
     and emails.status = 'pending'
   returning overtaken.appointment_id, substring(emails.purpose from 'visit-([^:]+)') as news`,
);

/** A letter that was taken back: its client never read these news of the visit. */
export interface WithdrawnEmail {
  readonly appointmentId: string | null;
  readonly news: NotificationKind | null;
}

/**
 * Takes back what waits in the queue about visits of which something newer is true: a mail server that was away would
 * otherwise be handed the old letter behind the new one, or a reminder of a time that holds no more.
 */
export async function withdrawEmails(
  tx: Transaction,
  visits: readonly AppointmentKey[],
): Promise<WithdrawnEmail[]> {
  if (visits.length === 0) return [];
  const rows = await tx.query(withdraw, [
    visits.map(({ businessId }) => businessId),
    visits.map(({ id }) => id),
  ]);
  return rows.map((row) => ({ appointmentId: row.appointment_id, news: row.news }));
}

/** The same of one visit, for whoever need not know what was taken back. */
export function withdrawEmailsOf(tx: Transaction, { businessId, id }: AppointmentKey): void {
  tx.write(withdraw, [[businessId], [id]]);
}

const rememberComing = statement(
  "client_mails_remember_coming",
  {},
  `insert into appointment_notifications (business_id, appointment_id, status, starts_at)
   select business_id, id, status, starts_at
   from appointments
   where business_id = $1
     and starts_at > $2
   order by business_id, id
   on conflict (business_id, appointment_id) do nothing`,
);

/** Everything that is to come in a business counts as told. */
export function recordUpcomingAsNotified(tx: Transaction, businessId: string, now: number): void {
  tx.write(rememberComing, [businessId, new Date(now)]);
}

/** Reminders due by $1, $2 of them at most, and with that done: whoever comes at the same moment gets others. */
const takeDue = statement(
  "client_mails_take_due_reminders",
  { business_id: column.id, appointment_id: column.id },
  `with due as (
     select business_id, appointment_id
     from appointment_notifications
     where reminder_due_at <= $1
     order by reminder_due_at, business_id, appointment_id
     limit $2
     for update skip locked
   )
   update appointment_notifications
   set reminder_due_at = null
   from due
   where appointment_notifications.business_id = due.business_id
     and appointment_notifications.appointment_id = due.appointment_id
   returning appointment_notifications.business_id, appointment_notifications.appointment_id`,
);

export async function takeDueReminders(
  tx: Transaction,
  now: number,
  limit: number,
): Promise<AppointmentKey[]> {
  const rows = await tx.query(takeDue, [new Date(now), limit]);
  return rows.map((row) => ({ businessId: row.business_id, id: row.appointment_id }));
}

const forgetOld = statement(
  "client_mails_forget_old",
  { forgotten: column.integer },
  `with old as (
     select business_id, appointment_id
     from appointment_notifications
     where starts_at < $1
     order by starts_at
     limit $2
     for update skip locked
   ),
   gone as (
     delete from appointment_notifications
     using old
     where appointment_notifications.business_id = old.business_id
       and appointment_notifications.appointment_id = old.appointment_id
     returning 1
   )
   select count(*)::integer as forgotten
   from gone`,
);

/** Forgets what was told of visits that started before `before`, `most` of them at most; answers how many. */
export async function deleteOldNotifications(reader: Reader, before: number, limit: number): Promise<number> {
  const [row] = await reader.query(forgetOld, [new Date(before), limit]);
  return row?.forgotten ?? 0;
}
