import type pg from "pg";
import type { ManifestTable } from "./format.ts";

/**
 * Makes what was true of the old server alone true of the new one, in the transaction of the restore.
 *
 * - Events that have no sequence yet wait for the transaction that wrote them to be older than every open one. That is a
 *   number of the old server: here it may not come for years. They get numbers up to our own transaction's, in the order
 *   they had: the relay orders by them. Where more transactions wait than numbers lie below ours, the oldest share one and
 *   go by their ids, which are in the order of time.
 * - Whoever had taken an endpoint is not here: nobody has. What was due stays due.
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

/** The least number a transaction can have is 3. */
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
