import {
  column,
  DATABASE_NOW,
  list,
  omit,
  pageParams,
  parameters,
  pick,
  selectWhere,
  statement,
} from "../../platform/database/index.ts";
import { bytesOf, jsonBytesOf, withinPageBytes } from "../../platform/http/pageBytes.ts";
import { publishedBodies, publishedEvents } from "../../platform/outbox/table.ts";
import { businessSettings } from "../../tables/business.ts";
import { webhookDeliveries, webhookEndpoints } from "../../tables/webhooks.ts";

const endpoint = webhookEndpoints.columns;
const delivery = webhookDeliveries.columns;
const oneEndpoint = { businessId: column.id, endpointId: column.id };

/**
 * Locks the business, so that concurrent requests create its endpoints one after another. Concurrent transactions could otherwise exceed
 * the limit.
 */
export const lockBusiness = statement({
  name: "webhooks_lock_business",
  params: { businessId: column.id },
  columns: { id: column.id },
  sql: `select business.id
        from ${businessSettings} as business
        where business.id = $businessId
        for no key update`,
});

/**
 * The number of endpoints. Must be a separate statement after the lock, so that it counts endpoints that were created while this
 * transaction waited for the lock.
 */
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

/** A page of endpoints, newest first, starting after the last row of the previous page (null for the first page). */
export const listEndpoints = statement({
  name: "webhooks_list_endpoints",
  params: { businessId: column.id, ...pageParams },
  columns: endpointColumns,
  sql: `select ${list(endpointColumns)}
        from webhook_endpoints
        where business_id = $businessId
          and ($afterAt is null or (created_at, id) < ($afterAt, $afterId))
        order by created_at desc, id desc
        limit $limit`,
});

export const findEndpoint = selectWhere("webhooks_find_endpoint", webhookEndpoints, {
  columns: endpointColumns,
  where: { businessId: "business_id", endpointId: "id" },
});

const lockedColumns = {
  ...endpointColumns,
  ...pick(endpoint, "secret_encrypted", "earlier_secrets"),
  now: column.instant,
};

/** Locks an endpoint. Transactions that add deliveries or record results wait for this lock. */
export const lockEndpoint = statement({
  name: "webhooks_lock_endpoint",
  params: { ...oneEndpoint, aheadMs: column.integer },
  columns: lockedColumns,
  sql: `select ${list(omit(lockedColumns, "now"))}, coalesce(${DATABASE_NOW}, clock_timestamp()) as now
        from webhook_endpoints
        where business_id = $businessId
          and id = $endpointId
        for no key update`,
});

/**
 * Deletes an endpoint. The foreign key deletes its deliveries. The result of a delivery in flight is dropped, because its row no longer
 * exists.
 */
export const deleteEndpoint = statement({
  name: "webhooks_delete_endpoint",
  params: oneEndpoint,
  columns: pick(endpoint, "id"),
  sql: `delete from webhook_endpoints
        where business_id = $businessId
          and id = $endpointId
        returning id`,
});

/** Enables an endpoint. Keeps `last_error`, which shows why the endpoint was disabled. */
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

export const disableByUser = statement({
  name: "webhooks_disable_endpoint",
  params: { ...oneEndpoint, now: column.instant },
  columns: endpointColumns,
  sql: `update webhook_endpoints
        set status = 'disabled', disabled_at = $now, updated_at = $now
        where business_id = $businessId
          and id = $endpointId
        returning ${list(endpointColumns)}`,
});

/**
 * Updates the URL and events of an endpoint. A new URL belongs to a new receiver, so the concurrency limit of the endpoint
 * starts at one again, and the failures of an enabled endpoint are reset. A disabled endpoint remains disabled.
 */
export const updateEndpoint = statement({
  name: "webhooks_update_endpoint",
  params: { ...oneEndpoint, ...pick(endpoint, "url", "events"), now: column.instant },
  columns: endpointColumns,
  sql: `update webhook_endpoints
        set
          failing_since = case when url = $url or status = 'disabled' then failing_since end,
          concurrency_limit = case when url = $url then concurrency_limit else 1 end,
          url = $url,
          events = $events,
          updated_at = $now
        where business_id = $businessId
          and id = $endpointId
        returning ${list(endpointColumns)}`,
});

