import type pg from "pg";
import type { ManifestTable } from "./format.ts";

/**
 * Replaces values that are valid on the old database server only, in the transaction of the restore.
 *
 * - Events draw their positions from a database sequence, which continues after those of the backup. In backups from before
 *   migration 0050 they have the id of the transaction that wrote them instead; the migration orders by it.
 * - Leases of webhook endpoints end, because their workers run elsewhere. Due deliveries stay due.
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
