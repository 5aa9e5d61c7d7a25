import {
  column,
  deleteSome,
  deleteWhere,
  list,
  omit,
  pick,
  prefixed,
  type RowOf,
  recordset,
  statement,
} from "../../../platform/database/index.ts";
import { onlineBookingsView } from "../../../tables/booking.ts";
import { businessSettings, locationsView, policiesView } from "../../../tables/business.ts";
import { depositsView, paymentsView } from "../../../tables/checkout.ts";
import { clientsView } from "../../../tables/clients.ts";
import {
  appointmentItemsView,
  appointmentNotifications,
  appointmentsView,
  messageSettingsView,
  type StoredMessages,
} from "../../../tables/scheduling.ts";
import type { PolicyTerms } from "../../business/policies/index.ts";

interface Address {
  readonly line1: string;
  readonly line2: string | null;
  readonly city: string;
  readonly region: string | null;
  readonly postal_code: string | null;
  readonly country: string;
}

const { columns } = appointmentNotifications;

const notifiableColumns = {
  appointment_id: column.id,
  ...pick(
    appointmentsView.columns,
    "business_id",
    "series_id",
    "client_id",
    "status",
    "starts_at",
    "ends_at",
    "version",
    "source",
  ),
  service_names: column.texts,
  total_minor: column.integer,
  /** The sum of the appointment's held deposits, including one that is authorised but not yet captured. */
  deposit_minor: column.integer,
  ...prefixed(pick(businessSettings.columns, "name"), "business_"),
  ...pick(businessSettings.columns, "locale", "currency"),
  /** The policy version that the client accepted at booking; null if the business had no policy. */
  policy: column.nullable(column.json<PolicyTerms>()),
  ...prefixed(pick(locationsView.columns, "name", "email"), "location_"),
  ...pick(locationsView.columns, "phone_e164", "time_zone"),
  address: column.json<Address>(),
  ...pick(clientsView.columns, "first_name", "last_name"),
  /** Null if the client has no e-mail address or has been deleted. */
  client_email: column.nullable(column.text),
  /** Null if the client has no phone number or has been deleted. */
  client_phone_e164: column.nullable(column.text),
  notified_status: column.nullable(columns.status),
  notified_starts_at: column.nullable(columns.starts_at),
  /** The state that the client knew before the pending notifications; null if the client had not been notified. */
  ...pick(columns, "known_status", "known_starts_at"),
  /** The business's message settings; null for the defaults. */
  messages: column.nullable(column.json<StoredMessages>()),
};

/**
 * An appointment with all data for its e-mails and the state of which its client was last notified. Excludes notes and alerts, which must
 * not appear in e-mails.
 */
export type NotifiableAppointment = RowOf<typeof notifiableColumns>;

/**
 * Selects, for one business, the appointments in `concerned (appointment_id)` that start after `$now`. Each `offset 0` forces a
 * lookup by primary key. Without `offset 0`, the planner reads all rows of a business in a newly filled database, because the
 * planner has no statistics (two seconds instead of fifteen milliseconds for 250 events).
 *
 * Clients are not locked: an erasure usually waits for the relay, which has locked the events of these clients. A job deletes
 * an e-mail that an erasure has missed (client-privacy/jobs.ts).
 */
