import {
  column,
  DATABASE_NOW,
  list,
  omit,
  pick,
  recordset,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
import { webhookDeliveries, webhookEndpoints } from "../../../tables/webhooks.ts";

const endpoint = webhookEndpoints.columns;

/**
 * Locks the queue of an endpoint. The lock of the endpoint's row protects its deliveries: a transaction that changes deliveries first locks
 * the row and then reads the deliveries in a later statement. Several queues are locked in the order of their keys.
 */
export const lockQueue = selectWhere("webhook_queue_lock", webhookEndpoints, {
  columns: pick(endpoint, "id"),
  where: { businessId: "business_id", endpointId: "id" },
  ending: "for no key update",
});

/**
 * The SQL for the time at which the earliest delivery of `endpoint` is due. Events of a disabled endpoint have no due time until
 * it is enabled.
 */
export const EARLIEST_DUE_AT = `(
  select min(delivery.due_at)
  from webhook_deliveries as delivery
  where delivery.business_id = endpoint.business_id
    and delivery.endpoint_id = endpoint.id
    and delivery.due_at is not null
)`;

export const refreshQueue = statement({
  name: "webhook_queue_refresh",
  params: { businessId: column.id, endpointId: column.id },
  sql: `update webhook_endpoints as endpoint
        set next_due_at = ${EARLIEST_DUE_AT}
        where endpoint.business_id = $businessId
          and endpoint.id = $endpointId`,
});

const subscriberColumns = pick(endpoint, "business_id", "id", "events", "status");

/** The given businesses with at least one endpoint that subscribes to one of these event types. */
export const listSubscribed = statement({
  name: "webhook_queue_list_subscribed",
  params: { businessIds: column.ids, types: column.texts },
  columns: pick(endpoint, "business_id"),
  sql: `select distinct business_id
        from webhook_endpoints
        where business_id = any($businessIds)
          and events && $types
        order by business_id`,
});

/** Locks the endpoints of a business that subscribe to any of these event types. */
export const lockSubscribers = statement({
  name: "webhook_queue_lock_subscribers",
  params: { businessId: column.id, types: column.texts },
  columns: subscriberColumns,
  sql: `select ${list(subscriberColumns)}
        from webhook_endpoints
        where business_id = $businessId
          and events && $types
        order by id
        for no key update`,
});

const addedColumns = {
  ...pick(webhookDeliveries.columns, "business_id", "id", "endpoint_id", "event_id", "event_type"),
  is_due: column.flag,
};
const insertedColumns = omit(addedColumns, "is_due");

/**
 * Inserts deliveries of events. A delivery is due immediately if `is_due` is true; otherwise the delivery waits until a user enables its
 * disabled endpoint.
 */
export const addDeliveries = statement({
  name: "webhook_queue_add",
  params: { deliveries: column.rows(addedColumns), aheadMs: column.integer },
  sql: `insert into webhook_deliveries (${list(insertedColumns)}, kind, status, due_at, created_at, updated_at)
        select ${list(insertedColumns, "added")}, 'event', 'pending',
          case when added.is_due then moment.now end, moment.now, moment.now
        from ${recordset("deliveries", addedColumns, "added")},
          (select date_trunc('milliseconds', ${DATABASE_NOW}) as now) as moment
        on conflict (business_id, endpoint_id, event_id) where kind = 'event' do nothing`,
});

/** Sets the next due time of these queues to the current time, unless they are already due. */
export const makeDue = statement({
  name: "webhook_queue_make_due",
  params: { businessIds: column.ids, endpointIds: column.ids, aheadMs: column.integer },
  sql: `update webhook_endpoints as endpoint
        set next_due_at = moment.now
        from unnest($businessIds, $endpointIds) as queue (business_id, id),
          (select date_trunc('milliseconds', ${DATABASE_NOW}) as now) as moment
        where endpoint.business_id = queue.business_id
          and endpoint.id = queue.id
          and (endpoint.next_due_at is null or endpoint.next_due_at > moment.now)`,
});
