import type { DatabaseClock } from "../../../kernel/clock.ts";
import { column, type Database, statement } from "../../../platform/database/index.ts";

/** The log goes back 30 days (contract §7); what is still to be sent stays. */
const deleteOld = statement(
  "webhook_cleaning_delete_old",
  { deleted: column.integer },
  `with old as (
     select business_id, id
     from webhook_deliveries
     where created_at < (select clock_timestamp() + make_interval(days => -30, secs => $1::bigint / 1000.0))
       and due_at is null
     order by created_at
     limit $2
     for update skip locked
   ),
   gone as (
     delete from webhook_deliveries d
     using old
     where d.business_id = old.business_id
       and d.id = old.id
     returning 1
   )
   select count(*)::integer as deleted
   from gone`,
);

/** Deletes deliveries older than 30 days, `most` of them at most; answers how many. */
export async function deleteOldDeliveries(
  database: Database,
  clock: DatabaseClock,
  most: number,
): Promise<number> {
  const [row] = await database.query(deleteOld, [clock.aheadMs(), most]);
  return row?.deleted ?? 0;
}
