import { column, DATABASE_NOW, statement } from "../../../platform/database/index.ts";
import { leaseParams, ofPartition } from "./leaseStore.ts";

/** Locks the leased endpoints of a partition, except those that another process has leased in the meantime. */
export const lockLeased = statement({
  name: "webhook_results_lock",
  params: leaseParams,
  columns: { id: column.id },
  sql: `select endpoint.id
        from webhook_endpoints as endpoint
        join unnest($businessIds, $endpointIds, $leaseNumbers)
            as lease (business_id, endpoint_id, lease_number)
          on ${ofPartition("endpoint.business_id")}
          and endpoint.business_id = lease.business_id
          and endpoint.id = lease.endpoint_id
          and endpoint.lease_number = lease.lease_number
        order by endpoint.business_id, endpoint.id
        for no key update of endpoint`,
});

/**
 * Records the results of attempts of a partition, in the order in which they arrived, in the deliveries and the endpoints. The queues must
 * be locked. Drops the results of a lease that another lease has replaced. `continues` means that the lease is extended, because other
 * deliveries are in flight or another delivery is due; otherwise the lease ends. If more deliveries of a queue are due, the queue's next
 * due time is the current time, so that a long queue does not always precede other queues.
 */
export const recordAttempts = statement({
  name: "webhook_results_record",
  params: {
    ...leaseParams,
    deliveryIds: column.ids,
    succeeded: column.flags,
    counts: column.flags,
    connected: column.flags,
    /** Whether the installation may have caused the failure. */
    undecided: column.flags,
    holdsLease: column.flags,
    mayContinue: column.flags,
    retryAfterMs: column.integers,
    /** The log entries of the attempts, as JSON. */
    attempts: column.texts,
    /** The beginnings of the response bodies. An empty text is not stored. */
    responseBodies: column.texts,
    leaseMs: column.integer,
    maxConcurrency: column.integer,
    aheadMs: column.integer,
  },
  columns: { endpoint_id: column.id, continues: column.flag, is_due: column.flag },
  sql: `with moment as materialized (
          select ${DATABASE_NOW} as now, ${DATABASE_NOW} + make_interval(secs => $leaseMs / 1000.0) as lease_until
        ),
        ended as (
          select attempted.*, attempted.attempt_text::jsonb as attempt,
            endpoint.status = 'enabled' as is_enabled, endpoint.last_failure_at as failed_before_at,
            moment.now + make_interval(secs => attempted.retry_after_ms / 1000.0) as retry_at,
            jsonb_build_array(attempted.attempt_text::jsonb) as attempts,
            case
              when attempted.response_body = '' then '{}'
              else jsonb_build_object(attempted.attempt_text::jsonb ->> 'number', attempted.response_body)
            end as response_bodies,
            (attempted.attempt_text::jsonb ->> 'started_at')::timestamptz as started_at
          from moment
          cross join unnest($businessIds, $endpointIds, $leaseNumbers, $deliveryIds, $succeeded, $counts, $connected, $undecided,
              $holdsLease, $mayContinue, $retryAfterMs, $attempts, $responseBodies)
            with ordinality
            as attempted (business_id, endpoint_id, lease_number, delivery_id, succeeded, counts, connected, undecided,
              holds_lease, may_continue, retry_after_ms, attempt_text, response_body, position)
          join webhook_endpoints as endpoint
            on ${ofPartition("endpoint.business_id")}
            and endpoint.business_id = attempted.business_id
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
                then ended.retry_at
            end,
            attempt_count = delivery.attempt_count + 1,
            attempts = delivery.attempts || ended.attempts,
            response_bodies = delivery.response_bodies || ended.response_bodies,
            updated_at = moment.now
          from ended, moment
          where ${ofPartition("delivery.business_id")}
            and delivery.business_id = ended.business_id
            and delivery.id = ended.delivery_id
          returning delivery.id, delivery.endpoint_id, delivery.due_at
        ),
        summary as (
          select ended.business_id, ended.endpoint_id,
            bool_or(ended.succeeded) as has_success,
            bool_or(ended.connected) as has_connected,
            bool_or(ended.holds_lease) as holds_lease,
            bool_and(ended.may_continue) as may_continue,
            max(ended.position) filter (where ended.succeeded) as last_success,
            max(ended.position) filter (where ended.counts and not ended.succeeded) as last_failure,
            -- A success counts only if its request started after the last failure: an earlier request says nothing about the time since.
            count(*) filter (
              where ended.succeeded
                and (ended.failed_before_at is null or ended.started_at >= ended.failed_before_at)
            ) as new_successes
          from ended
          group by ended.business_id, ended.endpoint_id
        ),
        queue as (
          select summary.*, failure.attempt ->> 'error' as error, failure.undecided,
            coalesce(other.due_at <= moment.now, false) as more_is_due,
            -- greatest() ignores null: without the case expression, the next due time of an empty queue would be now.
            case
              when retried.due_at is not null or other.due_at is not null
                then greatest(least(retried.due_at, other.due_at), moment.now)
            end as next_due_at
          from summary
          cross join moment
          left join ended as failure
            on failure.endpoint_id = summary.endpoint_id
            and failure.position = summary.last_failure
          left join lateral (
            select min(written.due_at) as due_at
            from written
            where written.endpoint_id = summary.endpoint_id
          ) as retried on true
          left join lateral (
            select delivery.due_at
            from webhook_deliveries as delivery
            where ${ofPartition("delivery.business_id")}
              and delivery.business_id = summary.business_id
              and delivery.endpoint_id = summary.endpoint_id
              and delivery.due_at is not null
              and delivery.id <> all($deliveryIds)
            order by delivery.due_at, delivery.id
            limit 1
          ) as other on true
        )
        update webhook_endpoints as endpoint
        set
          lease_until = case
            when queue.holds_lease or (queue.may_continue and queue.more_is_due)
              then moment.lease_until
          end,
          next_due_at = queue.next_due_at,
          failing_since = case
            when queue.last_failure > coalesce(queue.last_success, 0) then
              case when queue.has_success then moment.now else coalesce(endpoint.failing_since, moment.now) end
            when queue.has_success then null
            else endpoint.failing_since
          end,
          last_success_at = case when queue.has_success then moment.now else endpoint.last_success_at end,
          last_connected_at = case when queue.has_connected then moment.now else endpoint.last_connected_at end,
          last_failure_at = case when queue.last_failure is not null then moment.now else endpoint.last_failure_at end,
          last_error = case when queue.last_failure is not null then queue.error else endpoint.last_error end,
          last_failure_cause = case
            when queue.last_failure is null then endpoint.last_failure_cause
            when queue.undecided then 'undecided'
            else 'receiver'
          end,
          concurrency_limit = case
            when queue.last_failure is not null then 1
            else least(endpoint.concurrency_limit + queue.new_successes, $maxConcurrency)
          end
        from queue, moment
        where ${ofPartition("endpoint.business_id")}
          and endpoint.business_id = queue.business_id
          and endpoint.id = queue.endpoint_id
        returning endpoint.id as endpoint_id,
          coalesce(queue.holds_lease or (queue.may_continue and queue.more_is_due), false) as continues,
          coalesce(queue.more_is_due, false) as is_due`,
});
