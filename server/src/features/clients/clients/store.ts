import { column, statement } from "../../../platform/database/index.ts";
import type { FieldAnswers } from "./customFields.ts";

export const clientColumns = {
  id: column.id,
  first_name: column.text,
  last_name: column.nullable(column.text),
  email: column.nullable(column.text),
  phone_e164: column.nullable(column.text),
  alert: column.nullable(column.text),
  custom_fields: column.json<FieldAnswers>(),
  online_booking_blocked_at: column.nullable(column.instant),
  patch_test_at: column.nullable(column.date),
  version: column.integer,
  created_at: column.instant,
  updated_at: column.instant,
};

const clientFields = `id, first_name, last_name, email, phone_e164, alert, custom_fields,
     online_booking_blocked_at, patch_test_at, version, created_at, updated_at`;

export const insertClient = statement(
  "clients_insert",
  clientColumns,
  `insert into clients
     (business_id, id, first_name, last_name, email, phone_e164, alert, custom_fields, online_booking_blocked_at,
      patch_test_at, last_name_sort, first_name_sort, search_words, version, created_by, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, array_to_tsvector($13), 1, $14, $15, $15)
   returning ${clientFields}`,
);

export const updateClientRow = statement(
  "clients_update",
  clientColumns,
  `update clients
   set first_name = $3,
     last_name = $4,
     email = $5,
     phone_e164 = $6,
     alert = $7,
     custom_fields = $8,
     online_booking_blocked_at = $9,
     patch_test_at = $10,
     last_name_sort = $11,
     first_name_sort = $12,
     search_words = array_to_tsvector($13),
     version = version + 1,
     updated_at = $14
   where business_id = $1
     and id = $2
     and deleted_at is null
   returning ${clientFields}`,
);

export const findClient = statement(
  "clients_find",
  clientColumns,
  `select ${clientFields}
   from clients
   where business_id = $1
     and id = $2
     and deleted_at is null`,
);

/** Two changes of one client take turns; bookings, which only point at the row, need not wait for either. */
export const lockClient = statement(
  "clients_lock",
  clientColumns,
  `select ${clientFields}
   from clients
   where business_id = $1
     and id = $2
     and deleted_at is null
   for no key update`,
);

/** Waits for every visit that is being written for the client, and keeps further ones out until the deletion is done. */
export const lockClientForDeletion = statement(
  "clients_lock_for_deletion",
  { version: column.integer },
  `select version
   from clients
   where business_id = $1
     and id = $2
     and deleted_at is null
   for update`,
);

export const markClientDeleted = statement(
  "clients_mark_deleted",
  {},
  `update clients
   set deleted_at = $3,
     version = version + 1,
     updated_at = $3
   where business_id = $1
     and id = $2`,
);

/** Keeps a client from being deleted until the visit that points at them is written. */
export const lockClientForKeyShare = statement(
  "clients_lock_for_visit",
  { id: column.id },
  `select id
   from clients
   where business_id = $1
     and id = $2
     and deleted_at is null
   for key share`,
);

/** As `clients_lock_for_visit`, of the client of a visit ($2). */
export const lockClientOfAppointmentForKeyShare = statement(
  "clients_lock_of_visit",
  { id: column.id },
  `select id
   from clients
   where business_id = $1
     and id = (
       select client_id
       from appointments
       where business_id = $1
         and id = $2
     )
     and deleted_at is null
   for key share`,
);

export const listedColumns = { ...clientColumns, last_name_sort: column.text, first_name_sort: column.text };

const listed = `${clientFields}, last_name_sort, first_name_sort`;

const ofBusiness = `business_id = $1
     and deleted_at is null`;

/**
 * Behind a place in the order of names ($2, $3, $4). The first page begins behind empty names and the nil id, which
 * nobody has; with "or $2 is null" instead the index could not be entered at that place.
 */
const behindName = "(last_name_sort, first_name_sort, id) > ($2, $3, $4::uuid)";
const byName = "order by last_name_sort, first_name_sort, id";

/** Behind a place in the order of changes ($2, $3). */
const behindUpdate = "(updated_at, id) > ($2, $3::uuid)";
const byUpdate = "order by updated_at, id";

/**
 * Whom a staff member ($1 business, then user and staff member) may see (contract §2): clients they wrote down, and
 * those they have visits with. Found from their own visits, of which there are thousands at most.
 */
const ownIds = (userId: string, staffId: string) => `
     select id
     from clients
     where business_id = $1
       and created_by = ${userId}
     union
     select visit.client_id
     from appointment_items as item
     join appointments as visit
       on visit.business_id = item.business_id and visit.id = item.appointment_id
     where item.business_id = $1
       and item.staff_id = ${staffId}`;

export const listByName = statement(
  "clients_list_by_name",
  listedColumns,
  `select ${listed}
   from clients
   where ${ofBusiness}
     and ${behindName}
   ${byName}
   limit $5`,
);

