import { column, DATABASE_NOW, statement } from "../../../platform/database/index.ts";
import { leaseParams } from "./leaseStore.ts";

/** Locks the leased endpoints, except those that another process has leased since. */
export const lockLeased = statement({
  name: "webhook_results_lock",
  params: leaseParams,
  columns: { id: column.id },
  sql: `select endpoint.id
        from webhook_endpoints as endpoint
        join unnest($businessIds, $endpointIds, $leaseNumbers)
            as lease (business_id, endpoint_id, lease_number)
          on endpoint.business_id = lease.business_id
          and endpoint.id = lease.endpoint_id
          and endpoint.lease_number = lease.lease_number
        order by endpoint.business_id, endpoint.id
        for no key update of endpoint`,
});

/**
 * Records results of attempts, one of each endpoint, in the delivery and in the endpoint, whose queue must be locked.
 * Results of a lease that another one has replaced are dropped. `continues`: another delivery is due and the lease is
 * extended; otherwise it ends. A queue with more deliveries due is due now, and not when they fell due, or a long queue
 * would always come before the others.
 */
export const recordAttempts = statement({
  name: "webhook_results_record",
  params: {
    ...leaseParams,
    deliveryIds: column.ids,
    succeeded: column.flags,
    counts: column.flags,
    mayContinue: column.flags,
    retryAfterMs: column.integers,
    /** JSON texts. */
    attempts: column.texts,
    leaseMs: column.integer,
    aheadMs: column.integer,
  },
  columns: { endpoint_id: column.id, continues: column.flag, is_due: column.flag },
  sql: `with moment as (
          select ${DATABASE_NOW} as now
        ),
        ended as (
          select attempted.*, attempted.attempt_text::jsonb as attempt, endpoint.status = 'enabled' as is_enabled
          from unnest($businessIds, $endpointIds, $leaseNumbers, $deliveryIds, $succeeded, $counts, $mayContinue,
              $retryAfterMs, $attempts)
            as attempted (business_id, endpoint_id, lease_number, delivery_id, succeeded, counts, may_continue,
              retry_after_ms, attempt_text)
          join webhook_endpoints as endpoint
            on endpoint.business_id = attempted.business_id
            and endpoint.id = attempted.endpoint_id
            and endpoint.lease_number = attempted.lease_number
        ),
        written as (
          update webhook_deliveries as delivery
          set
            status = case
              when ended.succeeded then 'succeeded'
              when ended.retry_after_ms is null then 'failed'
              else 'pending'
            end,
            due_at = case
              when not ended.succeeded and (ended.is_enabled or delivery.kind <> 'event')
                then moment.now + make_interval(secs => ended.retry_after_ms / 1000.0)
            end,
            attempt_count = delivery.attempt_count + 1,
            attempts = delivery.attempts || jsonb_build_array(ended.attempt),
            updated_at = moment.now
          from ended, moment
          where delivery.business_id = ended.business_id
            and delivery.id = ended.delivery_id
          returning delivery.id, delivery.due_at
        ),
        queue as (
          select ended.*, coalesce(other.due_at <= moment.now, false) as more_is_due,
            -- greatest() ignores null: without the case, an empty queue would be due now.
            case
              when written.due_at is not null or other.due_at is not null
                then greatest(least(written.due_at, other.due_at), moment.now)
            end as next_due_at
          from ended
          cross join moment
          left join written on written.id = ended.delivery_id
          left join lateral (
            select delivery.due_at
            from webhook_deliveries as delivery
            where delivery.business_id = ended.business_id
              and delivery.endpoint_id = ended.endpoint_id
              and delivery.due_at is not null
              and delivery.id <> ended.delivery_id
            order by delivery.due_at, delivery.id
            limit 1
          ) as other on true
        )
        update webhook_endpoints as endpoint
        set
          lease_until = case
            when queue.may_continue and queue.more_is_due
              then moment.now + make_interval(secs => $leaseMs / 1000.0)
          end,
          next_due_at = queue.next_due_at,
          failing_since = case
            when queue.succeeded then null
            when queue.counts then coalesce(endpoint.failing_since, moment.now)
            else endpoint.failing_since
          end,
          last_success_at = case when queue.succeeded then moment.now else endpoint.last_success_at end,
          last_failure_at = case
            when queue.counts and not queue.succeeded then moment.now
            else endpoint.last_failure_at
          end,
          last_error = case
            when queue.counts and not queue.succeeded then queue.attempt ->> 'error'
            else endpoint.last_error
          end
        from queue, moment
        where endpoint.business_id = queue.business_id
          and endpoint.id = queue.endpoint_id
        returning endpoint.id as endpoint_id,
          coalesce(queue.may_continue and queue.more_is_due, false) as continues,
          coalesce(queue.more_is_due, false) as is_due`,
});
