import { column, table, view } from "../database/index.ts";

export const emails = table("emails", "platform/email", {
  id: column.id,
  business_id: column.nullable(column.id),
  client_id: column.nullable(column.id),
  purpose: column.text,
  recipient: column.text,
  subject: column.text,
  body_text: column.text,
  calendar_text: column.nullable(column.text),
  calendar_method: column.nullable(column.text),
  status: column.oneOf("pending", "sending", "sent", "failed", "unknown", "simulated"),
  attempt_count: column.integer,
  due_at: column.nullable(column.instant),
  begun_at: column.nullable(column.instant),
  last_error: column.nullable(column.text),
  sent_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
  expires_at: column.nullable(column.instant),
  sender_name: column.nullable(column.text),
  reply_to: column.nullable(column.text),
  body_html: column.nullable(column.text),
  /** For a text message, the recipient is a phone number, the subject is empty, and there is no HTML or calendar file. */
  channel: column.oneOf("email", "sms"),
});

/** The columns with which other features find the e-mails of a recipient. `client_id` is null for an e-mail to a user. */
export const emailRecipients = view(
  emails,
  "id",
  "business_id",
  "client_id",
  "purpose",
  "status",
  "created_at",
  "subject",
  "sent_at",
  "channel",
);
