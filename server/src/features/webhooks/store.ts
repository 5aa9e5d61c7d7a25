import { column, statement } from "../../platform/database/index.ts";
import { DELIVERY_KINDS, DELIVERY_STATUSES, ENDPOINT_STATUSES, SOURCES } from "./schema.ts";

/** Subscriptions of a business are made one after the other: else two at once could pass the limit together. */
export const lockBusiness = statement(
  "webhooks_lock_business",
  { id: column.id },
  `select id
   from businesses
   where id = $1
   for no key update`,
);

/** Asked in a later statement than the lock: it sees what was subscribed while the lock was waited for. */
export const countEndpoints = statement(
  "webhooks_count_endpoints",
  { endpoint_count: column.integer },
  `select count(*) as endpoint_count
   from webhook_endpoints
   where business_id = $1`,
);

export const endpointColumns = {
  id: column.id,
  url: column.text,
  events: column.texts,
  source: column.oneOf(...SOURCES),
  status: column.oneOf(...ENDPOINT_STATUSES),
  failing_since: column.nullable(column.instant),
  disabled_at: column.nullable(column.instant),
  last_success_at: column.nullable(column.instant),
  last_failure_at: column.nullable(column.instant),
  last_error: column.nullable(column.text),
  created_at: column.instant,
  updated_at: column.instant,
};

export const insertEndpoint = statement(
  "webhooks_insert_endpoint",
  endpointColumns,
  `insert into webhook_endpoints (business_id, id, url, events, source, status, secret_encrypted, created_at, updated_at)
   values ($1, $2, $3, $4, $5, 'enabled', $6, $7, $7)
   returning id, url, events, source, status, failing_since, disabled_at, last_success_at, last_failure_at, last_error,
     created_at, updated_at`,
);

/** Newest first, from behind the last one given ($2, $3); both null for the first page. */
export const listEndpoints = statement(
  "webhooks_list_endpoints",
  endpointColumns,
  `select id, url, events, source, status, failing_since, disabled_at, last_success_at, last_failure_at, last_error,
     created_at, updated_at
   from webhook_endpoints
   where business_id = $1
     and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
   order by created_at desc, id desc
   limit $4`,
);

/** The endpoint, if it is there. */
export const findEndpoint = statement(
  "webhooks_find_endpoint",
  endpointColumns,
  `select id, url, events, source, status, failing_since, disabled_at, last_success_at, last_failure_at, last_error,
     created_at, updated_at
   from webhook_endpoints
   where business_id = $1
     and id = $2`,
);

/** Its deliveries wait behind this lock: they refer to the endpoint, and a result is written to its row first. */
export const lockEndpoint = statement(
  "webhooks_lock_endpoint",
  { ...endpointColumns, secret_encrypted: column.text },
  `select id, url, events, source, status, failing_since, disabled_at, last_success_at, last_failure_at, last_error,
     created_at, updated_at, secret_encrypted
   from webhook_endpoints
   where business_id = $1
     and id = $2
   for no key update`,
);

/** Its deliveries go with it, those under way too: a result finds nothing that it could be written to. */
export const deleteEndpoint = statement(
  "webhooks_delete_endpoint",
  { id: column.id },
  `delete from webhook_endpoints
   where business_id = $1
     and id = $2
   returning id`,
);

/** `last_error` stays: it says what was wrong. */
export const enableEndpoint = statement(
  "webhooks_enable_endpoint",
  endpointColumns,
  `update webhook_endpoints
   set status = 'enabled', failing_since = null, disabled_at = null, updated_at = $3
   where business_id = $1
     and id = $2
   returning id, url, events, source, status, failing_since, disabled_at, last_success_at, last_failure_at, last_error,
     created_at, updated_at`,
);

/**
 * What waited while the endpoint was off is due now, where its event is at most three days old by the database's clock
 * ($3: milliseconds that it is ahead); what is older stays in the log, for whoever asks for it. Redeliveries and tests
 * went out meanwhile and keep their times.
 */
