import { column, DATABASE_NOW, list, parameters, pick, statement } from "../database/index.ts";
import type { CalendarMethod } from "./mailer.ts";
import { emails } from "./table.ts";

const { columns } = emails;

const queuedColumns = pick(
  columns,
  "id",
  "business_id",
  "client_id",
  "purpose",
  "recipient",
  "subject",
  "body_text",
  "body_html",
  "sender_name",
  "reply_to",
  "calendar_text",
  "calendar_method",
  "expires_at",
  "channel",
);

/**
 * Inserts an e-mail. Its due time and creation time come from the database's clock, because several processes send from the
 * queue.
 */
export const insertEmail = statement({
  name: "emails_insert",
  params: { ...queuedColumns, delaySeconds: column.integer },
  sql: `insert into emails (${list(queuedColumns)}, status, due_at, created_at, updated_at)
        select ${parameters(queuedColumns)}, 'pending', written.at + make_interval(secs => $delaySeconds), written.at, written.at
        from (select clock_timestamp() as at) as written
        on conflict (purpose) do nothing`,
});

export const dueColumns = {
  ...pick(
    columns,
    "id",
    "business_id",
    "recipient",
    "subject",
    "body_text",
    "body_html",
    "sender_name",
    "reply_to",
  ),
  ...pick(columns, "calendar_text", "attempt_count"),
  calendar_method: column.nullable(column.oneOf<CalendarMethod>()),
};

/**
 * Takes the e-mail or text message that has been due for longest and marks it as being sent. Concurrent processes take different rows.
 * The channel is a constant in the SQL, so that PostgreSQL can use the channel's own index.
 */
const beginSendingOf = (name: string, channel: "email" | "sms") =>
  statement({
    name,
    params: { aheadMs: column.integer },
    columns: dueColumns,
    sql: `update emails
        set
          status = 'sending',
          due_at = null,
          begun_at = taken.at,
          attempt_count = attempt_count + 1,
          updated_at = taken.at
        from (
          select id, ${DATABASE_NOW} as at
          from emails
          where channel = '${channel}'
            and due_at <= (select ${DATABASE_NOW})
            and (expires_at is null or expires_at > ${DATABASE_NOW})
          order by due_at, id
          limit 1
          for update skip locked
        ) as taken
        where emails.id = taken.id
        returning ${list(dueColumns, "emails")}`,
  });

export const beginSending = beginSendingOf("emails_begin_sending", "email");
export const beginSendingText = beginSendingOf("emails_begin_sending_text", "sms");

/**
 * Stores the result of an attempt. If `$retryAfterSeconds` is null, no further attempt follows. Also updates an e-mail that was meanwhile
 * marked as interrupted, because the sending process knows the result.
 */
export const endSending = statement({
  name: "emails_end_sending",
  params: {
    aheadMs: column.integer,
    ...pick(columns, "id", "attempt_count", "status", "last_error"),
    retryAfterSeconds: column.nullable(column.integer),
  },
  sql: `update emails
        set
          status = $status,
          last_error = $last_error,
          due_at = ended.at + make_interval(secs => $retryAfterSeconds),
          sent_at = case when $status = 'sent' then ended.at end,
          updated_at = ended.at
        from (select ${DATABASE_NOW} as at) as ended
        where id = $id
          and attempt_count = $attempt_count
          and status in ('sending', 'unknown')`,
});

/** Marks e-mails whose sending began more than `$timeoutSeconds` ago without a result. They may or may not have been sent. */
export const markInterrupted = statement({
  name: "emails_mark_interrupted",
  params: { aheadMs: column.integer, timeoutSeconds: column.integer },
  columns: pick(columns, "id"),
  sql: `update emails
        set
          status = 'unknown',
          last_error = 'The process that sent it ended before the mail server or the provider had answered.',
          updated_at = ${DATABASE_NOW}
        where status = 'sending'
          and begun_at < (select ${DATABASE_NOW} - make_interval(secs => $timeoutSeconds))
        returning id`,
});

export const failExpired = statement({
  name: "emails_fail_expired",
  params: { aheadMs: column.integer },
  sql: `update emails
        set
          status = 'failed',
          due_at = null,
          last_error = coalesce(last_error, 'It could not be sent in time.'),
          updated_at = ${DATABASE_NOW}
        where status = 'pending'
          and expires_at <= ${DATABASE_NOW}`,
});

/** Deletes e-mails that were queued more than 30 days ago and are no longer waiting. */
export const deleteOldEmails = statement({
  name: "emails_delete_old",
  params: { aheadMs: column.integer, limit: column.integer },
  columns: { deleted: column.integer },
  sql: `with gone as (
          delete from emails
          where id in (
            select id
            from emails
            where created_at < (select ${DATABASE_NOW} - interval '30 days')
              and status not in ('pending', 'sending')
            order by created_at
            limit $limit
            for update skip locked
          )
          returning 1
        )
        select count(*)::integer as deleted
        from gone`,
});
