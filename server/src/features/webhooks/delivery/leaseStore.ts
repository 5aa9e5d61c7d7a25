import { column, DATABASE_NOW, pick, statement } from "../../../platform/database/index.ts";
import { publishedBodies, publishedEvents } from "../../../platform/outbox/table.ts";
import { businessSettings, testClocksView } from "../../../tables/business.ts";
import { webhookDeliveries, webhookEndpoints } from "../../../tables/webhooks.ts";
import { BODY, IS_FULL } from "../store.ts";
import { EARLIEST_DUE_AT } from "./queueStore.ts";

const endpoint = webhookEndpoints.columns;

export const leaseColumns = {
  business_id: column.id,
  endpoint_id: column.id,
  lease_number: endpoint.lease_number,
};
const acquiredColumns = { ...leaseColumns, concurrency_limit: endpoint.concurrency_limit };

/**
 * Leases the endpoints that have been due for longest. Repeats the condition in the update, so that the statement skips
 * endpoints that another process leases at the same time. Healthy and failing endpoints have separate statements, because each
 * kind has its own index.
 */
const acquire = (name: string, failingSince: "is null" | "is not null") =>
  statement({
    name,
    params: { aheadMs: column.integer, limit: column.integer, leaseMs: column.integer },
    columns: acquiredColumns,
    sql: `with moment as materialized (
            select ${DATABASE_NOW} as now, ${DATABASE_NOW} + make_interval(secs => $leaseMs / 1000.0) as lease_until
          ),
          due as materialized (
            select business_id, id
            from webhook_endpoints
            where next_due_at <= (select now from moment)
              and failing_since ${failingSince}
              and (lease_until is null or lease_until <= (select now from moment))
            order by next_due_at, id
            limit $limit
          )
          update webhook_endpoints as endpoint
          set
            lease_until = moment.lease_until,
            lease_number = endpoint.lease_number + 1
          from due, moment
          where endpoint.business_id = due.business_id
            and endpoint.id = due.id
            and endpoint.next_due_at <= moment.now
            and (endpoint.lease_until is null or endpoint.lease_until <= moment.now)
          returning endpoint.business_id, endpoint.id as endpoint_id, endpoint.lease_number,
            endpoint.concurrency_limit`,
  });

export const acquireHealthy = acquire("webhook_leases_acquire_healthy", "is null");
export const acquireFailing = acquire("webhook_leases_acquire_failing", "is not null");

/** The partitions of businesses. A statement that locks rows or reads with limits may access the businesses of only one partition. */
export const findPartitions = statement({
  name: "webhook_leases_find_partitions",
  params: { businessIds: column.ids },
  columns: { business_id: column.id, partition: column.integer },
  sql: `select given.business_id, business_partition(given.business_id) as partition
        from unnest($businessIds) as given (business_id)`,
});

/**
 * The leases of businesses of one partition, as arrays. The planner estimates ten rows for arrays but a hundred rows for a JSON document,
 * and with that estimate might read all endpoints.
 */
export const leaseParams = {
  businessIds: column.ids,
  endpointIds: column.ids,
  leaseNumbers: column.integers,
  /** The businesses of the leases, without duplicates. */
  neighborIds: column.ids,
};

/**
 * Returns an SQL condition on the business of each table. From this condition, the planner of a cluster knows that one node has all rows
 * (decision 82). The planner of a single database removes the condition, because `has_partitions()` is constant. With a second condition on
 * the business, the planner would expect a single row from any index that starts with the business, and read all events of the business for
 * each delivery.
 */
export const ofPartition = (businessId: string) =>
  `(not has_partitions() or ${businessId} = any($neighborIds))`;

export const dueColumns = {
  endpoint_id: column.id,
  ...pick(endpoint, "url", "secret_encrypted", "earlier_secrets"),
  ...pick(webhookDeliveries.columns, "id", "kind", "event_id", "event_type", "attempt_count", "created_at"),
  body: column.nullable(column.text),
  is_full: column.flag,
  sequence: column.nullable(column.integer),
  is_sandbox: column.flag,
  now: column.instant,
};

/**
 * For each leased endpoint, the deliveries that have been due for longest, except those in flight, and at most `$counts` per
 * lease. Returns no row for an endpoint that is deleted, has no due delivery, or has been leased by another process in the
 * meantime.
 */
export const nextDeliveries = statement({
  name: "webhook_leases_next_deliveries",
  params: { ...leaseParams, counts: column.integers, inFlightIds: column.ids, aheadMs: column.integer },
  columns: dueColumns,
  sql: `with moment as (
          select ${DATABASE_NOW} as now
        )
        select endpoint.id as endpoint_id, endpoint.url, endpoint.secret_encrypted, endpoint.earlier_secrets,
          delivery.id, delivery.kind, delivery.event_id, delivery.event_type, delivery.attempt_count, delivery.created_at,
          ${BODY} as body,
          coalesce(${IS_FULL}, false) as is_full,
          event.sequence,
          exists (select from ${testClocksView} as clock where ${ofPartition("clock.business_id")} and clock.business_id = lease.business_id) as is_sandbox,
          coalesce(moment.now, clock_timestamp()) as now
        from moment
        cross join unnest($businessIds, $endpointIds, $leaseNumbers, $counts)
          as lease (business_id, endpoint_id, lease_number, count)
        join webhook_endpoints as endpoint
          on ${ofPartition("endpoint.business_id")}
          and endpoint.business_id = lease.business_id
          and endpoint.id = lease.endpoint_id
          and endpoint.lease_number = lease.lease_number
        join ${businessSettings} as business on ${ofPartition("business.id")} and business.id = lease.business_id
        cross join lateral (
          select id, kind, event_id, event_type, attempt_count, created_at, due_at
          from webhook_deliveries
          where ${ofPartition("webhook_deliveries.business_id")}
            and business_id = lease.business_id
            and endpoint_id = lease.endpoint_id
            and due_at <= (select now from moment)
            and id <> all($inFlightIds)
          order by due_at, id
          limit lease.count
        ) as delivery
        left join ${publishedEvents} as event
          on ${ofPartition("event.business_id")}
          and event.business_id = lease.business_id
          and event.id = delivery.event_id
        left join ${publishedBodies} as body
          on ${ofPartition("body.business_id")}
          and body.business_id = lease.business_id
          and body.id = delivery.event_id
        order by delivery.due_at, delivery.id`,
});

/** Ends a lease unless another lease has replaced it. The queue must be locked. */
export const releaseLease = statement({
  name: "webhook_leases_release",
  params: leaseColumns,
  sql: `update webhook_endpoints as endpoint
        set
          lease_until = null,
          next_due_at = ${EARLIEST_DUE_AT}
        where endpoint.business_id = $business_id
          and endpoint.id = $endpoint_id
          and endpoint.lease_number = $lease_number`,
});
