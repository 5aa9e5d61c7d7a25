import { column, statement } from "../../platform/database/index.ts";
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

export const updateClient = statement(
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
export const lockClientOfVisitForKeyShare = statement(
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

/** The questions a business asks of its clients today, in its order; archived ones are as if they had never been. */
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

export const findPayload = statement(
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
