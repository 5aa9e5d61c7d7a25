import type pg from "pg";
import type { ManifestTable } from "./format.ts";

/**
 * Replaces values that are valid on the old database server only, in the transaction of the restore.
 *
 * - Events without a sequence number have the id of the transaction that wrote them; the relay waits until all older
 *   transactions have ended, and orders by this id. Ids of the old server may be far ahead of the new one's, so the events get
 *   new ids up to that of this transaction, in the same order. If there are more of them than smaller ids, the oldest share
 *   one and are ordered by their UUIDs, which are in the order of time.
 * - Leases of webhook endpoints end, because their workers run elsewhere. Due deliveries stay due.
 */
export async function adaptToNewServer(
  client: pg.ClientBase,
  tables: readonly ManifestTable[],
): Promise<void> {
  const has = (table: string, column: string) =>
    tables.some(({ name, columns }) => name === table && columns.includes(column));
  if (has("events", "written_in")) await client.query(EVENTS);
  if (has("webhook_endpoints", "lease_until")) await client.query(LEASES);
}

/** The smallest transaction id is 3. */
const EVENTS = `
  update events
  set written_in = greatest(pg_current_xact_id()::text::bigint - waiting.newer, 3)::text::xid8
  from (
    select business_id, id, dense_rank() over (order by written_in desc) - 1 as newer
    from events
    where sequence is null
  ) as waiting
  where events.business_id = waiting.business_id
    and events.id = waiting.id`;

const LEASES = `
  update webhook_endpoints
  set lease_until = null
  where lease_until is not null`;
