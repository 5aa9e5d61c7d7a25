import { utcText } from "@daybook/engine";
import type { WebhookPayload } from "../../../kernel/events.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { writeEvent } from "../../../platform/outbox/writeEvent.ts";
import type { ClientRecord } from "./schema.ts";

/** What happened to a client file; `changed` names the record's fields that are different now. */
export type ClientEvent =
  | { readonly type: "client.created"; readonly at: number; readonly record: ClientRecord }
  | {
      readonly type: "client.updated";
      readonly at: number;
      readonly record: ClientRecord;
      readonly changed: readonly string[];
    };

/** Tells subscribers of a client. Where identifiers only may be sent, that is the client's id and nothing else. */
export function publishClientEvent(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  news: ClientEvent,
): void {
  const { type, at, record } = news;
  const changed = news.type === "client.updated" ? { changed: news.changed } : {};
  writeEvent(tx, businessId, payload, { type, at, data: record, ...changed, ids: { id: record.id } });
}

/** Tells subscribers that a client is gone: who, since when and into which file, in both forms (contract §7). */
export function publishClientDeletion(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  deletion: { readonly clientId: string; readonly at: number; readonly mergedIntoId?: string },
): void {
  const { clientId, at, mergedIntoId } = deletion;
  const gone = {
    id: clientId,
    deleted_at: utcText(at),
    ...(mergedIntoId === undefined ? {} : { merged_into_id: mergedIntoId }),
  };
  writeEvent(tx, businessId, payload, { type: "client.updated", at, data: gone, ids: gone });
}
