import { column, DATABASE_NOW, list, parameters, pick, statement } from "../../platform/database/index.ts";
import { publishedEvents } from "../../platform/outbox/table.ts";
import { businessSettings } from "../../tables/business.ts";
import { webhookDeliveries, webhookEndpoints } from "../../tables/webhooks.ts";

const endpoint = webhookEndpoints.columns;
const delivery = webhookDeliveries.columns;
const oneEndpoint = { businessId: column.id, endpointId: column.id };

/** Endpoints of a business are created one after the other: two transactions at once could exceed the limit together. */
export const lockBusiness = statement({
  name: "webhooks_lock_business",
  params: { businessId: column.id },
  columns: { id: column.id },
  sql: `select business.id
        from ${businessSettings} as business
        where business.id = $businessId
        for no key update`,
});

/** A later statement than the lock, because it must see the endpoints that were created while the lock was awaited. */
export const countEndpoints = statement({
  name: "webhooks_count_endpoints",
  params: { businessId: column.id },
  columns: { endpoint_count: column.integer },
  sql: `select count(*) as endpoint_count
        from webhook_endpoints
        where business_id = $businessId`,
});

export const endpointColumns = pick(
  endpoint,
  "id",
  "url",
  "events",
  "source",
  "status",
  "failing_since",
  "disabled_at",
  "last_success_at",
  "last_failure_at",
  "last_error",
  "created_at",
  "updated_at",
);

const newEndpoint = pick(
  endpoint,
  "business_id",
  "id",
  "url",
  "events",
  "source",
  "status",
  "secret_encrypted",
  "created_at",
  "updated_at",
);

export const insertEndpoint = statement({
  name: "webhooks_insert_endpoint",
  params: newEndpoint,
  columns: endpointColumns,
  sql: `insert into webhook_endpoints (${list(newEndpoint)})
        values (${parameters(newEndpoint)})
        returning ${list(endpointColumns)}`,
});