const selectConcerned = `select
     appointment.id as appointment_id,
     appointment.business_id,
     appointment.series_id,
     appointment.client_id,
     appointment.status,
     appointment.starts_at,
     appointment.ends_at,
     appointment.version,
     appointment.source,
     array(
       select item.service_name
       from ${appointmentItemsView} as item
       where item.business_id = $businessId and item.appointment_id = appointment.id
       order by item.position, item.id
     ) as service_names,
     (
       select coalesce(sum(item.price_amount), 0)::integer
       from ${appointmentItemsView} as item
       where item.business_id = $businessId and item.appointment_id = appointment.id
     ) as total_minor,
     (
       select coalesce(sum(payment.amount - payment.refunded_amount), 0)::bigint
       from ${depositsView} as deposit
       join ${paymentsView} as payment
         on payment.business_id = deposit.business_id and payment.id = deposit.payment_id
       where deposit.business_id = $businessId
         and deposit.appointment_id = appointment.id
         and deposit.status in ('pending', 'held')
     ) as deposit_minor,
     business.name as business_name,
     coalesce(
       (
         select booked.language
         from ${onlineBookingsView} as booked
         where booked.business_id = $businessId and booked.appointment_id = appointment.id
       ),
       business.locale
     ) as locale,
     business.currency,
     (
       select to_jsonb(policy)
       from ${policiesView} as policy
       where policy.business_id = $businessId and policy.version = appointment.policy_version
     ) as policy,
     location.name as location_name,
     location.email as location_email,
     location.phone_e164,
     location.time_zone,
     location.address,
     client.first_name,
     client.last_name,
     case when client.deleted_at is null then client.email end as client_email,
     case when client.deleted_at is null then client.phone_e164 end as client_phone_e164,
     notified.status as notified_status,
     notified.starts_at as notified_starts_at,
     notified.known_status,
     notified.known_starts_at,
     (
       select settings.messages
       from ${messageSettingsView} as settings
       where settings.business_id = $businessId
     ) as messages
   from concerned
   cross join lateral (
     select *
     from ${appointmentsView} as appointment
     where business_id = $businessId and id = concerned.appointment_id and starts_at > $now
     offset 0
   ) as appointment
   cross join lateral (
     select name, locale, currency
     from ${businessSettings} as business
     where id = $businessId
     offset 0
   ) as business
   cross join lateral (
     select name, address, phone_e164, email, time_zone
     from ${locationsView} as location
     where business_id = $businessId and id = appointment.location_id
     offset 0
   ) as location
   cross join lateral (
     select first_name, last_name, email, phone_e164, deleted_at
     from ${clientsView} as client
     where business_id = $businessId and id = appointment.client_id
     offset 0
   ) as client
   left join lateral (
     select status, starts_at, known_status, known_starts_at
     from appointment_notifications
     where business_id = $businessId and appointment_id = appointment.id
     offset 0
   ) as notified on true
   order by appointment.starts_at, appointment.id`;

const keyed = { businessId: column.id, ids: column.ids, now: column.instant };

/**
 * Lists the given appointments of a business that start after `$now`. For an appointment of a series, also lists the other
 * appointments of the series of which the client has not been notified, because the relay may publish the events of one booking in two
 * batches.
 */
export const listChanged = statement({
  name: "appointment_notifications_list_changed",
  params: keyed,
  columns: notifiableColumns,
  sql: `with changed as materialized (
     select appointment_id
     from unnest($ids) as given (appointment_id)
   ),
   series as materialized (
     select distinct appointment.client_id, appointment.series_id
     from changed
     cross join lateral (
       select client_id, series_id
       from ${appointmentsView} as appointment
       where business_id = $businessId and id = changed.appointment_id
       offset 0
     ) as appointment
     where appointment.series_id is not null
   ),
   concerned as (
     select appointment_id
     from changed
     union
     select other.id
     from series
     cross join lateral (
       select id
       from ${appointmentsView} as appointment
       where business_id = $businessId
         and client_id = series.client_id
         and series_id = series.series_id
         and starts_at > $now
         and status in ('requested', 'booked')
         and not exists (
           select
           from appointment_notifications as notified
           where notified.business_id = $businessId and notified.appointment_id = appointment.id
         )
       offset 0
     ) as other
   )
   ${selectConcerned}`,
});

/** Lists the given appointments of a business that start after `$now`. */
export const listUpcoming = statement({
  name: "appointment_notifications_list_upcoming",
  params: keyed,
  columns: notifiableColumns,
  sql: `with concerned as (
     select appointment_id
     from unnest($ids) as given (appointment_id)
   )
   ${selectConcerned}`,
});

const stateColumns = omit(columns, "reminder_due_at");

/** The start of an appointment minus the business's number of hours for reminders. */
const DUE_AT = "given.starts_at - make_interval(hours => coalesce(settings.reminder_hours_before, 24))";

/**
 * Records the states of which the clients have been notified, unless a later version of the appointment has already been
 * recorded. (A change without notification records its version in its own transaction.) A requested or booked appointment gets
 * the due time of its reminder, or no due time if that time has passed, because the notification about the booking then
 * replaces the reminder. If the start has not changed, the reminder keeps its due time.
 */
