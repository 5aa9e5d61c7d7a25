import { column, statement } from "../../../platform/database/index.ts";

/** The letters that tell of somebody's files ($2), wherever they are on their way. */
export const deleteEmails = statement(
  "client_privacy_delete_emails",
  {},
  `delete from emails
   where business_id = $1
     and client_id = any($2)`,
);

/**
 * Letters of the last hour to people who are erased. One that is being written while they are is overlooked by the
 * erasure, which waits for neither the relay nor for reminders: it would hold up everybody's.
 */
export const deleteMissedEmails = statement(
  "client_privacy_delete_missed_emails",
  { id: column.id },
  `with overlooked as materialized (
     select letter.id
     from emails as letter
     join clients as client
       on client.business_id = letter.business_id and client.id = letter.client_id
     where letter.created_at > (select clock_timestamp() - interval '1 hour')
       and client.erased_at is not null
   )
   delete from emails
   using overlooked
   where emails.id = overlooked.id
   returning emails.id`,
);

/** Letters to one client ($2) are of the other ($3) from now on, wherever they are on their way. */
export const moveEmails = statement(
  "client_privacy_move_emails",
  {},
  `update emails
   set client_id = $3
   where business_id = $1
     and client_id = $2`,
);

/**
 * Sales of a client ($2), kept until the erasure is done: whoever gives money back, or is told by a provider that it has
 * been, locks the sale and not the client, and writes down why.
 */
export const lockSales = statement(
  "client_privacy_lock_sales",
  { id: column.id },
  `select id
   from sales
   where business_id = $1
     and client_id = $2
   order by id
   for no key update`,
);

export const listEmails = statement(
  "client_privacy_list_emails",
  {
    id: column.id,
    recipient: column.text,
    subject: column.text,
    body_text: column.text,
    calendar_text: column.nullable(column.text),
    status: column.text,
    sent_at: column.nullable(column.instant),
    created_at: column.instant,
  },
  `select id, recipient, subject, body_text, calendar_text, status, sent_at, created_at
   from emails
   where business_id = $1
     and client_id = any($2)
   order by created_at, id`,
);

/**
 * Where answers are kept that may tell of somebody's files ($2): with the business, for its keys; with its members; and
 * with whoever did something to the files, a member or not any more.
 */
export const listResponsePartitions = statement(
  "client_privacy_list_response_partitions",
  { partition_id: column.id },
  `select user_id as partition_id
   from memberships
   where business_id = $1
   union
   select actor_id
   from audit_log
   where business_id = $1
     and client_id = any($2)
     and actor_kind = 'user'
     and actor_id is not null`,
);
