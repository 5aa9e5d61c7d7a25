import { column, pick, statement } from "../../../platform/database/index.ts";
import { emailRecipients } from "../../../platform/email/index.ts";
import { membershipsView } from "../../../tables/access.ts";
import { auditLogView } from "../../../tables/business.ts";
import { salesView } from "../../../tables/checkout.ts";
import { clientsView } from "../../../tables/clients.ts";

/**
 * E-mails of the last hour to erased clients. A relay or reminder job that runs during an erasure can insert an e-mail after
 * the erasure has deleted the client's other e-mails. The erasure does not block these jobs with a lock, because the lock would
 * delay all e-mails.
 */
export const listMissedEmails = statement({
  name: "client_privacy_list_missed_emails",
  columns: pick(emailRecipients.columns, "id"),
  sql: `select email.id
        from ${emailRecipients} as email
        join ${clientsView} as client
          on client.business_id = email.business_id and client.id = email.client_id
        where email.created_at > (select clock_timestamp() - interval '1 hour')
          and client.erased_at is not null`,
});

/**
 * Locks the sales of a client until the erasure commits. A refund by a user or through the payment provider writes a reason and locks only
 * the sale, not the client.
 */
export const lockSales = statement({
  name: "client_privacy_lock_sales",
  params: { businessId: column.id, clientId: column.id },
  columns: pick(salesView.columns, "id"),
  sql: `select id
        from ${salesView} as sale
        where business_id = $businessId
          and client_id = $clientId
        order by id
        for no key update`,
});

/**
 * The partitions of stored idempotent responses that may contain the clients' data: the partitions of the business members and
 * of all users who changed the clients. The caller adds the partition of the business, which its API keys use.
 */
export const listResponsePartitions = statement({
  name: "client_privacy_list_response_partitions",
  params: { businessId: column.id, clientIds: column.ids },
  columns: { partition_id: column.id },
  sql: `select user_id as partition_id
        from ${membershipsView} as membership
        where business_id = $businessId
        union
        select actor_id
        from ${auditLogView} as entry
        where business_id = $businessId
          and client_id = any($clientIds)
          and actor_kind = 'user'
          and actor_id is not null`,
});