/** Newest first, after the last row of the page before; null for the first page. */
export const listEndpoints = statement({
  name: "webhooks_list_endpoints",
  params: {
    businessId: column.id,
    afterAt: column.nullable(column.instant),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: endpointColumns,
  sql: `select ${list(endpointColumns)}
        from webhook_endpoints
        where business_id = $businessId
          and ($afterAt is null or (created_at, id) < ($afterAt, $afterId))
        order by created_at desc, id desc
        limit $limit`,
});

export const findEndpoint = statement({
  name: "webhooks_find_endpoint",
  params: oneEndpoint,
  columns: endpointColumns,
  sql: `select ${list(endpointColumns)}
        from webhook_endpoints
        where business_id = $businessId
          and id = $endpointId`,
});

const lockedColumns = { ...endpointColumns, secret_encrypted: endpoint.secret_encrypted };

/** Results of its deliveries and new deliveries wait for this lock. */
export const lockEndpoint = statement({
  name: "webhooks_lock_endpoint",
  params: oneEndpoint,
  columns: lockedColumns,
  sql: `select ${list(lockedColumns)}
        from webhook_endpoints
        where business_id = $businessId
          and id = $endpointId
        for no key update`,
});

/** Its deliveries are deleted by the foreign key, also one under way: its result finds no row to be written to. */
export const deleteEndpoint = statement({
  name: "webhooks_delete_endpoint",
  params: oneEndpoint,
  columns: pick(endpoint, "id"),
  sql: `delete from webhook_endpoints
        where business_id = $businessId
          and id = $endpointId
        returning id`,
});

/** `last_error` is kept: it says why the endpoint was disabled. */
export const enableEndpoint = statement({
  name: "webhooks_enable_endpoint",
  params: { ...oneEndpoint, now: column.instant },
  columns: endpointColumns,
  sql: `update webhook_endpoints
        set status = 'enabled', failing_since = null, disabled_at = null, updated_at = $now
        where business_id = $businessId
          and id = $endpointId
        returning ${list(endpointColumns)}`,
});

/**
 * Events that waited while the endpoint was disabled are due now if they are at most three days old; older ones stay in
 * the log, from which they can be redelivered. Redeliveries and tests were sent meanwhile and keep their times.
 */
export const resumeDeliveries = statement({
  name: "webhooks_resume_deliveries",
  params: { ...oneEndpoint, aheadMs: column.integer },
  sql: `update webhook_deliveries as delivery
        set
          status = case when event.created_at >= moment.now - interval '3 days' then 'pending' else 'failed' end,
          due_at = case when event.created_at >= moment.now - interval '3 days' then moment.now end,
          updated_at = moment.now
        from ${publishedEvents} as event, (select date_trunc('milliseconds', ${DATABASE_NOW}) as now) as moment
        where delivery.business_id = $businessId
          and delivery.endpoint_id = $endpointId
          and delivery.kind = 'event'
          and delivery.status = 'pending'
          and event.business_id = delivery.business_id
          and event.id = delivery.event_id`,
});

/** The earlier secret (null: it cannot be decrypted) signs as well for another 24 hours of the database's clock. */
export const rotateEndpointSecret = statement({
  name: "webhooks_rotate_secret",
  params: {
    ...oneEndpoint,
    secret: endpoint.secret_encrypted,
    earlierSecret: endpoint.earlier_secret_encrypted,
    aheadMs: column.integer,
    now: column.instant,
  },
  columns: endpointColumns,
  sql: `update webhook_endpoints
        set
          secret_encrypted = $secret,
          earlier_secret_encrypted = $earlierSecret,
          earlier_secret_until = case when $earlierSecret is not null then ${DATABASE_NOW} + interval '24 hours' end,
          updated_at = $now
        where business_id = $businessId
          and id = $endpointId
        returning ${list(endpointColumns)}`,
});

export const deliveryColumns = pick(
  delivery,
  "id",
  "endpoint_id",
  "kind",
  "event_id",
  "event_type",
  "status",
  "due_at",
  "attempts",
  "created_at",
  "updated_at",
);

/** The log of an endpoint, newest first; filters are off where they are null, as is `$afterAt` for the first page. */
export const listDeliveries = statement({
  name: "webhooks_list_deliveries",
  params: {
    ...oneEndpoint,
    status: column.nullable(delivery.status),
    eventType: column.nullable(delivery.event_type),
    kind: column.nullable(delivery.kind),
    afterAt: column.nullable(column.instant),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: deliveryColumns,
  sql: `select ${list(deliveryColumns)}
        from webhook_deliveries
        where business_id = $businessId
          and endpoint_id = $endpointId
          and ($status is null or status = $status)
          and ($eventType is null or event_type = $eventType)
          and ($kind is null or kind = $kind)
          and ($afterAt is null or (created_at, id) < ($afterAt, $afterId))
        order by created_at desc, id desc
        limit $limit`,
});

const sentColumns = pick(delivery, "event_id", "event_type");

export const findDelivery = statement({
  name: "webhooks_find_delivery",
  params: { ...oneEndpoint, deliveryId: column.id },
  columns: sentColumns,
  sql: `select ${list(sentColumns)}
        from webhook_deliveries
        where business_id = $businessId
          and endpoint_id = $endpointId
          and id = $deliveryId`,
});

const newDelivery = pick(delivery, "business_id", "id", "endpoint_id", "kind", "event_id", "event_type");

/** A delivery that was requested: due at once. */
export const insertDelivery = statement({
  name: "webhooks_insert_delivery",
  params: { ...newDelivery, aheadMs: column.integer },
  columns: deliveryColumns,
  sql: `insert into webhook_deliveries (${list(newDelivery)}, status, due_at, created_at, updated_at)
        select ${parameters(newDelivery)}, 'pending', moment.now, moment.now, moment.now
        from (select date_trunc('milliseconds', ${DATABASE_NOW}) as now) as moment
        returning ${list(deliveryColumns)}`,
});

/**
 * The body of `event` that `business` sends: the full one only where it was written and the business sends full bodies
 * now (contract §7).
 */
export const BODY = `case
  when business.webhook_payload = 'full' then coalesce(event.body_full, event.body_ids)
  else event.body_ids
end`;

/** Events of a business after a sequence number. */
export const readEvents = statement({
  name: "webhooks_read_events",
  params: {
    businessId: column.id,
    afterSequence: column.integer,
    types: column.texts,
    limit: column.integer,
  },
  columns: { sequence: column.integer, body: column.text },
  sql: `select coalesce(event.sequence, 0) as sequence, ${BODY} as body
        from ${publishedEvents} as event
        join ${businessSettings} as business on business.id = event.business_id
        where event.business_id = $businessId
          and event.sequence > $afterSequence
          and event.type = any($types)
        order by event.sequence
        limit $limit`,
});
