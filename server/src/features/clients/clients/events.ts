import { utcText } from "@daybook/engine";
import type { WebhookPayload } from "../../../kernel/events.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { writeEvent } from "../../../platform/outbox/writeEvent.ts";
import type { ClientRecord } from "./schema.ts";

/** An event about a client; `changed` names the changed fields of the record. */
export type ClientEvent =
  | { readonly type: "client.created"; readonly at: number; readonly record: ClientRecord }
  | {
      readonly type: "client.updated";
      readonly at: number;
      readonly record: ClientRecord;
      readonly changed: readonly string[];
    };

/** Publishes an event with the record. If the business's `webhook_payload` is `ids_only`, deliveries contain only the client's id. */
export function publishClientEvent(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  event: ClientEvent,
): void {
  const { type, at, record } = event;
  const changed = event.type === "client.updated" ? { changed: event.changed } : {};
  writeEvent(tx, businessId, payload, { type, at, data: record, ...changed, ids: { id: record.id } });
}

/** Publishes `client.updated` for a deleted or merged client, with the same data for all subscribers (contract §7). */
export function publishClientDeletion(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  deletion: { readonly clientId: string; readonly at: number; readonly mergedIntoId?: string },
): void {
  const { clientId, at, mergedIntoId } = deletion;
  const deleted = {
    id: clientId,
    deleted_at: utcText(at),
    ...(mergedIntoId === undefined ? {} : { merged_into_id: mergedIntoId }),
  };
  writeEvent(tx, businessId, payload, { type: "client.updated", at, data: deleted, ids: deleted });
}