export const resumeDeliveries = statement(
  "webhooks_resume_deliveries",
  {},
  `update webhook_deliveries d
   set status = case when e.created_at >= moment.now - interval '3 days' then 'pending' else 'failed' end,
     due_at = case when e.created_at >= moment.now - interval '3 days' then moment.now end,
     updated_at = moment.now
   from events e,
     (select date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $3::bigint / 1000.0) as now) as moment
   where d.business_id = $1
     and d.endpoint_id = $2
     and d.kind = 'event'
     and d.status = 'pending'
     and e.business_id = d.business_id
     and e.id = d.event_id`,
);

/** The secret that signed so far ($3, if any) goes on beside the new one ($4) for 24 hours of the database's clock. */
export const rotateEndpointSecret = statement(
  "webhooks_rotate_secret",
  endpointColumns,
  `update webhook_endpoints
   set secret_encrypted = $4, earlier_secret_encrypted = $3::text,
     earlier_secret_until = case when $3::text is not null
       then clock_timestamp() + make_interval(secs => $5::bigint / 1000.0) + interval '24 hours' end,
     updated_at = $6
   where business_id = $1
     and id = $2
   returning id, url, events, source, status, failing_since, disabled_at, last_success_at, last_failure_at, last_error,
     created_at, updated_at`,
);

/** One attempt, as whoever sends writes it down. */
export interface StoredAttempt {
  readonly number: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly response_status?: number | null;
  readonly error?: string | null;
}

export const deliveryColumns = {
  id: column.id,
  endpoint_id: column.id,
  kind: column.oneOf(...DELIVERY_KINDS),
  event_id: column.nullable(column.id),
  event_type: column.text,
  status: column.oneOf(...DELIVERY_STATUSES),
  due_at: column.nullable(column.instant),
  attempts: column.json<StoredAttempt[]>(),
  created_at: column.instant,
  updated_at: column.instant,
};

/**
 * The log of an endpoint, newest first; $3 to $5 filter by status, event and kind where they are not null. From behind
 * the last one given ($6, $7), whose time is whole milliseconds like that of all of them; both null for the first page.
 */
export const listDeliveries = statement(
  "webhooks_list_deliveries",
  deliveryColumns,
  `select id, endpoint_id, kind, event_id, event_type, status, due_at, attempts, created_at, updated_at
   from webhook_deliveries
   where business_id = $1
     and endpoint_id = $2
     and ($3::text is null or status = $3)
     and ($4::text is null or event_type = $4)
     and ($5::text is null or kind = $5)
     and ($6::timestamptz is null or (created_at, id) < ($6, $7::uuid))
   order by created_at desc, id desc
   limit $8`,
);

export const findDelivery = statement(
  "webhooks_find_delivery",
  { kind: column.oneOf(...DELIVERY_KINDS), event_id: column.nullable(column.id), event_type: column.text },
  `select kind, event_id, event_type
   from webhook_deliveries
   where business_id = $1
     and endpoint_id = $2
     and id = $3`,
);

/** A delivery that somebody asked for: due at once, by the database's clock ($7: milliseconds that it is ahead). */
export const insertDelivery = statement(
  "webhooks_insert_delivery",
  deliveryColumns,
  `insert into webhook_deliveries
     (business_id, id, endpoint_id, kind, event_id, event_type, status, due_at, created_at, updated_at)
   select $1::uuid, $2::uuid, $3::uuid, $4, $5::uuid, $6, 'pending', moment.now, moment.now, moment.now
   from (
     select date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $7::bigint / 1000.0) as now
   ) as moment
   returning id, endpoint_id, kind, event_id, event_type, status, due_at, attempts, created_at, updated_at`,
);

/**
 * Events of a business from behind the sequence number $2, of the types $3. The full body is given only where it was
 * written and the business sends full ones now: the stricter of the two decides, as it does for deliveries.
 */
export const readEvents = statement(
  "webhooks_read_events",
  { sequence: column.integer, body: column.text },
  `select coalesce(e.sequence, 0) as sequence,
     case when b.webhook_payload = 'full' then coalesce(e.body_full, e.body_ids) else e.body_ids end as body
   from events e
   join businesses b on b.id = e.business_id
   where e.business_id = $1
     and e.sequence > $2
     and e.type = any($3)
   order by e.sequence
   limit $4`,
);
