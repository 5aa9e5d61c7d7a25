import { column, statement } from "../../../platform/database/index.ts";

/**
 * Turns an endpoint off whose first failure was at $3 still. A success since then, or somebody who enabled it, comes
 * first: then nothing is answered.
 */
export const disableEndpoint = statement(
  "webhook_shutoff_disable",
  { failing_since_text: column.text, business_name: column.text },
  `with moment as (
     select clock_timestamp() + make_interval(secs => $4::bigint / 1000.0) as now
   )
   update webhook_endpoints e
   set status = 'disabled', disabled_at = moment.now, updated_at = moment.now
   from moment, businesses b
   where e.business_id = $1
     and e.id = $2
     and e.status = 'enabled'
     and date_trunc('milliseconds', e.failing_since) = $3
     and b.id = e.business_id
   returning to_char(e.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as failing_since_text,
     b.name as business_name`,
);

/** Events on their way to it wait from now on, until somebody enables it; tests and redeliveries keep their times. */
export const haltDeliveries = statement(
  "webhook_shutoff_halt",
  {},
  `update webhook_deliveries
   set due_at = null
   where business_id = $1
     and endpoint_id = $2
     and kind = 'event'
     and due_at is not null`,
);

export const owners = statement(
  "webhook_shutoff_owners",
  { user_id: column.id, email: column.text },
  `select m.user_id, u.email
   from memberships m
   join users u on u.id = m.user_id
   where m.business_id = $1
     and m.role = 'owner'
   order by m.created_at, m.user_id`,
);

/** The oldest of what never arrived is due once more. */
export const tryOldestAgain = statement(
  "webhook_shutoff_try_oldest_again",
  { id: column.id },
  `update webhook_deliveries
   set status = 'pending', due_at = clock_timestamp() + make_interval(secs => $3::bigint / 1000.0)
   where business_id = $1
     and id = (
       select id
       from webhook_deliveries
       where business_id = $1
         and endpoint_id = $2
         and kind <> 'test'
         and status = 'failed'
       order by created_at, id
       limit 1
     )
   returning id`,
);
