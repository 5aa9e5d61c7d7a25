import { utcText } from "@daybook/engine";
import type { EventType, WebhookPayload } from "../../kernel/events.ts";
import { newId } from "../../kernel/ids.ts";
import { column, statement, type Transaction } from "../database/index.ts";

/** A change that subscribers hear of. */
export interface EventInput {
  readonly type: EventType;
  readonly at: number;
  /** The record exactly as GET returns it (contract §7). */
  readonly data: Readonly<Record<string, unknown>>;
  /** The names of the record's fields that changed; only for `*.updated`. */
  readonly changed?: readonly string[];
  /**
   * Identifiers and times alone: an allow-list, written down by the feature that owns the record. What is null is not
   * there, and is not sent (contract §7).
   */
  readonly ids: Readonly<Record<string, unknown>>;
}

const insertEvent = statement(
  "events_insert",
  { id: column.id },
  `insert into events (business_id, id, type, created_at, body_full, body_ids, client_id)
   values ($1, $2, $3, $4, $5, $6, $7)
   returning id`,
);

/**
 * Writes an event into the outbox: one row, in the transaction of the change it tells of, and nothing else
 * (architecture §3). Both bodies are fixed here, byte for byte, so that every delivery and every replay sends the
 * same; a business that sends identifiers only never has the full one written at all.
 */
export function writeEvent(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  happening: EventInput,
): void {
  const id = newId();
  const head = {
    id,
    type: happening.type,
    created_at: utcText(happening.at),
    business_id: businessId,
  };
  const changed = happening.changed === undefined ? {} : { changed: happening.changed };
  const full = payload === "full" ? JSON.stringify({ ...head, ...changed, data: happening.data }) : null;
  const ids = JSON.stringify({ ...head, data: withoutNulls(happening.ids) });
  const at = new Date(happening.at);
  tx.write(insertEvent, [businessId, id, happening.type, at, full, ids, clientOf(happening)]);
  tx.signal("events");
}

function withoutNulls(ids: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== null));
}

/** Whom an event tells of: so that what it says of them can be emptied when they are erased. */
function clientOf({ type, ids }: EventInput): string | null {
  const clientId = type.startsWith("client.") ? ids.id : ids.client_id;
  return typeof clientId === "string" ? clientId : null;
}