/** As `listByName`, `searchByName` and `searchByUpdate`, of a staff member's own; the search ($6, $5) is off when null. */
export const listOwnByName = statement(
  "clients_list_own_by_name",
  listedColumns,
  `with own as materialized (${ownIds("$7", "$8")})
   select ${listed}
   from clients
   where ${ofBusiness}
     and id in (select id from own)
     and ${behindName}
     and ($6::text is null or search_words @@ $6::tsquery)
   ${byName}
   limit $5`,
);

export const listOwnByUpdate = statement(
  "clients_list_own_by_update",
  listedColumns,
  `with own as materialized (${ownIds("$6", "$7")})
   select ${listed}
   from clients
   where ${ofBusiness}
     and id in (select id from own)
     and ${behindUpdate}
     and ($5::text is null or search_words @@ $5::tsquery)
   ${byUpdate}
   limit $4`,
);

/** Those of these clients whose words, given with them, match a search. */
export const matchNames = statement(
  "clients_match_names",
  { id: column.nullable(column.id) },
  `select named.id
   from jsonb_to_recordset($1::jsonb) as named (id uuid, words text[])
   where array_to_tsvector(named.words) @@ $2::tsquery`,
);

/** Whether a client ($2) is one of a staff member's own. */
export const isOwn = statement(
  "clients_is_own",
  { own: column.flag },
  `select exists (
     select
     from clients
     where ${ofBusiness}
       and id = $2
       and (
         created_by = $3
         or exists (
           select
           from appointments as visit
           join appointment_items as item
             on item.business_id = visit.business_id and item.appointment_id = visit.id
           where visit.business_id = $1
             and visit.client_id = $2
             and item.staff_id = $4
         )
       )
   ) as own`,
);

export const listByUpdate = statement(
  "clients_list_by_update",
  listedColumns,
  `select ${listed}
   from clients
   where ${ofBusiness}
     and ${behindUpdate}
   ${byUpdate}
   limit $4`,
);

/**
 * Those of the next thousand clients that match ($6). Whoever shares a word with every twentieth client (a first
 * letter, gmail) fills a page from here; looking all of them up and sorting them would take fifty times as long.
 */
export const searchNearby = statement(
  "clients_search_nearby",
  listedColumns,
  `select ${listed}
   from (
     select ${listed}, search_words
     from clients
     where ${ofBusiness}
       and ${behindName}
     ${byName}
     limit 1000
   ) as next
   where search_words @@ $6::tsquery
   ${byName}
   limit $5`,
);

/**
 * Everybody who matches ($6), then the page. "offset 0" keeps the order away from the search: PostgreSQL cannot tell
 * how rare a word's beginning is, and would walk through the whole list for one that nobody has.
 */
export const searchByName = statement(
  "clients_search_by_name",
  listedColumns,
  `select ${listed}
   from (
     select ${listed}
     from clients
     where ${ofBusiness}
       and ${behindName}
       and search_words @@ $6::tsquery
     offset 0
   ) as found
   ${byName}
   limit $5`,
);

export const searchByUpdate = statement(
  "clients_search_by_update",
  listedColumns,
  `select ${listed}
   from (
     select ${listed}
     from clients
     where ${ofBusiness}
       and ${behindUpdate}
       and search_words @@ $5::tsquery
     offset 0
   ) as found
   ${byUpdate}
   limit $4`,
);

/**
 * Keeps the questions that are answered ($2) as they are until the answers are written. Shared, so that many clients can
 * answer at once; a change of the question waits for them, and then sees that it has been answered. The questions must
 * be read by a later statement: one that reads while it waits may see what was asked before.
 */
export const lockAnsweredFields = statement(
  "clients_lock_answered_fields",
  { id: column.id },
  `select id
   from client_fields
   where business_id = $1
     and id = any($2::uuid[])
   order by id
   for share`,
);

/** The questions a business asks of its clients today, in its order; archived ones are as if they had never been. */
export const listFields = statement(
  "clients_list_fields",
  {
    id: column.id,
    type: column.oneOf("text", "choice", "yes_no", "date"),
    options: column.texts,
  },
  `select id, type, options
   from client_fields
   where business_id = $1
     and archived_at is null
   order by position, id`,
);

export const findWebhookPayload = statement(
  "clients_find_webhook_payload",
  { webhook_payload: column.oneOf("full", "ids_only") },
  `select webhook_payload
   from businesses
   where id = $1`,
);

export const visitFactColumns = {
  client_id: column.id,
  visit_count: column.integer,
  no_show_count: column.integer,
  first_visit_at: column.nullable(column.instant),
  last_visit_at: column.nullable(column.instant),
  next_visit_at: column.nullable(column.instant),
};

/**
 * What is told of each client's visits; a client without any has no row. Read from the visits each time: a count kept
 * on the client would be one more thing that every transition has to get right.
 */
