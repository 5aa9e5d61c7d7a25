import { column, computedView, pick, table, view } from "../database/index.ts";

export const events = table("events", "platform/outbox", {
  business_id: column.id,
  id: column.id,
  type: column.text,
  created_at: column.instant,
  sequence: column.nullable(column.integer),
  client_id: column.nullable(column.id),
  position: column.nullable(column.integer),
  appointment_id: column.nullable(column.id),
});

/**
 * The bodies of events. They have a separate table because the relay's update of an event would otherwise write its bodies
 * again. `bodies` contains the full body and the body with identifiers only, packed by `writeEvent`.
 */
export const eventBodies = table("event_bodies", "platform/outbox", {
  business_id: column.id,
  id: column.id,
  client_id: column.nullable(column.id),
  has_full: column.flag,
  bodies: column.text,
});

/** Events without their bodies. */
export const publishedEvents = view(events, "business_id", "id", "type", "created_at", "sequence");

/** The bodies of events, by the event's id. `body_full` is null if the event was stored with ids only or the client was erased. */
export const publishedBodies = computedView(
  eventBodies,
  {
    ...pick(eventBodies.columns, "business_id", "id", "client_id", "has_full"),
    body_full: column.nullable(column.text),
    body_ids: column.text,
  },
  `business_id, id, client_id, has_full,
    case when has_full then split_part(bodies, E'\\n', 1) end as body_full, split_part(bodies, E'\\n', 2) as body_ids`,
);

export const relays = table("relays", "platform/outbox", {
  name: column.text,
});

/** The names of rows that serve as locks. Each lock ensures that only one process at a time performs a task. */
export const relayNames = view(relays, "name");
