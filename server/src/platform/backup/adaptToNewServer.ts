import type pg from "pg";
import type { ManifestTable } from "./format.ts";

/**
 * Replaces values that are valid only on the old database server, in the transaction of the restore.
 *
 * - Events get their positions from a database sequence, which continues after the positions of the backup. Backups from before migration
 *   0050 contain the id of the writing transaction instead; the migration orders the events by that id.
 * - Leases on webhook endpoints are released, because their workers run on the old server. Due deliveries stay due.
 */
export async function adaptToNewServer(
  client: pg.ClientBase,
  tables: readonly ManifestTable[],
): Promise<void> {
  const has = (table: string, column: string) =>
    tables.some(({ name, columns }) => name === table && columns.includes(column));
  if (has("events", "position")) await client.query(POSITIONS);
  if (has("webhook_endpoints", "lease_until")) await client.query(LEASES);
}

const POSITIONS = `
  select setval('events_position_seq', coalesce((select max(position) from events), 0) + 1, false)`;

const LEASES = `
  update webhook_endpoints
  set lease_until = null
  where lease_until is not null`;