export const listVisitFacts = statement(
  "clients_list_visit_facts",
  visitFactColumns,
  `select client_id,
     count(*) filter (where status in ('arrived', 'completed')) as visit_count,
     count(*) filter (where status = 'no_show') as no_show_count,
     min(starts_at) filter (where status in ('arrived', 'completed')) as first_visit_at,
     max(starts_at) filter (where status in ('arrived', 'completed')) as last_visit_at,
     min(starts_at) filter (where status in ('requested', 'booked') and starts_at >= $3) as next_visit_at
   from appointments
   where business_id = $1
     and client_id = any($2)
   group by client_id`,
);

/**
 * The files ($2) of one person, locked for a deletion in the order of their ids, so that two who make one of the same
 * two do not lock each other out. One that is deleted, or was while we waited, is not among them.
 */
export const lockClientsForMerge = statement(
  "clients_lock_files",
  clientColumns,
  `select ${clientFields}
   from clients
   where business_id = $1
     and id = any($2)
     and deleted_at is null
   order by id
   for update`,
);

/** A file ($2) that has become part of another ($3). Who wrote it down keeps sight of that one, unless somebody has it. */
export const markMerged = statement(
  "clients_mark_merged",
  {},
  `with merged as (
     update clients
     set deleted_at = $4,
       merged_into_id = $3,
       version = version + 1,
       updated_at = $4
     where business_id = $1
       and id = $2
     returning created_by
   )
   update clients
   set created_by = merged.created_by
   from merged
   where business_id = $1
     and id = $3
     and clients.created_by is null
     and merged.created_by is not null`,
);

/**
 * Deleted files of every business that are not erased yet, since $1 or before, from behind a place in that order ($2, $3,
 * $4). For the worker: requests ask within one business.
 */
export const listDueForErasure = statement(
  "clients_list_to_be_erased",
  { business_id: column.id, id: column.id, deleted_at: column.nullable(column.instant) },
  `select business_id, id, deleted_at
   from clients
   where deleted_at <= $1
     and erased_at is null
     and (deleted_at, business_id, id) > ($2, $3::uuid, $4::uuid)
   order by deleted_at, business_id, id
   limit $5`,
);

/** Locks a deleted file that is not erased yet. */
export const lockDeletedClient = statement(
  "clients_lock_deleted",
  { merged_into_id: column.nullable(column.id) },
  `select merged_into_id
   from clients
   where business_id = $1
     and id = $2
     and deleted_at is not null
     and erased_at is null
   for update`,
);

const person = `with recursive file as (
     select id
     from clients
     where business_id = $1
       and id = $2
     union
     select merged.id
     from clients as merged
     join file on merged.merged_into_id = file.id
     where merged.business_id = $1
   )`;

/** Every file that a person ever had here: this one, and those that have become part of it. */
export const listMergedIds = statement(
  "clients_list_files_of_person",
  { id: column.id },
  `${person}
   select id
   from file
   order by id`,
);

/** By what files ($2) reach somebody. */
export const listContacts = statement(
  "clients_list_contacts",
  { email: column.nullable(column.text), phone_e164: column.nullable(column.text) },
  `select email, phone_e164
   from clients
   where business_id = $1
     and id = any($2)`,
);

/** Whether the person of a file may not book online: what the file says that it has become part of in the end. */
export const isPersonBlocked = statement(
  "clients_is_person_blocked",
  { blocked: column.flag },
  `with recursive path as (
     select id, merged_into_id, online_booking_blocked_at
     from clients
     where business_id = $1
       and id = $2
     union
     select next.id, next.merged_into_id, next.online_booking_blocked_at
     from clients as next
     join path on next.id = path.merged_into_id
     where next.business_id = $1
   )
   select online_booking_blocked_at is not null as blocked
   from path
   where merged_into_id is null`,
);

/** Empties files ($2); those that are empty already keep the moment since when they are. */
export const eraseRows = statement(
  "clients_empty_files",
  {},
  `update clients
   set first_name = '',
     last_name = null,
     email = null,
     phone_e164 = null,
     alert = null,
     custom_fields = '{}',
     online_booking_blocked_at = null,
     patch_test_at = null,
     last_name_sort = '',
     first_name_sort = '',
     search_words = '',
     erased_at = $3
   where business_id = $1
     and id = any($2)
     and erased_at is null`,
);

export const insertBlockedContacts = statement(
  "clients_insert_blocked_contacts",
  {},
  `insert into blocked_contacts (business_id, contact_hmac, created_at)
   select $1, contact_hmac, $3
   from unnest($2::bytea[]) as contact_hmac
   on conflict (business_id, contact_hmac) do nothing`,
);

export const findBlockedContacts = statement(
  "clients_find_blocked_contacts",
  { blocked: column.flag },
  `select exists (
     select
     from blocked_contacts
     where business_id = $1
       and contact_hmac = any($2::bytea[])
   ) as blocked`,
);

/** Every question a business ever asked, archived ones too. */
export const listAllFields = statement(
  "clients_list_all_fields",
  {
    id: column.id,
    label: column.text,
    type: column.oneOf("text", "choice", "yes_no", "date"),
    archived_at: column.nullable(column.instant),
  },
  `select id, label, type, archived_at
   from client_fields
   where business_id = $1
   order by position, id`,
);
