import {
  column,
  list,
  pageParams,
  pagesOfClient,
  pick,
  type Reader,
  type RowOf,
  statement,
  type Transaction,
} from "../database/index.ts";
import { bytesOf, withinPageBytes } from "../http/pageBytes.ts";
import { emails } from "./table.ts";

const clientsParams = { businessId: column.id, clientIds: column.ids };

const deleteByClients = statement({
  name: "emails_delete_by_clients",
  params: clientsParams,
  sql: `delete from emails
        where business_id = $businessId
          and client_id = any($clientIds)`,
});

/** Deletes the sent and unsent e-mails to these clients. */
export function deleteEmailsOf(tx: Transaction, businessId: string, clientIds: readonly string[]): void {
  tx.write(deleteByClients, { businessId, clientIds });
}

const moveByClient = statement({
  name: "emails_move_by_client",
  params: { businessId: column.id, fromId: column.id, toId: column.id },
  sql: `update emails
        set client_id = $toId
        where business_id = $businessId
          and client_id = $fromId`,
});

/** Assigns the e-mails of a client to another client of the business when the two are merged. */
export function moveEmails(tx: Transaction, businessId: string, fromId: string, toId: string): void {
  tx.write(moveByClient, { businessId, fromId, toId });
}

const clientEmailColumns = pick(
  emails.columns,
  "id",
  "recipient",
  "subject",
  "body_text",
  "calendar_text",
  "status",
  "sent_at",
  "created_at",
  "channel",
);

/** The creation time truncated to milliseconds, the precision of the page position. */
const CREATED_AT_MS = "date_trunc('milliseconds', created_at)";

const listByClients = statement({
  name: "emails_list_by_clients",
  params: { ...clientsParams, ...pageParams },
  columns: clientEmailColumns,
  sql: `select ${list(clientEmailColumns)}
        from ${withinPageBytes(
          `select ${list(clientEmailColumns)}
           from emails
           where business_id = $businessId
             and client_id = any($clientIds)
             and ($afterAt is null or (${CREATED_AT_MS}, id) > ($afterAt, $afterId))
           order by ${CREATED_AT_MS}, id
           limit $limit`,
          `${CREATED_AT_MS}, id`,
          bytesOf("body_text", "calendar_text"),
        )} as email
        order by ${CREATED_AT_MS}, id`,
});

/** Yields the e-mails to these clients in pages, oldest first. */
export function emailsOf(
  reader: Reader,
  businessId: string,
  clientIds: readonly string[],
): AsyncGenerator<readonly RowOf<typeof clientEmailColumns>[]> {
  return pagesOfClient(reader, listByClients, { businessId, clientIds }, (row) => [row.created_at, row.id]);
}

const deleteByIds = statement({
  name: "emails_delete_by_ids",
  params: { ids: column.ids },
  sql: `delete from emails
        where id = any($ids)`,
});

/** Deletes these e-mails in any status. */
export function deleteEmails(tx: Transaction, ids: readonly string[]): void {
  tx.write(deleteByIds, { ids });
}

/** Selects those e-mails to a client that have a purpose matching a SQL `like` pattern. */
export interface EmailsAbout {
  readonly businessId: string;
  readonly clientId: string;
  readonly purposePattern: string;
}

/** `offset 0` forces the lookup to use the index on clients, regardless of the table's statistics. */
const deletePending = statement({
  name: "emails_delete_pending",
  params: { businessIds: column.ids, clientIds: column.ids, purposePatterns: column.texts },
  columns: pick(emails.columns, "purpose"),
  sql: `with found as materialized (
          select email.id
          from unnest($businessIds, $clientIds, $purposePatterns) as about (business_id, client_id, purpose_pattern)
          cross join lateral (
            select id
            from emails
            where business_id = about.business_id
              and client_id = about.client_id
              and status = 'pending'
              and purpose like about.purpose_pattern
            offset 0
          ) as email
        )
        delete from emails
        using found
        where emails.id = found.id
          and emails.status = 'pending'
        returning emails.purpose`,
});

const pendingValues = (about: readonly EmailsAbout[]) => ({
  businessIds: about.map(({ businessId }) => businessId),
  clientIds: about.map(({ clientId }) => clientId),
  purposePatterns: about.map(({ purposePattern }) => purposePattern),
});

/** Deletes the selected e-mails whose sending has not begun and returns their purposes. */
export async function withdrawEmails(tx: Transaction, about: readonly EmailsAbout[]): Promise<string[]> {
  return (await tx.query(deletePending, pendingValues(about))).map(({ purpose }) => purpose);
}

/** Like `withdrawEmails`, but without a result. */
export function deletePendingEmails(tx: Transaction, about: readonly EmailsAbout[]): void {
  tx.write(deletePending, pendingValues(about));
}
