import { column, pageParams, pick, statement } from "../../../platform/database/index.ts";
import { emailRecipients } from "../../../platform/email/index.ts";

const messageColumns = pick(
  emailRecipients.columns,
  "id",
  "purpose",
  "status",
  "subject",
  "sent_at",
  "created_at",
  "channel",
);

/**
 * A page of the e-mails and text messages to a client, newest first, starting after the given row (null for the first page).
 * Compares times in milliseconds, the precision of cursors.
 */
export const listMessages = statement({
  name: "client_messages_list",
  params: { businessId: column.id, clientId: column.id, ...pageParams },
  columns: messageColumns,
  sql: `select email.id, email.purpose, email.status, email.subject, email.sent_at, email.created_at, email.channel
        from ${emailRecipients} as email
        where email.business_id = $businessId
          and email.client_id = $clientId
          and ($afterAt is null or (date_trunc('milliseconds', email.created_at), email.id) < ($afterAt, $afterId))
        order by date_trunc('milliseconds', email.created_at) desc, email.id desc
        limit $limit`,
});
