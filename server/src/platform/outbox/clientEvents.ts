import { utcText } from "@daybook/engine";
import { column, type Reader, statement, type Transaction } from "../database/index.ts";

const emptyFullBodies = statement(
  "events_empty_full_bodies",
  {},
  `update events
   set body_full = null
   where business_id = $1
     and client_id = any($2)
     and body_full is not null`,
);

const listToldOf = statement(
  "events_list_of_client",
  { id: column.id, type: column.text, created_at: column.instant, body_full: column.nullable(column.text) },
  `select id, type, created_at, body_full
   from events
   where business_id = $1
     and client_id = any($2)
     and body_full is not null
   order by created_at, id`,
);

/**
 * Empties what events say of clients who are erased. The events stay, and whoever has not had them yet gets identifiers
 * and times alone.
 */
export function eraseEventsOf(tx: Transaction, businessId: string, clientIds: readonly string[]): void {
  tx.write(emptyFullBodies, [businessId, clientIds]);
}

/** A body that tells of a client, as it was sent. */
export interface ClientEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly body: Record<string, unknown>;
}

/** What events say of clients beside their ids and times, oldest first. */
export async function eventsOf(
  reader: Reader,
  businessId: string,
  clientIds: readonly string[],
): Promise<ClientEvent[]> {
  const rows = await reader.query(listToldOf, [businessId, clientIds]);
  return rows.map(({ id, type, created_at, body_full }) => ({
    id,
    type,
    created_at: utcText(created_at),
    body: JSON.parse(body_full ?? "{}"),
  }));
}
