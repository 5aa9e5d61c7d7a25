import { column, DATABASE_NOW, pick, statement } from "../../../platform/database/index.ts";
import { relayNames } from "../../../platform/outbox/table.ts";
import { deliveryOutages, FAILURE_CAUSES, webhookEndpoints } from "../../../tables/webhooks.ts";

/**
 * Acquires the lock for checking failing endpoints. Only one process at a time may hold the lock. Returns no row if another
 * process holds the lock, or if no endpoint is failing and no outage is open. In the latter case, locking the row would cause
 * an unnecessary write to disk (as in platform/outbox/relayStore.ts).
 */
export const lockCheck = statement({
  name: "webhook_outages_lock",
  columns: { name: column.text },
  sql: `select relay.name
        from ${relayNames} as relay
        where relay.name = 'outages'
          and (
            exists (select 1 from webhook_endpoints where failing_since is not null)
            or exists (select 1 from delivery_outages where is_open)
          )
        for update skip locked`,
});

/** The open outage. `ended_at` is the last time at which the outage was observed. */
export const findOutage = statement({
  name: "webhook_outages_find",
  columns: pick(deliveryOutages.columns, "id", "ended_at"),
  sql: `select id, ended_at
        from delivery_outages
        where is_open`,
});

/** The earliest failure to connect whose cause is undecided. */
export const findUndecided = statement({
  name: "webhook_outages_find_undecided",
  columns: { failed_at: column.instant },
  sql: `select coalesce(last_failure_at, failing_since) as failed_at
        from webhook_endpoints
        where failing_since is not null
          and last_failure_cause = 'undecided'
          and last_failure_at is not null
        order by last_failure_at
        limit 1`,
});

/**
 * Returns a row if a connection to any endpoint has succeeded since `$since`. Uses no index, because every delivery would have to update
 * the index. Runs only while a failure is undecided or an outage is open.
 */
export const hasConnectedSince = statement({
  name: "webhook_outages_has_connected",
  params: { since: column.instant },
  columns: pick(webhookEndpoints.columns, "id"),
  sql: `select id
        from webhook_endpoints
        where last_connected_at > $since
        limit 1`,
});

/** The endpoints with the most recent successful connections. */
export const listConnected = statement({
  name: "webhook_outages_list_connected",
  params: { limit: column.integer },
  columns: pick(webhookEndpoints.columns, "url"),
  sql: `select url
        from webhook_endpoints
        where last_connected_at is not null
        order by last_connected_at desc, id
        limit $limit`,
});

/** Sets the cause of all undecided failures. The causes of later failures are undecided again. */
export const decideFailures = statement({
  name: "webhook_outages_decide",
  params: { cause: column.oneOf(...FAILURE_CAUSES) },
  sql: `with undecided as materialized (
          select business_id, id
          from webhook_endpoints
          where failing_since is not null
            and last_failure_cause = 'undecided'
          order by business_id, id
        )
        update webhook_endpoints as endpoint
        set last_failure_cause = $cause
        from undecided
        where endpoint.business_id = undecided.business_id
          and endpoint.id = undecided.id
          and endpoint.failing_since is not null
          and endpoint.last_failure_cause = 'undecided'`,
});

export const startOutage = statement({
  name: "webhook_outages_start",
  params: { id: column.id, startedAt: column.instant, aheadMs: column.integer },
  sql: `insert into delivery_outages (id, started_at, ended_at, is_open)
        values ($id, $startedAt, greatest(${DATABASE_NOW}, $startedAt + interval '1 millisecond'), true)`,
});

/** Extends an open outage to the current time. */
export const extendOutage = statement({
  name: "webhook_outages_extend",
  params: { id: column.id, aheadMs: column.integer },
  sql: `update delivery_outages
        set ended_at = greatest(ended_at, ${DATABASE_NOW})
        where id = $id`,
});

/** Ends an outage. `ended_at` remains the last time at which the outage was observed. */
export const endOutage = statement({
  name: "webhook_outages_end",
  params: { id: column.id },
  sql: `update delivery_outages
        set is_open = false
        where id = $id`,
});

/**
 * The endpoints that have failed for `$limitMs`, excluding outages. `failed_late` is true if the receiver has caused a failed
 * attempt after that time.
 */
export const listLongFailing = statement({
  name: "webhook_outages_list_long_failing",
  params: { aheadMs: column.integer, limitMs: column.integer, limit: column.integer },
  columns: {
    ...pick(webhookEndpoints.columns, "business_id", "id", "url", "last_error"),
    failing_since: column.instant,
    failed_late: column.flag,
    is_due: column.flag,
  },
  sql: `with moment as (
          select ${DATABASE_NOW} as now, make_interval(secs => $limitMs / 1000.0) as time_limit
        ),
        failing as (
          select *
          from webhook_endpoints
          where failing_since <= (select now - time_limit from moment)
            and status = 'enabled'
        ),
        with_outages as (
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
        select endpoint.business_id, endpoint.id, endpoint.url, endpoint.last_error,
          coalesce(endpoint.failing_since, moment.now) as failing_since,
          coalesce(
            endpoint.last_failure_at - endpoint.failing_since - endpoint.until_failure >= moment.time_limit
              and endpoint.last_failure_cause = 'receiver',
            false
          ) as failed_late,
          coalesce(endpoint.next_due_at <= moment.now, false) as is_due
        from with_outages as endpoint, moment
        where moment.now - endpoint.failing_since - endpoint.until_now >= moment.time_limit
        order by failed_late desc, endpoint.failing_since, endpoint.id
        limit $limit`,
});
