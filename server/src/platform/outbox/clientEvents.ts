import { utcText } from "@daybook/engine";
import {
  column,
  list,
  pageParams,
  pagesOfClient,
  pick,
  type Reader,
  statement,
  type Transaction,
} from "../database/index.ts";
import { bytesOf, withinPageBytes } from "../http/pageBytes.ts";
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

/** The creation time truncated to milliseconds, the precision of the page position. */
const CREATED_AT_MS = "date_trunc('milliseconds', created_at)";

const listByClients = statement({
  name: "events_list_by_clients",
  params: { ...clientsParams, ...pageParams },
  columns: eventColumns,
  sql: `select ${list(eventColumns)}
        from ${withinPageBytes(
          `select ${list(eventColumns)}
           from events
           where business_id = $businessId
             and client_id = any($clientIds)
             and body_full is not null
             and ($afterAt is null or (${CREATED_AT_MS}, id) > ($afterAt, $afterId))
           order by ${CREATED_AT_MS}, id
           limit $limit`,
          `${CREATED_AT_MS}, id`,
          bytesOf("body_full"),
        )} as event
        order by ${CREATED_AT_MS}, id`,
});

/** Erases the full bodies of events about these clients. The events remain; later deliveries contain only identifiers and times. */
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

/** Yields the events about these clients that have a full body, in pages, oldest first. */
export async function* eventsOf(
  reader: Reader,
  businessId: string,
  clientIds: readonly string[],
): AsyncGenerator<ClientEvent[]> {
  const pages = pagesOfClient(reader, listByClients, { businessId, clientIds }, (row) => [
    row.created_at,
    row.id,
  ]);
  for await (const page of pages)
    yield page.map(({ id, type, created_at, body_full }) => ({
      id,
      type,
      created_at: utcText(created_at),
      body: JSON.parse(body_full ?? "{}"),
    }));
}
