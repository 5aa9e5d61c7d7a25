import { column, insertInto, list, pick, selectWhere, statement } from "../../../platform/database/index.ts";
import { blockedContacts, clients, clientTexts } from "../../../tables/clients.ts";
import { clientColumns } from "./store.ts";

const { columns } = clients;
const client = { businessId: column.id, clientId: column.id };
const clientsOf = { businessId: column.id, clientIds: column.ids };

/** Locks clients as for a deletion, in the order of their ids, so that two concurrent merges of the same clients do not deadlock. */
export const lockClientsForMerge = statement({
  name: "clients_lock_for_merge",
  params: clientsOf,
  columns: clientColumns,
  sql: `select ${list(clientColumns)}
        from clients
        where business_id = $businessId
          and id = any($clientIds)
          and deleted_at is null
        order by id
        for update`,
});

/**
 * Marks a client as merged. If the remaining client has no `created_by`, copies it from the merged client, so that the user who created the
 * merged client can read the remaining client.
 */
export const markMerged = statement({
  name: "clients_mark_merged",
  params: { businessId: column.id, fromClientId: column.id, toClientId: column.id, now: column.instant },
  sql: `with merged as (
          update clients
          set deleted_at = $now, updated_at = $now, merged_into_id = $toClientId, version = version + 1
          where business_id = $businessId
            and id = $fromClientId
          returning created_by
        )
        update clients
        set created_by = merged.created_by
        from merged
        where business_id = $businessId
          and id = $toClientId
          and clients.created_by is null
          and merged.created_by is not null`,
});

const dueColumns = pick(columns, "business_id", "id", "deleted_at");

/** A page of the clients, from all businesses, who are deleted but not erased yet, in the order of their deletion. */
export const listDueForErasure = statement({
  name: "clients_list_due_for_erasure",
  params: {
    deletedUntilAt: column.instant,
    afterAt: column.instant,
    afterBusinessId: column.id,
    afterId: column.id,
    limit: column.integer,
  },
  columns: dueColumns,
  sql: `select ${list(dueColumns)}
        from clients
        where deleted_at <= $deletedUntilAt
          and erased_at is null
          and (deleted_at, business_id, id) > ($afterAt, $afterBusinessId, $afterId)
        order by deleted_at, business_id, id
        limit $limit`,
});

/** For one business, the clients who are deleted but not erased yet, in the order of their deletion. */
export const listDeletedOf = statement({
  name: "clients_list_deleted_of",
  params: { businessId: column.id, limit: column.integer },
  columns: pick(columns, "id", "deleted_at"),
  sql: `select id, deleted_at
        from clients
        where business_id = $businessId
          and deleted_at is not null
          and erased_at is null
        order by deleted_at, id
        limit $limit`,
});

/** Locks a deleted client who is not erased yet. */
export const lockDeletedClient = selectWhere("clients_lock_deleted", clients, {
  columns: pick(columns, "merged_into_id"),
  where: { businessId: "business_id", clientId: "id" },
  ending: "and deleted_at is not null and erased_at is null for update",
});

/** The ids of the client and of all clients who were merged into this client, directly or indirectly. */
export const listMergedIds = statement({
  name: "clients_list_merged_ids",
  params: client,
  columns: pick(columns, "id"),
  sql: `with recursive merged as (
          select id
          from clients
          where business_id = $businessId
            and id = $clientId
          union
          select next.id
          from clients as next
          join merged on next.merged_into_id = merged.id
          where next.business_id = $businessId
        )
        select id
        from merged
        order by id`,
});

const contactColumns = pick(columns, "email", "phone_e164");

export const listContacts = statement({
  name: "clients_list_contacts",
  params: clientsOf,
  columns: contactColumns,
  sql: `select ${list(contactColumns)}
        from clients
        where business_id = $businessId
          and id = any($clientIds)`,
});

/** Whether this client or, for a merged client, the client at the end of the chain of merges is blocked from online booking. */
export const isPersonBlocked = statement({
  name: "clients_is_person_blocked",
  params: client,
  columns: { blocked: column.flag },
  sql: `with recursive path as (
          select id, merged_into_id, online_booking_blocked_at
          from clients
          where business_id = $businessId
            and id = $clientId
          union
          select next.id, next.merged_into_id, next.online_booking_blocked_at
          from clients as next
          join path on next.id = path.merged_into_id
          where next.business_id = $businessId
        )
        select online_booking_blocked_at is not null as blocked
        from path
        where merged_into_id is null`,
});

const noTexts = Object.keys(clientTexts)
  .map((name) => `${name} = null`)
  .join(", ");

/** Clears the details of clients; clients who are already erased keep their `erased_at`. */
export const eraseRows = statement({
  name: "clients_erase",
  params: { ...clientsOf, now: column.instant },
  sql: `update clients
        set ${noTexts}, first_name = '', custom_fields = '{}', online_booking_blocked_at = null, patch_test_at = null,
          last_name_sort = '', first_name_sort = '', search_words = '', erased_at = $now
        where business_id = $businessId
          and id = any($clientIds)
          and erased_at is null`,
});

export const insertBlockedContact = insertInto(
  "clients_insert_blocked_contact",
  blockedContacts,
  blockedContacts.columns,
  "on conflict (business_id, contact_hmac) do nothing",
);

export const isAnyBlocked = statement({
  name: "clients_is_any_contact_blocked",
  params: { businessId: column.id, hashes: column.byteLists },
  columns: { blocked: column.flag },
  sql: `select exists (
          select
          from blocked_contacts
          where business_id = $businessId
            and contact_hmac = any($hashes)
        ) as blocked`,
});
