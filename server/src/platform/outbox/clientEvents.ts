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
import { events, publishedBodies } from "./table.ts";

const clientsParams = { businessId: column.id, clientIds: column.ids };

const eraseFullBodies = statement({
  name: "events_erase_full_bodies",
  params: clientsParams,
  sql: `update event_bodies
        set has_full = false, bodies = E'\\n' || split_part(bodies, E'\\n', 2) || E'\\n'
        where business_id = $businessId
          and client_id = any($clientIds)
          and has_full`,
});

/**
 * Locks the events about these clients that have no number yet. The relay locks the events that it numbers, so an erasure waits
 * for the relay's consumers, which may be writing e-mails to the clients.
 */
const lockWaiting = statement({
  name: "events_lock_waiting_of_clients",
  params: clientsParams,
  columns: pick(events.columns, "id"),
  sql: `select id
        from events
        where business_id = $businessId
          and client_id = any($clientIds)
          and sequence is null
        order by position
        for no key update`,
});

const eventColumns = {
  ...pick(events.columns, "id", "type", "created_at"),
  ...pick(publishedBodies.columns, "body_full"),
};

/** The creation time truncated to milliseconds, the precision of the page position. */
const CREATED_AT_MS = "date_trunc('milliseconds', created_at)";

const listByClients = statement({
  name: "events_list_by_clients",
  params: { ...clientsParams, ...pageParams },
  columns: eventColumns,
  sql: `select ${list(eventColumns)}
        from ${withinPageBytes(
          // The page is limited before the bodies are read. Otherwise each page would decompress the bodies of all later events.
          `select event.id, event.type, event.created_at, body.body_full
           from (
             select event.business_id, event.id, event.type, event.created_at
             from ${publishedBodies} as body
             join events as event on event.business_id = body.business_id and event.id = body.id
             where body.business_id = $businessId
               and body.client_id = any($clientIds)
               and body.has_full
               and ($afterAt is null or (${CREATED_AT_MS}, event.id) > ($afterAt, $afterId))
             order by ${CREATED_AT_MS}, event.id
             limit $limit
           ) as event
           join ${publishedBodies} as body on body.business_id = event.business_id and body.id = event.id
           where event.business_id = $businessId`,
          `${CREATED_AT_MS}, id`,
          bytesOf("body_full"),
        )} as event
        order by ${CREATED_AT_MS}, id`,
});

/** Erases the full bodies of events about these clients. The events remain; later deliveries contain only identifiers and times. */
export async function eraseEventsOf(
  tx: Transaction,
  businessId: string,
  clientIds: readonly string[],
): Promise<void> {
  await tx.query(lockWaiting, { businessId, clientIds });
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
