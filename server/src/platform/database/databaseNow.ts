/**
 * SQL for the current time of the database's clock, advanced by `$aheadMs` milliseconds (kernel/clock.ts). In a condition on an indexed
 * column write it as `(select …)`, because PostgreSQL uses an index only for values that are the same for every row.
 */
export const DATABASE_NOW = "clock_timestamp() + make_interval(secs => $aheadMs / 1000.0)";
