import { column, statement } from "../database/index.ts";

/** Every time of a letter is the database's: several processes send from one queue. */
export const insertEmail = statement(
  "mails_insert",
  {},
  `insert into emails (
     id, business_id, client_id, purpose, recipient, subject, body_text, calendar_text, calendar_method, expires_at,
     status, due_at, created_at, updated_at
   )
   select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'pending', written.at, written.at, written.at
   from (select clock_timestamp() as at) as written
   on conflict (purpose) do nothing`,
);

export const emailColumns = {
  id: column.id,
  recipient: column.text,
  subject: column.text,
  body_text: column.text,
  calendar_text: column.nullable(column.text),
  calendar_method: column.nullable(column.oneOf("PUBLISH", "REQUEST", "CANCEL")),
  attempt_count: column.integer,
};

/**
 * Takes the letter that has been due for longest and notes that its sending has begun, in one statement: whoever comes
 * at the same moment gets the next one. $1 is how far the clock is ahead, in milliseconds. The time is asked for by a
 * query of its own, here and below, because an index is not searched for what could differ from row to row.
 */
export const beginSending = statement(
  "mails_begin",
  emailColumns,
  `update emails
   set
     status = 'sending',
     due_at = null,
     begun_at = taken.at,
     attempt_count = attempt_count + 1,
     updated_at = taken.at
   from (
     select id, clock_timestamp() + make_interval(secs => $1 / 1000.0) as at
     from emails
     where due_at <= (select clock_timestamp() + make_interval(secs => $1 / 1000.0))
       and (expires_at is null or expires_at > clock_timestamp() + make_interval(secs => $1 / 1000.0))
     order by due_at, id
     limit 1
     for update skip locked
   ) as taken
   where emails.id = taken.id
   returning
     emails.id, recipient, subject, body_text, calendar_text, calendar_method, attempt_count`,
);

/**
 * Writes down how the attempt $3 of a letter $2 ended: as $4, with the failure $5, due again after $6 seconds unless
 * null. Also where the letter was taken for interrupted meanwhile: whoever sent it knows better.
 */
export const endSending = statement(
  "mails_end",
  {},
  `update emails
   set
     status = $4,
     last_error = $5,
     due_at = ended.at + make_interval(secs => $6::integer),
     sent_at = case when $4 = 'sent' then ended.at end,
     updated_at = ended.at
   from (select clock_timestamp() + make_interval(secs => $1 / 1000.0) as at) as ended
   where id = $2
     and attempt_count = $3
     and status in ('sending', 'unknown')`,
);

/** Letters whose sending was begun longer than $2 seconds ago and never ended: nobody knows whether they went out. */
export const giveUpInterrupted = statement(
  "mails_give_up_interrupted",
  { id: column.id },
  `update emails
   set
     status = 'unknown',
     last_error = 'The process that sent it ended before the mail server had answered.',
     updated_at = clock_timestamp() + make_interval(secs => $1 / 1000.0)
   where status = 'sending'
     and begun_at < (select clock_timestamp() + make_interval(secs => $1 / 1000.0 - $2::integer))
   returning id`,
);

/** Letters that did not go out before what they tell of was past. */
export const giveUpExpired = statement(
  "mails_give_up_expired",
  {},
  `update emails
   set
     status = 'failed',
     due_at = null,
     last_error = coalesce(last_error, 'It could not be sent in time.'),
     updated_at = clock_timestamp() + make_interval(secs => $1 / 1000.0)
   where status = 'pending'
     and expires_at <= clock_timestamp() + make_interval(secs => $1 / 1000.0)`,
);

/** Letters that are done with, however they ended, written more than $2 days ago; $3 of them at most. */
export const deleteOldEmails = statement(
  "mails_forget_old",
  { forgotten: column.integer },
  `with gone as (
     delete from emails
     where id in (
       select id
       from emails
       where created_at < (select clock_timestamp() + make_interval(days => -$2::integer, secs => $1 / 1000.0))
         and status not in ('pending', 'sending')
       order by created_at
       limit $3
       for update skip locked
     )
     returning 1
   )
   select count(*)::integer as forgotten
   from gone`,
);
