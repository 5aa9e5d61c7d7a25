import { column, statement } from "../../../platform/database/index.ts";

/**
 * One process at a time watches over failing endpoints. Nothing when another one is at it, or when none fails: a row lock
 * is written to the disk (as of the relay's, platform/outbox/relayStore.ts).
 */
export const takeWatch = statement(
  "webhook_watch_take",
  { name: column.text },
  `select name
   from relays
   where name = 'outages'
     and exists (select 1 from webhook_endpoints where failing_since is not null)
   for update skip locked`,
);

/**
 * Of the last ten minutes: endpoints that failed and had no success, and endpoints of the failing lane that are due or
 * under way, of which nobody knows yet. (Whatever failed has failing_since, until it succeeds.)
 */
export const countFailing = statement(
  "webhook_watch_count_failing",
  { failed: column.integer, undecided: column.integer },
  `with moment as (
     select clock_timestamp() + make_interval(secs => $1::bigint / 1000.0) as now
   ),
   began as (
     select now - interval '10 minutes' as at
     from moment
   )
   select
     (
       select count(*)
       from webhook_endpoints
       where failing_since is not null
         and last_failure_at >= (select at from began)
         and (last_success_at is null or last_success_at < (select at from began))
     ) as failed,
     (
       select count(*)
       from webhook_endpoints
       where failing_since is not null
         and next_due_at <= (select now from moment)
         and last_failure_at < (select at from began)
     ) as undecided`,
);

/**
 * Endpoints that had a success in the last ten minutes, up to $2 of them: more would make no difference. Read without
 * an index, which every delivery would have to keep up, and only while many fail.
 */
export const countSucceeding = statement(
  "webhook_watch_count_succeeding",
  { succeeded: column.integer },
  `select count(*) as succeeded
   from (
     select
     from webhook_endpoints
     where last_success_at >= (
       select clock_timestamp() + make_interval(secs => $1::bigint / 1000.0) - interval '10 minutes'
     )
     limit $2
   ) as succeeding`,
);

/** The last ten minutes were an outage: goes on with the last one if that reaches into them, else ($2) is another one. */
export const noteOutage = statement(
  "webhook_watch_note_outage",
  {},
  `with moment as (
     select clock_timestamp() + make_interval(secs => $1::bigint / 1000.0) as now
   ),
   prolonged as (
     update delivery_outages
     set ended_at = greatest(ended_at, moment.now)
     from moment
     where ended_at >= moment.now - interval '10 minutes'
     returning id
   )
   insert into delivery_outages (id, started_at, ended_at)
   select $2::uuid, moment.now - interval '10 minutes', moment.now
   from moment
   where not exists (select from prolonged)`,
);

/**
 * Endpoints whose first failure was 72 hours ($2 milliseconds) ago, without the time in which we were out ourselves,
 * $3 of them at most. `failed_late`: an attempt has failed since, and not in an outage.
 */
export const longFailing = statement(
  "webhook_watch_long_failing",
  {
    business_id: column.id,
    id: column.id,
    url: column.text,
    failing_since: column.instant,
    failed_late: column.flag,
    is_due: column.flag,
  },
  `with moment as (
     select clock_timestamp() + make_interval(secs => $1::bigint / 1000.0) as now,
       make_interval(secs => $2::bigint / 1000.0) as patience
   ),
   failing as (
     select business_id, id, url, failing_since, last_failure_at, next_due_at
     from webhook_endpoints
     where failing_since <= (select now - patience from moment)
       and status = 'enabled'
   ),
   excused as (
     select failing.*,
       (
         select coalesce(sum(least(o.ended_at, moment.now) - greatest(o.started_at, failing.failing_since)), interval '0')
         from delivery_outages o
         where o.ended_at > failing.failing_since
           and o.started_at < moment.now
       ) as until_now,
       (
         select coalesce(
           sum(least(o.ended_at, failing.last_failure_at) - greatest(o.started_at, failing.failing_since)),
           interval '0'
         )
         from delivery_outages o
         where o.ended_at > failing.failing_since
           and o.started_at < failing.last_failure_at
       ) as until_failure
     from failing, moment
   )
   select e.business_id, e.id, e.url, coalesce(e.failing_since, moment.now) as failing_since,
     coalesce(
       e.last_failure_at - e.failing_since - e.until_failure >= moment.patience
         and not exists (
           select
           from delivery_outages o
           where e.last_failure_at between o.started_at and o.ended_at
         ),
       false
     ) as failed_late,
     coalesce(e.next_due_at <= moment.now, false) as is_due
   from excused e, moment
   where moment.now - e.failing_since - e.until_now >= moment.patience
   order by failed_late desc, e.failing_since, e.id
   limit $3`,
);
