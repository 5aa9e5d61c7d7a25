import {
  column,
  insertInto,
  list,
  omit,
  pick,
  requiring,
  selectWhere,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { businessSettings, clientFieldsView } from "../../../tables/business.ts";
import { clients, clientTexts } from "../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";

const { columns } = clients;

/** The columns of the details that requests contain. */
export const detailColumns = {
  ...pick(columns, "first_name"),
  ...clientTexts,
  ...pick(columns, "custom_fields", "online_booking_blocked_at", "patch_test_at"),
};
export const clientColumns = {
  ...pick(columns, "id"),
  ...detailColumns,
  ...pick(columns, "version", "created_at", "updated_at"),
};
/** The columns derived from the details: the sort keys of the list and the search words. */
const searchColumns = pick(columns, "last_name_sort", "first_name_sort", "search_words");

const summaryColumns = pick(columns, "id", "first_name", "last_name", "alert", "phone_e164");

const client = { businessId: column.id, clientId: column.id };
const clientsOf = { businessId: column.id, clientIds: column.ids };

export const insertClient = insertInto("clients_insert", clients, {
  ...pick(columns, "business_id", "created_by"),
  ...clientColumns,
  ...searchColumns,
});

export const updateClientRow = updateRow("clients_update", clients, {
  ...detailColumns,
  ...searchColumns,
  ...pick(columns, "version", "updated_at"),
});

const selectClient = `select ${list(clientColumns)}
        from clients
        where business_id = $businessId
          and id = $clientId
          and deleted_at is null`;

export const findClient = statement({
  name: "clients_find",
  params: client,
  columns: clientColumns,
  sql: selectClient,
});

/** The summaries of clients who are not deleted. */
export const findSummaries = statement({
  name: "clients_find_summaries",
  params: clientsOf,
  columns: summaryColumns,
  sql: `select ${list(summaryColumns)}
        from clients
        where business_id = $businessId
          and id = any ($clientIds)
          and deleted_at is null`,
});

/**
 * Locks a client, so that updates of the client run one after another. Bookings only reference the row, so they do not wait for
 * the lock.
 */
export const lockClient = statement({
  name: "clients_lock",
  params: client,
  columns: clientColumns,
  sql: `${selectClient}
        for no key update`,
});

/**
 * Locks a client for a deletion: waits for bookings of the client that are being written, and blocks new bookings until the deletion
 * commits.
 */
export const lockClientForDeletion = statement({
  name: "clients_lock_for_deletion",
  params: client,
  columns: clientColumns,
  sql: `${selectClient}
        for update`,
});

export const markClientDeleted = statement({
  name: "clients_mark_deleted",
  params: { ...client, now: column.instant },
  sql: `update clients
        set deleted_at = $now, updated_at = $now, version = version + 1
        where business_id = $businessId
          and id = $clientId`,
});

/** Prevents the deletion of a client until this transaction ends. */
export const lockClientForKeyShare = selectWhere("clients_lock_for_key_share", clients, {
  columns: pick(columns, "id"),
  where: { businessId: "business_id", clientId: "id" },
  ending: "and deleted_at is null for key share",
});

/**
 * Like `lockClientForKeyShare`, but fails if the client is unknown or deleted. After a wait for the row lock, PostgreSQL reads
 * the row again, so the statement also fails if the client was deleted during the wait.
 */
export const requireClientForKeyShare = statement({
  name: "clients_require_for_key_share",
  params: client,
  columns: { is_found: column.flag },
  sql: `with client as materialized (
          select id
          from clients
          where business_id = $businessId
            and id = $clientId
            and deleted_at is null
          for key share
        )
        select ${requiring("exists (select from client)")} as is_found`,
});

/** Like `lockClientForKeyShare`, but for several clients, in the order of their ids, so that concurrent transactions do not deadlock. */
export const lockClientsForKeyShare = statement({
  name: "clients_lock_several_for_key_share",
  params: { businessId: column.id, clientIds: column.ids },
  columns: pick(columns, "id"),
  sql: `select id
        from clients
        where business_id = $businessId
          and id = any ($clientIds)
          and deleted_at is null
        order by id
        for key share`,
});

/** Like `lockClientForKeyShare`, but for the client of an appointment. */
export const lockClientOfAppointmentForKeyShare = statement({
  name: "clients_lock_of_appointment",
  params: { businessId: column.id, appointmentId: column.id },
  columns: pick(columns, "id"),
  sql: `select id
        from clients
        where business_id = $businessId
          and id = (
            select client_id
            from ${appointmentsView} as appointment
            where business_id = $businessId
              and id = $appointmentId
          )
          and deleted_at is null
        for key share`,
});

/** Whether a client is one of a staff member's own clients (contract §2). */
export const isOwn = statement({
  name: "clients_is_own",
  params: { ...client, userId: column.id, staffId: column.id },
  columns: { own: column.flag },
  sql: `select exists (
          select
          from clients
          where business_id = $businessId
            and id = $clientId
            and deleted_at is null
            and (
              created_by = $userId
              or exists (
                select
                from ${appointmentsView} as appointment
                join ${appointmentItemsView} as item
                  on item.business_id = appointment.business_id and item.appointment_id = appointment.id
                where appointment.business_id = $businessId
                  and appointment.client_id = $clientId
                  and item.staff_id = $staffId
              )
            )
        ) as own`,
});

/**
 * Locks fields against changes until the answers to them are written. The lock is shared, so that requests for many clients can
 * store answers at the same time. A later statement must read the fields, so that its snapshot contains a change for which this
 * statement waited.
 */
export const lockAnsweredFields = statement({
  name: "clients_lock_answered_fields",
  params: { businessId: column.id, fieldIds: column.ids },
  columns: pick(clientFieldsView.columns, "id"),
  sql: `select id
        from ${clientFieldsView} as field
        where business_id = $businessId
          and id = any($fieldIds)
        order by id
        for share`,
});

const fieldColumns = omit(clientFieldsView.columns, "business_id", "position");

/** All client fields of a business in display order, including archived ones. */
export const listAllFields = statement({
  name: "clients_list_all_fields",
  params: { businessId: column.id },
  columns: fieldColumns,
  sql: `select ${list(fieldColumns)}
        from ${clientFieldsView} as field
        where business_id = $businessId
        order by position, id`,
});

export const findWebhookPayload = statement({
  name: "clients_find_webhook_payload",
  params: { businessId: column.id },
  columns: pick(businessSettings.columns, "webhook_payload"),
  sql: `select webhook_payload
        from ${businessSettings} as business
        where id = $businessId`,
});

export const appointmentFactColumns = {
  client_id: column.id,
  visit_count: column.integer,
  no_show_count: column.integer,
  first_visit_at: column.nullable(column.instant),
  last_visit_at: column.nullable(column.instant),
  next_visit_at: column.nullable(column.instant),
};

/**
 * The counts and times of each client's appointments; a client without appointments has no row. The statement computes these
 * values on every read, because stored counts would need an update at every status transition.
 */
export const listAppointmentFacts = statement({
  name: "clients_list_appointment_facts",
  params: { ...clientsOf, now: column.instant },
  columns: appointmentFactColumns,
  sql: `select client_id,
          count(*) filter (where status in ('arrived', 'completed')) as visit_count,
          count(*) filter (where status = 'no_show') as no_show_count,
          min(starts_at) filter (where status in ('arrived', 'completed')) as first_visit_at,
          max(starts_at) filter (where status in ('arrived', 'completed')) as last_visit_at,
          min(starts_at) filter (where status in ('requested', 'booked') and starts_at >= $now) as next_visit_at
        from ${appointmentsView} as appointment
        where business_id = $businessId
          and client_id = any($clientIds)
        group by client_id`,
});
