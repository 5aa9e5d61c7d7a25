import { column, table, view } from "../database/index.ts";

export const events = table("events", "platform/outbox", {
  business_id: column.id,
  id: column.id,
  type: column.text,
  created_at: column.instant,
  body_full: column.nullable(column.text),
  body_ids: column.text,
  sequence: column.nullable(column.integer),
  client_id: column.nullable(column.id),
  position: column.nullable(column.integer),
});

/** Published events. `body_full` is null if the business sends only identifiers or the client was erased. */
export const publishedEvents = view(
  events,
  "business_id",
  "id",
  "type",
  "created_at",
  "body_full",
  "body_ids",
  "sequence",
  "client_id",
);

export const relays = table("relays", "platform/outbox", {
  name: column.text,
});

/** The names of rows that serve as locks. Each lock ensures that only one process at a time performs a task. */
export const relayNames = view(relays, "name");
