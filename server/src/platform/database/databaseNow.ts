/**
 * The database's time in SQL, `$aheadMs` milliseconds later than its clock says (kernel/clock.ts). In a condition on an
 * indexed column write it as `(select …)`: PostgreSQL searches an index only for values that cannot differ from row to row.
 */
export const DATABASE_NOW = "clock_timestamp() + make_interval(secs => $aheadMs / 1000.0)";
