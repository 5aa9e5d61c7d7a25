import {
  column,
  insertInto,
  list,
  omit,
  pageParams,
  pick,
  type RowOf,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { type OfferedItem, waitlistEntries, type waitlistOffers } from "../../../tables/booking.ts";
import { businessSettings, locationsView, servicesView, staffMembers } from "../../../tables/business.ts";
import { clientsView } from "../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";

const { columns } = waitlistEntries;
export const entryColumns = omit(columns, "business_id");
const byId = pick(columns, "business_id", "id");

export type EntryRow = RowOf<typeof entryColumns>;

/** The newest offer of an entry, as JSON. Instants are seconds since the epoch. */
export interface OfferJson {
  readonly id: string;
  readonly status: RowOf<typeof waitlistOffers.columns>["status"];
  readonly starts: number;
  readonly ends: number;
  readonly expires: number;
  readonly items: readonly OfferedItem[];
}

const readColumns = {
  ...entryColumns,
  offer: column.nullable(column.json<OfferJson>()),
  time_zone: locationsView.columns.time_zone,
};

export type ReadRow = RowOf<typeof readColumns>;

/** Selects the columns of an entry with its newest offer. */
const readList = `${list(entryColumns, "entry")},
          (
            select jsonb_build_object(
              'id', offer.id, 'status', offer.status, 'items', offer.items,
              'starts', extract(epoch from offer.starts_at), 'ends', extract(epoch from offer.ends_at),
              'expires', extract(epoch from offer.expires_at)
            )
            from waitlist_offers as offer
            where offer.business_id = entry.business_id and offer.entry_id = entry.id
            order by offer.id desc
            limit 1
          ) as offer,
          location.time_zone`;
const readFrom = `from waitlist_entries as entry
        join ${locationsView} as location
          on location.business_id = entry.business_id and location.id = entry.location_id`;

/** Selects the entries that name the staff member; all entries if the parameter is null. */
const ownCondition = `(
            $ownStaffId::uuid is null
            or entry.items @> jsonb_build_array(jsonb_build_object('staff_id', $ownStaffId::uuid))
          )`;
const own = { ownStaffId: column.nullable(column.id) };

export const insertEntry = insertInto("waitlist_insert", waitlistEntries);

export const updateEntry = updateRow(
  "waitlist_update",
  waitlistEntries,
  omit(columns, "business_id", "id", "client_id", "location_id", "source", "joined_at"),
);

export const findEntry = statement({
  name: "waitlist_find",
  params: { ...byId, ...own },
  columns: readColumns,
  sql: `select ${readList}
        ${readFrom}
        where entry.business_id = $business_id and entry.id = $id and ${ownCondition}`,
});

export const lockEntry = statement({
  name: "waitlist_lock",
  params: { ...byId, ...own },
  columns: entryColumns,
  sql: `select ${list(entryColumns, "entry")}
        from waitlist_entries as entry
        where entry.business_id = $business_id and entry.id = $id and ${ownCondition}
        for no key update`,
});

/** A page of entries in the order of joining, starting after the given row (null for the first page). */
export const listEntries = statement({
  name: "waitlist_list",
  params: {
    businessId: column.id,
    locationId: column.nullable(column.id),
    clientId: column.nullable(column.id),
    serviceId: column.nullable(column.id),
    staffId: column.nullable(column.id),
    statuses: column.texts,
    fromOn: column.nullable(column.date),
    toOn: column.nullable(column.date),
    ...own,
    ...pageParams,
  },
  columns: readColumns,
  sql: `select ${readList}
        ${readFrom}
        where entry.business_id = $businessId
          and ($locationId::uuid is null or entry.location_id = $locationId)
          and ($clientId::uuid is null or entry.client_id = $clientId)
          and entry.status = any($statuses)
          and ${ownCondition}
          and (
            $serviceId::uuid is null
            or entry.items @> jsonb_build_array(jsonb_build_object('service_id', $serviceId::uuid))
          )
          and (
            $staffId::uuid is null
            or entry.items @> jsonb_build_array(jsonb_build_object('staff_id', $staffId::uuid))
            or entry.items @> '[{"staff_id": null}]'
          )
          and (
            ($fromOn::date is null and $toOn::date is null)
            or exists (
              select
              from jsonb_array_elements(entry.windows) as wanted
              where ($fromOn::date is null or (wanted ->> 'to')::date >= $fromOn)
                and ($toOn::date is null or (wanted ->> 'from')::date <= $toOn)
            )
          )
          and ($afterAt::timestamptz is null or (entry.joined_at, entry.id) > ($afterAt, $afterId))
        order by entry.joined_at, entry.id
        limit $limit`,
});

/** A page of a client's entries in the order of joining, starting after the given row (null for the first page). */
export const listOfClient = statement({
  name: "waitlist_list_of_client",
  params: { businessId: column.id, clientId: column.id, ...pageParams },
  columns: readColumns,
  sql: `select ${readList}
        ${readFrom}
        where entry.business_id = $businessId
          and entry.client_id = $clientId
          and ($afterAt::timestamptz is null or (entry.joined_at, entry.id) > ($afterAt, $afterId))
        order by entry.joined_at, entry.id
        limit $limit`,
});

/**
 * The number of waiting and offered entries of all clients with this address or phone number. The number per visitor is
 * limited.
 */
export const countOfContact = statement({
  name: "waitlist_count_of_contact",
  params: {
    businessId: column.id,
    email: column.nullable(column.text),
    phone_e164: column.nullable(column.text),
  },
  columns: { waiting: column.integer },
  sql: `select count(*) as waiting
        from ${clientsView} as client
        join waitlist_entries as entry on entry.business_id = client.business_id and entry.client_id = client.id
        where client.business_id = $businessId
          and (
            (lower(client.email) = lower($email) and client.email is not null)
            or (client.phone_e164 = $phone_e164 and client.phone_e164 is not null)
          )
          and client.deleted_at is null
          and entry.status in ('waiting', 'offered')`,
});

/** The services of the client's appointment if it is open and has not started; otherwise no row. */
export const findReplaceable = statement({
  name: "waitlist_find_replaceable",
  params: { businessId: column.id, id: column.id, clientId: column.id, now: column.instant },
  columns: { service_ids: column.texts },
  sql: `select array(
          select item.service_id::text
          from ${appointmentItemsView} as item
          where item.business_id = appointment.business_id and item.appointment_id = appointment.id
          order by item.position, item.id
        ) as service_ids
        from ${appointmentsView} as appointment
        where business_id = $businessId
          and id = $id
          and client_id = $clientId
          and status in ('requested', 'booked')
          and starts_at > $now`,
});

const joinedColumns = {
  ...readColumns,
  business_name: column.text,
  slug: businessSettings.columns.slug,
  location_name: locationsView.columns.name,
  service_names: column.json<Readonly<Record<string, string>>>(),
  staff_names: column.json<Readonly<Record<string, string>>>(),
};

export type JoinedRow = RowOf<typeof joinedColumns>;

/** An entry with the data for its client. Returns no row if the client is deleted, because the links of a deleted client are invalid. */
export const findJoined = statement({
  name: "waitlist_find_joined",
  params: byId,
  columns: joinedColumns,
  sql: `select ${readList},
          business.name as business_name, business.slug,
          location.name as location_name,
          (
            select coalesce(jsonb_object_agg(service.id, service.name), '{}')
            from ${servicesView} as service
            where service.business_id = entry.business_id
              and service.id in (
                select (item.value ->> 'service_id')::uuid
                from jsonb_array_elements(entry.items) as item (value)
              )
          ) as service_names,
          (
            select coalesce(jsonb_object_agg(member.id, member.display_name), '{}')
            from ${staffMembers} as member
            where member.business_id = entry.business_id
              and member.id in (
                select (item.value ->> 'staff_id')::uuid
                from jsonb_array_elements(entry.items || coalesce(
                  (
                    select offer.items
                    from waitlist_offers as offer
                    where offer.business_id = entry.business_id and offer.entry_id = entry.id
                    order by offer.id desc
                    limit 1
                  ),
                  '[]'
                )) as item (value)
              )
          ) as staff_names
        from waitlist_entries as entry
        join ${businessSettings} as business on business.id = entry.business_id
        join ${locationsView} as location
          on location.business_id = entry.business_id and location.id = entry.location_id
        join ${clientsView} as client on client.business_id = entry.business_id and client.id = entry.client_id
        where entry.business_id = $business_id and entry.id = $id and client.deleted_at is null`,
});

const expireSql = (condition: string) => `with due as materialized (
          select business_id, id
          from waitlist_entries
          where status = 'waiting' and expires_at <= $now ${condition}
          order by expires_at
          limit $limit
        ),
        ended as (
          update waitlist_entries as entry
          set status = 'expired', version = entry.version + 1, updated_at = greatest(entry.updated_at, $now)
          from due
          where entry.business_id = due.business_id
            and entry.id = due.id
            and entry.status = 'waiting'
            and entry.expires_at <= $now
          returning 1
        )
        select count(*)::integer as expired
        from ended`;

/** Expires entries whose last window has passed. */
export const expireEntries = statement({
  name: "waitlist_expire",
  params: { now: column.instant, limit: column.integer },
  columns: { expired: column.integer },
  sql: expireSql(""),
});

/** Like `expireEntries`, for one business. */
export const expireEntriesOf = statement({
  name: "waitlist_expire_of",
  params: { businessId: column.id, now: column.instant, limit: column.integer },
  columns: { expired: column.integer },
  sql: expireSql("and business_id = $businessId"),
});

/**
 * The next expiry of a waiting entry of a business, and the time of the next expiry notification: `$noticeMs` before the expiry
 * of an entry, but at least `$minWaitMs` after the client joined.
 */
export const nextExpiry = statement({
  name: "waitlist_next_expiry",
  params: { businessId: column.id, noticeMs: column.integer, minWaitMs: column.integer },
  columns: { expires_at: column.nullable(column.instant), notice_at: column.nullable(column.instant) },
  sql: `select
          min(expires_at) as expires_at,
          min(greatest(
            expires_at - make_interval(secs => $noticeMs / 1000.0), joined_at + make_interval(secs => $minWaitMs / 1000.0)
          )) filter (where reminded_at is null) as notice_at
        from waitlist_entries
        where business_id = $businessId
          and status = 'waiting'`,
});

const ofClients = { businessId: column.id, clientIds: column.ids };

/** Locks the waiting and offered entries of clients. */
export const lockOfClients = statement({
  name: "waitlist_lock_of_clients",
  params: ofClients,
  columns: entryColumns,
  sql: `select ${list(entryColumns)}
        from waitlist_entries
        where business_id = $businessId
          and client_id = any($clientIds)
          and status in ('waiting', 'offered')
        order by id
        for no key update`,
});

/** Returns one row if the appointment belongs to the client and is neither cancelled nor declined. */
export const findBooked = statement({
  name: "waitlist_find_booked",
  params: { businessId: column.id, id: column.id, clientId: column.id },
  columns: pick(appointmentsView.columns, "id"),
  sql: `select id
        from ${appointmentsView} as appointment
        where business_id = $businessId
          and id = $id
          and client_id = $clientId
          and status not in ('cancelled', 'declined')`,
});

const expiringParams = { beforeAt: column.instant, joinedBeforeAt: column.instant, limit: column.integer };

const expiringSql = (condition: string) => `select business_id, id
        from waitlist_entries
        where status = 'waiting'
          and expires_at <= $beforeAt
          and joined_at <= $joinedBeforeAt
          and reminded_at is null ${condition}
        order by expires_at, id
        limit $limit`;

/** Waiting entries that expire soon and whose clients have not been notified, in all businesses. */
export const listExpiring = statement({
  name: "waitlist_list_expiring",
  params: expiringParams,
  columns: pick(columns, "business_id", "id"),
  sql: expiringSql(""),
});

/** Like `listExpiring`, for one business. */
export const listExpiringOf = statement({
  name: "waitlist_list_expiring_of",
  params: { businessId: column.id, ...expiringParams },
  columns: pick(columns, "business_id", "id"),
  sql: expiringSql("and business_id = $businessId"),
});

export const eraseNotesOfClients = statement({
  name: "waitlist_erase_notes_of_clients",
  params: ofClients,
  sql: `update waitlist_entries
        set note = null
        where business_id = $businessId
          and client_id = any($clientIds)
          and note is not null`,
});

export const moveToClient = statement({
  name: "waitlist_move_to_client",
  params: { businessId: column.id, fromClientId: column.id, toClientId: column.id },
  sql: `update waitlist_entries
        set client_id = $toClientId, version = version + 1
        where business_id = $businessId and client_id = $fromClientId`,
});
