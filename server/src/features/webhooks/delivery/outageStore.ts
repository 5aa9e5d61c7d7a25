import { column, DATABASE_NOW, list, pick, statement } from "../../../platform/database/index.ts";
import { relayNames } from "../../../platform/outbox/table.ts";
import { deliveryOutages, webhookEndpoints } from "../../../tables/webhooks.ts";

/**
 * One process at a time checks failing endpoints. No row when another process does, or when no endpoint fails: a row
 * lock is written to the disk (as the relay's is, platform/outbox/relayStore.ts).
 */
export const lockCheck = statement({
  name: "webhook_outages_lock",
  columns: { name: column.text },
  sql: `select relay.name
        from ${relayNames} as relay
        where relay.name = 'outages'
          and exists (select 1 from webhook_endpoints where failing_since is not null)
        for update skip locked`,
});

/**
 * Of the last ten minutes: endpoints that failed and had no success, and failing endpoints whose attempt is due or under
 * way and has no result yet.
 */
export const countFailing = statement({
  name: "webhook_outages_count_failing",
  params: { aheadMs: column.integer },
  columns: { failed: column.integer, undecided: column.integer },
  sql: `with moment as (
          select ${DATABASE_NOW} as now, ${DATABASE_NOW} - interval '10 minutes' as began_at
        )
        select
          (
            select count(*)
            from webhook_endpoints
            where failing_since is not null
              and last_failure_at >= (select began_at from moment)
              and (last_success_at is null or last_success_at < (select began_at from moment))
          ) as failed,
          (
            select count(*)
            from webhook_endpoints
            where failing_since is not null
              and next_due_at <= (select now from moment)
              and last_failure_at < (select began_at from moment)
          ) as undecided`,
});

/**
 * Endpoints that had a success in the last ten minutes, up to `$limit`: more would make no difference. Read without an
 * index, which every delivery would have to update, and only while many endpoints fail.
 */
export const countSucceeding = statement({
  name: "webhook_outages_count_succeeding",
  params: { aheadMs: column.integer, limit: column.integer },
  columns: { succeeded: column.integer },
  sql: `select count(*) as succeeded
        from (
          select
          from webhook_endpoints
          where last_success_at >= (select ${DATABASE_NOW} - interval '10 minutes')
          limit $limit
        ) as succeeding`,
});

/** Records that the last ten minutes were an outage: extends the last one if it ended within them, or adds another one. */
export const recordOutage = statement({
  name: "webhook_outages_record",
  params: { id: column.id, aheadMs: column.integer },
  sql: `with moment as (
          select ${DATABASE_NOW} as now
        ),
        extended as (
          update delivery_outages
          set ended_at = greatest(ended_at, moment.now)
          from moment
          where ended_at >= moment.now - interval '10 minutes'
          returning id
        )
        insert into ${deliveryOutages.name} (${list(deliveryOutages.columns)})
        select $id, moment.now - interval '10 minutes', moment.now
        from moment
        where not exists (select from extended)`,
});

/**
 * Endpoints that have failed for `$limitMs`, not counting outages. `failed_late`: an attempt has failed after that time,
 * and not during an outage.
 */
export const listLongFailing = statement({
  name: "webhook_outages_list_long_failing",
  params: { aheadMs: column.integer, limitMs: column.integer, limit: column.integer },
  columns: {
    ...pick(webhookEndpoints.columns, "business_id", "id", "url"),
    failing_since: column.instant,
    failed_late: column.flag,
    is_due: column.flag,
  },
  sql: `with moment as (
          select ${DATABASE_NOW} as now, make_interval(secs => $limitMs / 1000.0) as time_limit
        ),
        failing as (
          select business_id, id, url, failing_since, last_failure_at, next_due_at
          from webhook_endpoints
          where failing_since <= (select now - time_limit from moment)
            and status = 'enabled'
        ),
        excused as (
          select failing.*,
            (
              select coalesce(
                sum(least(outage.ended_at, moment.now) - greatest(outage.started_at, failing.failing_since)),
                interval '0'
              )
              from delivery_outages as outage
              where outage.ended_at > failing.failing_since
                and outage.started_at < moment.now
            ) as until_now,
            (
              select coalesce(
                sum(least(outage.ended_at, failing.last_failure_at) - greatest(outage.started_at, failing.failing_since)),
                interval '0'
              )
              from delivery_outages as outage
              where outage.ended_at > failing.failing_since
                and outage.started_at < failing.last_failure_at
            ) as until_failure
          from failing, moment
        )
        select endpoint.business_id, endpoint.id, endpoint.url,
          coalesce(endpoint.failing_since, moment.now) as failing_since,
          coalesce(
            endpoint.last_failure_at - endpoint.failing_since - endpoint.until_failure >= moment.time_limit
              and not exists (
                select
                from delivery_outages as outage
                where endpoint.last_failure_at between outage.started_at and outage.ended_at
              ),
            false
          ) as failed_late,
          coalesce(endpoint.next_due_at <= moment.now, false) as is_due
        from excused as endpoint, moment
        where moment.now - endpoint.failing_since - endpoint.until_now >= moment.time_limit
        order by failed_late desc, endpoint.failing_since, endpoint.id
        limit $limit`,
});
