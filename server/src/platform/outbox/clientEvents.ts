import { utcText } from "@daybook/engine";
import { column, list, pick, type Reader, statement, type Transaction } from "../database/index.ts";
import { events } from "./table.ts";

const clientsParams = { businessId: column.id, clientIds: column.ids };

const eraseFullBodies = statement({
  name: "events_erase_full_bodies",
  params: clientsParams,
  sql: `update events
        set body_full = null
        where business_id = $businessId
          and client_id = any($clientIds)
          and body_full is not null`,
});

const eventColumns = pick(events.columns, "id", "type", "created_at", "body_full");

const listByClients = statement({
  name: "events_list_by_clients",
  params: clientsParams,
  columns: eventColumns,
  sql: `select ${list(eventColumns)}
        from events
        where business_id = $businessId
          and client_id = any($clientIds)
          and body_full is not null
        order by created_at, id`,
});

/**
 * Erases the full bodies of events about these clients. The events stay: deliveries that follow contain identifiers and
 * times only.
 */
export function eraseEventsOf(tx: Transaction, businessId: string, clientIds: readonly string[]): void {
  tx.write(eraseFullBodies, { businessId, clientIds });
}

/** An event about a client with its full body. */
export interface ClientEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly body: Record<string, unknown>;
}

/** The events about these clients that have a full body, oldest first. */
export async function eventsOf(
  reader: Reader,
  businessId: string,
  clientIds: readonly string[],
): Promise<ClientEvent[]> {
  const rows = await reader.query(listByClients, { businessId, clientIds });
  return rows.map(({ id, type, created_at, body_full }) => ({
    id,
    type,
    created_at: utcText(created_at),
    body: JSON.parse(body_full ?? "{}"),
  }));
}
