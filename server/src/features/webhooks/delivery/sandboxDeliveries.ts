import type { DatabaseClock } from "../../../kernel/clock.ts";
import {
  column,
  DATABASE_NOW,
  type Database,
  pick,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
import { webhookEndpoints } from "../../../tables/webhooks.ts";
import { EARLIEST_DUE_AT } from "./queueStore.ts";

const nextDue = statement({
  name: "webhook_sandbox_next_due",
  params: { businessId: column.id, aheadMs: column.integer },
  columns: { due_in_ms: column.nullable(column.real) },
  sql: `select (extract(epoch from min(delivery.due_at) - (${DATABASE_NOW})) * 1000)::double precision as due_in_ms
        from webhook_deliveries as delivery
        where delivery.business_id = $businessId
          and delivery.due_at is not null`,
});

const lockQueues = selectWhere("webhook_sandbox_lock_queues", webhookEndpoints, {
  columns: pick(webhookEndpoints.columns, "id"),
  where: { businessId: "business_id" },
  ending: "order by id for no key update",
});

const bringForward = statement({
  name: "webhook_sandbox_bring_forward",
  params: { businessId: column.id, byMs: column.integer },
  sql: `with moved as (
          select id, due_at - make_interval(secs => $byMs / 1000.0) as due_at
          from webhook_deliveries
          where business_id = $businessId
            and due_at is not null
        )
        update webhook_deliveries as delivery
        set due_at = moved.due_at
        from moved
        where delivery.business_id = $businessId
          and delivery.id = moved.id`,
});

/**
 * Updates the next due times of the queues. Also moves the time of each endpoint's first failure to an earlier time, so that
 * the endpoint is disabled after 72 hours of the sandbox's time.
 */
const refreshQueues = statement({
  name: "webhook_sandbox_refresh_queues",
  params: { businessId: column.id, byMs: column.integer },
  sql: `with moved as (
          select id, failing_since - make_interval(secs => $byMs / 1000.0) as failing_since
          from webhook_endpoints
          where business_id = $businessId
        )
        update webhook_endpoints as endpoint
        set
          next_due_at = ${EARLIEST_DUE_AT},
          failing_since = moved.failing_since
        from moved
        where endpoint.business_id = $businessId
          and endpoint.id = moved.id`,
});

/**
 * Returns functions for the deliveries of sandboxes. The database's clock determines when deliveries are sent, even in a
 * sandbox, because receivers use the actual time. Advancing the test clock makes the retries due earlier.
 */
export function sandboxDeliveries(options: {
  readonly database: Database;
  readonly databaseClock: DatabaseClock;
}) {
  const { database, databaseClock } = options;
  return {
    async nextDueInMs(businessId: string): Promise<number | null> {
      const [row] = await database.query(nextDue, { businessId, aheadMs: databaseClock.aheadMs() });
      return row?.due_in_ms ?? null;
    },
    bringForward: (businessId: string, byMs: number): Promise<void> =>
      database.transaction(async (tx) => {
        tx.write(lockQueues, { businessId });
        tx.write(bringForward, { businessId, byMs });
        tx.write(refreshQueues, { businessId, byMs });
        tx.signal("deliveries");
      }),
  };
}
