import { column, insertInto, pick, statement } from "../../../platform/database/index.ts";
import { businessSettings, testClocks } from "../../../tables/business.ts";

const { columns } = testClocks;

export const insertTestClock = insertInto(
  "test_clocks_insert",
  testClocks,
  pick(columns, "business_id", "created_at", "updated_at"),
);

const clockColumns = pick(columns, "clock_at", "target_at");

export const findClock = statement({
  name: "test_clocks_find",
  params: pick(columns, "business_id"),
  columns: clockColumns,
  sql: `select clock_at, target_at
        from test_clocks
        where business_id = $business_id`,
});

/** The test clocks of these businesses. A business that is not a sandbox has none. */
export const findClocks = statement({
  name: "test_clocks_find_all",
  params: { businessIds: column.ids },
  columns: pick(columns, "business_id", "clock_at"),
  sql: `select business_id, clock_at
        from test_clocks
        where business_id = any($businessIds)`,
});

/** The test clock of the business with this slug. A business that is not a sandbox has none. */
export const findClockBySlug = statement({
  name: "test_clocks_find_by_slug",
  params: { slug: column.text },
  columns: pick(columns, "clock_at"),
  sql: `select clock.clock_at
        from ${businessSettings} as business
        join test_clocks as clock on clock.business_id = business.id
        where business.slug = $slug`,
});

export const lockClock = statement({
  name: "test_clocks_lock",
  params: pick(columns, "business_id"),
  columns: clockColumns,
  sql: `select clock_at, target_at
        from test_clocks
        where business_id = $business_id
        for no key update`,
});

/**
 * Stores the target time of an advance, which a worker performs. The advance starts at `$now`, the current time of the sandbox.
 */
export const startAdvance = statement({
  name: "test_clocks_start_advance",
  params: { businessId: column.id, targetAt: column.instant, now: column.instant },
  sql: `update test_clocks
        set clock_at = $now, target_at = $targetAt, updated_at = $now
        where business_id = $businessId`,
});

/**
 * Leases the clock that has waited longest: a clock that is being advanced, or a clock ahead of `$now` whose due work was last done
 * more than `$everySeconds` ago. Other workers skip the clock until the lease ends.
 */
export const leaseClock = statement({
  name: "test_clocks_lease",
  params: { now: column.instant, leaseSeconds: column.integer, everySeconds: column.integer },
  columns: pick(columns, "business_id", "clock_at", "target_at"),
  sql: `with moment as materialized (
          select
            clock_timestamp() as now,
            clock_timestamp() + make_interval(secs => $leaseSeconds) as lease_until,
            clock_timestamp() - make_interval(secs => $everySeconds) as last_at
        ),
        longest as materialized (
          select business_id
          from test_clocks
          where (target_at is not null or clock_at is not null)
            and (
              target_at is not null
              or clock_at > $now and (worked_at is null or worked_at < (select last_at from moment))
            )
            and (lease_until is null or lease_until < (select now from moment))
          order by worked_at nulls first, business_id
          limit 1
        )
        update test_clocks as clock
        set lease_until = moment.lease_until, worked_at = moment.now
        from longest, moment
        where clock.business_id = longest.business_id
          and (clock.lease_until is null or clock.lease_until < moment.now)
        returning clock.business_id, clock.clock_at, clock.target_at`,
});

/** Moves the clock and extends the lease. Returns no row if another worker has moved the clock in the meantime. */
export const moveClock = statement({
  name: "test_clocks_move",
  params: {
    businessId: column.id,
    fromAt: column.instant,
    toAt: column.instant,
    leaseSeconds: column.integer,
  },
  columns: pick(columns, "business_id"),
  sql: `with moment as materialized (
          select clock_timestamp() + make_interval(secs => $leaseSeconds) as lease_until
        )
        update test_clocks
        set
          clock_at = $toAt,
          target_at = case when target_at > $toAt then target_at end,
          lease_until = moment.lease_until
        from moment
        where business_id = $businessId
          and clock_at = $fromAt
        returning business_id`,
});

export const releaseClock = statement({
  name: "test_clocks_release",
  params: { businessId: column.id },
  sql: `update test_clocks
        set lease_until = null
        where business_id = $businessId`,
});
