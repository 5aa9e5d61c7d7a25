import type { DatabaseClock } from "../../../kernel/clock.ts";
import { column, DATABASE_NOW, type Database, deleteSome } from "../../../platform/database/index.ts";
import { webhookDeliveries } from "../../../tables/webhooks.ts";

/** Deletes deliveries after 30 days (contract §7), except those that are still queued. */
const deleteOld = deleteSome("webhook_deliveries_delete_old", {
  from: webhookDeliveries,
  key: ["business_id", "id"],
  params: { aheadMs: column.integer },
  where: `created_at < (select ${DATABASE_NOW} - interval '30 days') and due_at is null`,
  by: "created_at",
});

/** Deletes at most `limit` deliveries that are older than 30 days and returns their number. */
export async function deleteOldDeliveries(
  database: Database,
  clock: DatabaseClock,
  limit: number,
): Promise<number> {
  const [row] = await database.query(deleteOld, { aheadMs: clock.aheadMs(), limit });
  return row?.deleted ?? 0;
}
