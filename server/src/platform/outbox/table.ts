import { column, table } from "../database/index.ts";

export const events = table("events", "platform/outbox", {
  business_id: column.id,
  id: column.id,
  type: column.text,
  created_at: column.instant,
  body_full: column.nullable(column.text),
  body_ids: column.text,
  written_in: column.textOf("xid8", 5069),
  sequence: column.nullable(column.integer),
  client_id: column.nullable(column.id),
});

export const relays = table("relays", "platform/outbox", {
  name: column.text,
});
