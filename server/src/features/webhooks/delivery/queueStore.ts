import { column, statement } from "../../../platform/database/index.ts";

/**
 * An endpoint is a queue, and its row the lock of it: whoever adds to the queue or takes from it locks the row first and
 * looks at the deliveries in a later statement. Several are locked in the order of their keys.
 *
 * Where time counts, it is the database's, `$n` milliseconds ahead of what it says (kernel/clock.ts). It is asked for by
 * a query of its own, for an index is not searched for what could differ from row to row.
 */
export const lockQueue = statement(
  "webhook_queue_lock",
  { id: column.id },
  `select id
   from webhook_endpoints
   where business_id = $1
     and id = $2
   for no key update`,
);

/** Sets the time of the earliest delivery that waits, or none. Events of a disabled endpoint have no time, until it is enabled. */
export const recountQueue = statement(
  "webhook_queue_recount",
  {},
  `update webhook_endpoints e
   set next_due_at = (
     select min(d.due_at)
     from webhook_deliveries d
     where d.business_id = e.business_id
       and d.endpoint_id = e.id
       and d.due_at is not null
   )
   where e.business_id = $1
     and e.id = $2`,
);

/** The endpoints of the businesses $1 that are told of any of the types $2, locked. */
export const lockSubscribers = statement(
  "webhook_queue_lock_subscribers",
  {
    business_id: column.id,
    id: column.id,
    events: column.texts,
    status: column.oneOf("enabled", "disabled"),
  },
  `select business_id, id, events, status
   from webhook_endpoints
   where business_id = any($1::uuid[])
     and events && $2::text[]
   order by business_id, id
   for no key update`,
);

/**
 * Deliveries of events, in the order in which they are given: due at once where the endpoint is enabled ($6); what is
 * for a disabled one waits until somebody enables it.
 */
export const addDeliveries = statement(
  "webhook_queue_add",
  {},
  `insert into webhook_deliveries (business_id, id, endpoint_id, kind, event_id, event_type, status, due_at, created_at, updated_at)
   select added.business_id, added.id, added.endpoint_id, 'event', added.event_id, added.event_type, 'pending',
     case when added.is_due then moment.now end, moment.now, moment.now
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::boolean[])
       as added(business_id, id, endpoint_id, event_id, event_type, is_due),
     (select date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $7::bigint / 1000.0) as now) as moment
   on conflict (business_id, endpoint_id, event_id) where kind = 'event' do nothing`,
);

/** Has the queues of $2 in the businesses $1 looked at now, unless they are already to be. */
export const dueNow = statement(
  "webhook_queue_due_now",
  {},
  `update webhook_endpoints e
   set next_due_at = moment.now
   from unnest($1::uuid[], $2::uuid[]) as queue(business_id, id),
     (select date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $3::bigint / 1000.0) as now) as moment
   where e.business_id = queue.business_id
     and e.id = queue.id
     and (e.next_due_at is null or e.next_due_at > moment.now)`,
);