/**
 * Makes events due that have waited while the endpoint was disabled, if they are at most three days old. Older events remain in
 * the log and can be redelivered. Redeliveries and tests keep their due times.
 */
export const resumeDeliveries = statement({
  name: "webhooks_resume_deliveries",
  params: { ...oneEndpoint, aheadMs: column.integer },
  sql: `with moment as materialized (
          select date_trunc('milliseconds', ${DATABASE_NOW}) as now, ${DATABASE_NOW} - interval '3 days' as oldest
        )
        update webhook_deliveries as delivery
        set
          status = case when event.created_at >= moment.oldest then 'pending' else 'failed' end,
          due_at = case when event.created_at >= moment.oldest then moment.now end,
          updated_at = moment.now
        from ${publishedEvents} as event, moment
        where delivery.business_id = $businessId
          and delivery.endpoint_id = $endpointId
          and delivery.kind = 'event'
          and delivery.status = 'pending'
          and event.business_id = delivery.business_id
          and event.id = delivery.event_id`,
});

/**
 * Stores a new secret. Deliveries are also signed with the replaced secret for another 24 hours of the database's clock;
 * `$replacedSecret` is null if the replaced secret cannot be decrypted. For secrets that were replaced earlier, the 24 hours do
 * not start again.
 */
export const rotateEndpointSecret = statement({
  name: "webhooks_rotate_secret",
  params: {
    ...oneEndpoint,
    secret: endpoint.secret_encrypted,
    earlierSecrets: endpoint.earlier_secrets,
    replacedSecret: column.nullable(column.text),
    aheadMs: column.integer,
    now: column.instant,
  },
  columns: endpointColumns,
  sql: `with rotated as materialized (
          select
            moment.now,
            $earlierSecrets || case
              when $replacedSecret is null then '[]'
              else jsonb_build_array(
                jsonb_build_object(
                  'encrypted', $replacedSecret,
                  'until', to_char((moment.now + interval '24 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                )
              )
            end as earlier_secrets
          from (select ${DATABASE_NOW} as now) as moment
        )
        update webhook_endpoints
        set
          secret_encrypted = $secret,
          earlier_secrets = rotated.earlier_secrets,
          secret_rotated_at = rotated.now,
          updated_at = $now
        from rotated
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

/**
 * A page of the delivery log of an endpoint, newest first. A null filter is not applied; `$afterAt` is null for the first page.
 */
export const listDeliveries = statement({
  name: "webhooks_list_deliveries",
  params: {
    ...oneEndpoint,
    status: column.nullable(delivery.status),
    eventType: column.nullable(delivery.event_type),
    kind: column.nullable(delivery.kind),
    ...pageParams,
  },
  columns: deliveryColumns,
  sql: `select ${list(deliveryColumns)}
        from ${withinPageBytes(
          `select ${list(deliveryColumns)}
        from webhook_deliveries
        where business_id = $businessId
          and endpoint_id = $endpointId
          and ($status is null or status = $status)
          and ($eventType is null or event_type = $eventType)
          and ($kind is null or kind = $kind)
          and ($afterAt is null or (created_at, id) < ($afterAt, $afterId))
        order by created_at desc, id desc
        limit $limit`,
          "created_at desc, id desc",
          jsonBytesOf("attempts"),
        )} as delivery
        order by created_at desc, id desc`,
});

const sentColumns = pick(delivery, "event_id", "event_type");

export const findDelivery = selectWhere("webhooks_find_delivery", webhookDeliveries, {
  columns: sentColumns,
  where: { businessId: "business_id", endpointId: "endpoint_id", deliveryId: "id" },
});

const newDelivery = pick(delivery, "business_id", "id", "endpoint_id", "kind", "event_id", "event_type");

/** Inserts a delivery that a user requested. The delivery is due immediately. */
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
 * An SQL condition that is true if deliveries to the business contain the full body of the event. Never true for a test
 * delivery, which has no event.
 */
export const IS_FULL = "(business.webhook_payload = 'full' and body.has_full)";

/**
 * The body of the event in a delivery: the full body if it was stored and the business's `webhook_payload` is `full`, otherwise
 * the body with ids only (contract §7).
 */
export const BODY = `case when ${IS_FULL} then body.body_full else body.body_ids end`;

export const detailColumns = {
  ...deliveryColumns,
  response_bodies: delivery.response_bodies,
  sent_body: column.nullable(column.text),
};

/**
 * A delivery with the body of its event in the form that was sent last. A full body is omitted once the business's `webhook_payload`
 * is no longer `full` or the client was erased.
 */
export const findDeliveryDetails = statement({
  name: "webhooks_find_delivery_details",
  params: { ...oneEndpoint, deliveryId: column.id },
  columns: detailColumns,
  sql: `select ${list(deliveryColumns, "delivery")}, delivery.response_bodies,
          case delivery.attempts -> -1 ->> 'form'
            when 'full' then case when ${IS_FULL} then body.body_full end
            when 'ids' then body.body_ids
          end as sent_body
        from webhook_deliveries as delivery
        join ${businessSettings} as business on business.id = delivery.business_id
        left join ${publishedBodies} as body
          on body.business_id = delivery.business_id
          and body.id = delivery.event_id
        where delivery.business_id = $businessId
          and delivery.endpoint_id = $endpointId
          and delivery.id = $deliveryId`,
});

/**
 * Erases the stored responses to deliveries with full bodies about these clients, because a response may repeat the client's data. The null
 * value in the row also prevents an attempt in flight from storing its response.
 */
export const eraseResponseBodies = statement({
  name: "webhooks_erase_response_bodies",
  params: { businessId: column.id, clientIds: column.ids },
  sql: `update webhook_deliveries as delivery
        set response_bodies = null
        from ${publishedBodies} as body
        where body.business_id = $businessId
          and body.client_id = any($clientIds)
          and body.has_full
          and delivery.business_id = body.business_id
          and delivery.event_id = body.id
          and delivery.kind <> 'test'`,
});

/** Returns a statement that lists the events of a business between two sequence numbers, both exclusive, in one direction. */
const readEventsIn = (name: string, direction: "asc" | "desc") =>
  statement({
    name,
    params: {
      businessId: column.id,
      afterSequence: column.integer,
      beforeSequence: column.integer,
      types: column.texts,
      limit: column.integer,
    },
    columns: { sequence: column.integer, body: column.text },
    sql: `select coalesce(sequence, 0) as sequence, body
          from ${withinPageBytes(
            `select event.sequence, ${BODY} as body
             from ${publishedEvents} as event
             join ${publishedBodies} as body on body.business_id = event.business_id and body.id = event.id
             join ${businessSettings} as business on business.id = event.business_id
             where event.business_id = $businessId
               and event.sequence > $afterSequence
               and event.sequence < $beforeSequence
               and event.type = any($types)
             order by event.sequence ${direction}
             limit $limit`,
            `sequence ${direction}`,
            bytesOf("body"),
          )} as event
          order by event.sequence ${direction}`,
  });

export const readEvents = readEventsIn("webhooks_read_events", "asc");
export const readNewestEvents = readEventsIn("webhooks_read_newest_events", "desc");

/** The sequence number of an event. Returns no row until the relay has assigned the number. */
export const findSequence = statement({
  name: "webhooks_find_sequence",
  params: { businessId: column.id, eventId: column.id },
  columns: { sequence: column.integer },
  sql: `select coalesce(sequence, 0) as sequence
        from ${publishedEvents} as event
        where business_id = $businessId
          and id = $eventId
          and sequence is not null`,
});

/**
 * The lowest sequence number of the events created at or after a time. Sequence numbers follow the order of commits, so an event may
 * precede another event that was created earlier. The times of the two events then differ by at most the duration of a transaction, which
 * is far below one hour.
 */
export const findSequenceSince = statement({
  name: "webhooks_find_sequence_since",
  params: { businessId: column.id, since: column.instant },
  columns: { sequence: column.integer },
  sql: `with first as (
          select created_at
          from ${publishedEvents} as event
          where business_id = $businessId
            and created_at >= $since
            and sequence is not null
          order by created_at
          limit 1
        )
        select coalesce(min(event.sequence), 0) as sequence
        from first
        join ${publishedEvents} as event
          on event.business_id = $businessId
          and event.created_at between first.created_at and first.created_at + interval '1 hour'
        where event.sequence is not null
        having min(event.sequence) is not null`,
});
