import { column, statement } from "../../../platform/database/index.ts";

/** Locks the endpoints $2 of the businesses $1, where they are still in the hands of whoever took them as number $3. */
export const lockTaken = statement(
  "webhook_results_lock",
  { id: column.id },
  `select e.id
   from webhook_endpoints e
   join unnest($1::uuid[], $2::uuid[], $3::bigint[]) as taken(business_id, endpoint_id, lease_number)
     on e.business_id = taken.business_id
     and e.id = taken.endpoint_id
     and e.lease_number = taken.lease_number
   order by e.business_id, e.id
   for no key update of e`,
);

/**
 * Writes down how attempts ended, in the delivery and in the endpoint, whose queue must be locked: of many deliveries at
 * once, one of each endpoint. An endpoint that was taken by somebody else meanwhile ($3 is no longer its number) is left
 * alone. `goes_on`: there is more to be sent at once and the lease lasts for another $11 milliseconds; else the endpoint
 * is given back. What is still due then waits behind the others that are: next_due_at is now, not when it fell due, or a
 * long queue would always come first.
 */
export const recordAttempts = statement(
  "webhook_results_record",
  { endpoint_id: column.id, goes_on: column.flag, is_due: column.flag },
  `with moment as (
     select clock_timestamp() + make_interval(secs => $12::bigint / 1000.0) as now
   ),
   ended as (
     select attempted.*, e.status = 'enabled' as is_enabled
     from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[], $5::boolean[], $6::boolean[], $7::boolean[],
         $8::bigint[], $9::jsonb[], $10::text[])
       as attempted(business_id, endpoint_id, lease_number, delivery_id, succeeded, counts, may_go_on,
         retry_after_ms, attempt, error)
     join webhook_endpoints e on e.business_id = attempted.business_id
       and e.id = attempted.endpoint_id
       and e.lease_number = attempted.lease_number
   ),
   written as (
     update webhook_deliveries d
     set status = case
         when ended.succeeded then 'succeeded'
         when ended.retry_after_ms is null then 'failed'
         else 'pending'
       end,
       due_at = case
         when not ended.succeeded and (ended.is_enabled or d.kind <> 'event')
           then moment.now + make_interval(secs => ended.retry_after_ms / 1000.0)
       end,
       attempt_count = d.attempt_count + 1,
       attempts = d.attempts || jsonb_build_array(ended.attempt),
       updated_at = moment.now
     from ended, moment
     where d.business_id = ended.business_id
       and d.id = ended.delivery_id
     returning d.id, d.due_at
   ),
   queue as (
     select ended.*, coalesce(others.due_at <= moment.now, false) as more_is_due,
       -- Of nothing and now the greatest is now: so the case, for a queue that is empty.
       case
         when written.due_at is not null or others.due_at is not null
           then greatest(least(written.due_at, others.due_at), moment.now)
       end as next_due_at
     from ended
     cross join moment
     left join written on written.id = ended.delivery_id
     left join lateral (
       select d.due_at
       from webhook_deliveries d
       where d.business_id = ended.business_id
         and d.endpoint_id = ended.endpoint_id
         and d.due_at is not null
         and d.id <> ended.delivery_id
       order by d.due_at, d.id
       limit 1
     ) others on true
   )
   update webhook_endpoints e
   set lease_until = case
       when queue.may_go_on and queue.more_is_due then moment.now + make_interval(secs => $11::bigint / 1000.0)
     end,
     next_due_at = queue.next_due_at,
     failing_since = case
       when queue.succeeded then null
       when queue.counts then coalesce(e.failing_since, moment.now)
       else e.failing_since
     end,
     last_success_at = case when queue.succeeded then moment.now else e.last_success_at end,
     last_failure_at = case when queue.counts and not queue.succeeded then moment.now else e.last_failure_at end,
     last_error = case when queue.counts and not queue.succeeded then queue.error else e.last_error end
   from queue, moment
   where e.business_id = queue.business_id
     and e.id = queue.endpoint_id
   returning e.id as endpoint_id, coalesce(queue.may_go_on and queue.more_is_due, false) as goes_on,
     coalesce(queue.more_is_due, false) as is_due`,
);
