import type { DatabaseClock } from "../../../kernel/clock.ts";
import { column, DATABASE_NOW, type Database, statement } from "../../../platform/database/index.ts";

/** Deletes deliveries after 30 days (contract §7), except those that are still queued. */
const deleteOld = statement({
  name: "webhook_deliveries_delete_old",
  params: { aheadMs: column.integer, limit: column.integer },
  columns: { deleted: column.integer },
  sql: `with old as (
          select business_id, id
          from webhook_deliveries
          where created_at < (select ${DATABASE_NOW} - interval '30 days')
            and due_at is null
          order by created_at
          limit $limit
          for update skip locked
        ),
        gone as (
          delete from webhook_deliveries as delivery
          using old
          where delivery.business_id = old.business_id
            and delivery.id = old.id
          returning 1
        )
        select count(*)::integer as deleted
        from gone`,
});

/** Deletes at most `limit` deliveries that are older than 30 days and returns how many it deleted. */
export async function deleteOldDeliveries(
  database: Database,
  clock: DatabaseClock,
  limit: number,
): Promise<number> {
  const [row] = await database.query(deleteOld, { aheadMs: clock.aheadMs(), limit });
  return row?.deleted ?? 0;
}
