import { utcText } from "@daybook/engine";
import type { EventType, WebhookPayload } from "../../kernel/events.ts";
import { newId } from "../../kernel/ids.ts";
import { insertInto, pick, type Transaction } from "../database/index.ts";
import { eventBodies, events } from "./table.ts";

/** An event to publish about a change. */
export interface EventInput {
  readonly type: EventType;
  /** The time of the event, in milliseconds since the epoch. */
  readonly at: number;
  /** The record, exactly as GET returns it (contract §7). */
  readonly data: Readonly<Record<string, unknown>>;
  /** The names of the record's changed fields, only for `*.updated`. */
  readonly changed?: readonly string[];
  /** Identifiers and times only, from an allow-list of the feature that owns the record. Null values are omitted (contract §7). */
  readonly ids: Readonly<Record<string, unknown>>;
}

const insertEvent = insertInto(
  "events_insert",
  events,
  pick(events.columns, "business_id", "id", "type", "created_at", "client_id", "appointment_id"),
);
const insertBodies = insertInto("event_bodies_insert", eventBodies, eventBodies.columns);

/**
 * Writes an event and its bodies to the outbox, in the transaction of the change (architecture §3). Both bodies are serialized here, so that
 * every delivery and every list contains the same bytes. For a business that sends only identifiers, the full body is never written.
 */
export function writeEvent(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  input: EventInput,
): void {
  const id = newId();
  const head = { id, type: input.type, created_at: utcText(input.at), business_id: businessId };
  const changed = input.changed === undefined ? {} : { changed: input.changed };
  const event = { business_id: businessId, id, client_id: clientOf(input) };
  tx.write(insertEvent, {
    ...event,
    type: input.type,
    created_at: input.at,
    appointment_id: appointmentOf(input),
  });
  const full = payload === "full" ? JSON.stringify({ ...head, ...changed, data: input.data }) : null;
  const ids = JSON.stringify({ ...head, data: withoutNulls(input.ids) });
  tx.write(insertBodies, { ...event, has_full: full !== null, bodies: packed(full, ids) });
  tx.signal("events");
}

/** PostgreSQL compresses the columns of a row that is longer than 2,032 bytes. */
const COMPRESSED_LENGTH = 2_048;

/**
 * Packs the bodies of an event, one per line, because serialized JSON contains no line
 * feed; `publishedBodies` unpacks them. Appends spaces so that PostgreSQL compresses the
 * text, because most events would otherwise be a little too short (decision 102).
 */
function packed(full: string | null, ids: string): string {
  return `${full ?? ""}\n${ids}\n`.padEnd(COMPRESSED_LENGTH);
}

function withoutNulls(ids: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== null));
}

/** Returns the client of an event. Erasing the client erases the event's full body. */
function clientOf({ type, ids }: EventInput): string | null {
  const clientId = type.startsWith("client.") ? ids.id : ids.client_id;
  return typeof clientId === "string" ? clientId : null;
}

/** Returns the appointment of an `appointment.*` event. */
function appointmentOf({ type, ids }: EventInput): string | null {
  return type.startsWith("appointment.") && typeof ids.id === "string" ? ids.id : null;
}