export const recordRows = statement({
  name: "appointment_notifications_record",
  params: { rows: column.rows(stateColumns), now: column.instant },
  sql: `insert into appointment_notifications (${list(stateColumns)}, reminder_due_at)
        select
          ${list(stateColumns, "given")},
          case when given.status in ('requested', 'booked') and ${DUE_AT} > $now then ${DUE_AT} end
        from ${recordset("rows", stateColumns, "given")}
        left join ${messageSettingsView} as settings on settings.business_id = given.business_id
        order by given.business_id, given.appointment_id
        on conflict (business_id, appointment_id) do update
        set
          status = excluded.status,
          starts_at = excluded.starts_at,
          reminder_due_at = case
            when appointment_notifications.starts_at = excluded.starts_at then appointment_notifications.reminder_due_at
            else excluded.reminder_due_at
          end,
          version = excluded.version,
          known_status = excluded.known_status,
          known_starts_at = excluded.known_starts_at
        where appointment_notifications.version <= excluded.version`,
});

/**
 * Moves the unsent reminders of a business to another number of hours before the start. Reminders whose new time has passed are due
 * immediately.
 */
export const moveReminders = statement({
  name: "appointment_notifications_move_reminders",
  params: { businessId: column.id, hoursBefore: column.integer, now: column.instant },
  sql: `with moved as (
          select appointment_id, greatest(starts_at - $hoursBefore * interval '1 hour', $now) as due_at
          from appointment_notifications
          where business_id = $businessId
            and reminder_due_at is not null
          for no key update
        )
        update appointment_notifications as notified
        set reminder_due_at = moved.due_at
        from moved
        where notified.business_id = $businessId
          and notified.appointment_id = moved.appointment_id`,
});

/** Records all upcoming appointments of a business as notified. */
export const recordAllUpcoming = statement({
  name: "appointment_notifications_record_upcoming",
  params: { businessId: column.id, now: column.instant },
  sql: `insert into appointment_notifications (business_id, appointment_id, status, starts_at)
        select business_id, id, status, starts_at
        from ${appointmentsView} as appointment
        where business_id = $businessId
          and starts_at > $now
        order by business_id, id
        on conflict (business_id, appointment_id) do nothing`,
});

export const deleteState = deleteWhere(
  "appointment_notifications_delete",
  appointmentNotifications,
  "business_id",
  "appointment_id",
);

export const deleteStates = statement({
  name: "appointment_notifications_delete_several",
  params: { businessId: column.id, appointmentIds: column.ids },
  sql: `delete from appointment_notifications
        where business_id = $businessId and appointment_id = any ($appointmentIds)`,
});

const takeDueSql = (condition: string) => `with due as materialized (
     select business_id, appointment_id
     from appointment_notifications
     where reminder_due_at <= $now ${condition}
     order by reminder_due_at, business_id, appointment_id
     limit $limit
   )
   update appointment_notifications as notified
   set reminder_due_at = null
   from due
   where notified.business_id = due.business_id
     and notified.appointment_id = due.appointment_id
     and notified.reminder_due_at <= $now
   returning notified.business_id, notified.appointment_id`;

const takenColumns = pick(columns, "business_id", "appointment_id");

/**
 * Takes due reminders and clears their due time. A concurrent worker waits for the row locks and then skips these reminders, because they
 * are no longer due.
 */
export const takeDueReminders = statement({
  name: "appointment_notifications_take_due_reminders",
  params: { now: column.instant, limit: column.integer },
  columns: takenColumns,
  sql: takeDueSql(""),
});

/** Like `takeDueReminders`, for one business. */
export const takeDueRemindersOf = statement({
  name: "appointment_notifications_take_due_reminders_of",
  params: { businessId: column.id, now: column.instant, limit: column.integer },
  columns: takenColumns,
  sql: takeDueSql("and business_id = $businessId"),
});

export const nextReminder = statement({
  name: "appointment_notifications_next_reminder",
  params: { businessId: column.id },
  columns: { due_at: column.nullable(column.instant) },
  sql: `select min(reminder_due_at) as due_at
        from appointment_notifications
        where business_id = $businessId`,
});

/**
 * Deletes the states of appointments that started before `$beforeAt` and returns their number. Excludes states with a reminder
 * that the reminder job has not taken yet.
 */
export const deleteOld = deleteSome("appointment_notifications_delete_old", {
  from: appointmentNotifications,
  key: ["business_id", "appointment_id"],
  params: { beforeAt: column.instant },
  where: "starts_at < $beforeAt and reminder_due_at is null",
  by: "starts_at",
});
