import { column, type Reader, statement, type Transaction } from "./database/index.ts";

/**
 * Reads the time for the `updated_at` of records that are listed with `updated_since`. This time and the horizon of such lists (decision
 * 38) come from the database's clock, which all processes share. The time of a change is at or after the start of its transaction, so no
 * open transaction can add a change before the earliest start.
 */
const readStamp = statement({
  name: "update_times_stamp",
  columns: { at: column.instant },
  sql: "select date_trunc('milliseconds', clock_timestamp()) as at",
});

/**
 * Reads the earliest start of the open transactions that may still write: transactions with a transaction id, and those of Daybook's own
 * sessions, which may write next. PostgreSQL shows a role its own sessions without further privileges.
 */
const readHorizon = statement({
  name: "update_times_horizon",
  columns: { horizon_at: column.instant },
  sql: `select date_trunc('milliseconds', least(moment.at, (
          select min(xact_start)
          from pg_stat_activity
          where datname = current_database()
            and pid <> pg_backend_pid()
            and (backend_xid is not null or application_name = 'daybook')
        ))) as horizon_at
        from (select clock_timestamp() as at) as moment`,
});

/** Returns the `updated_at` of a change: `now` is the time of the request, `before` the record's current value. */
export type UpdateTime = (now: number, before?: number) => number;

/**
 * Reads the time of a change. Send this query together with the statements that lock the record, so that the query needs no
 * extra round trip. If changes do not get the database's time (`hasSystemClock`), sends no query and uses the caller's time.
 */
export async function updateTime(tx: Transaction): Promise<UpdateTime> {
  const [stamp] = tx.hasSystemClock ? await tx.query(readStamp, {}) : [];
  return (now, before = Number.NEGATIVE_INFINITY) => Math.max(stamp?.at ?? now, before);
}

/** A horizon after every possible `updated_at`. */
export const NO_HORIZON_AT = Date.UTC(2200, 11, 31);

/**
 * Returns a horizon for `updated_at`. Every change with a time before the horizon is visible to statements that are sent after
 * this function has resolved. Every change that becomes visible later has a time at or after the horizon. `reader` must not be
 * in a transaction. Returns `NO_HORIZON_AT` if changes do not get the database's time (`hasSystemClock`), because their times
 * are then unrelated to the start of transactions.
 */
export async function updateHorizon(reader: Reader): Promise<number> {
  const [row] = reader.hasSystemClock ? await reader.query(readHorizon, {}) : [];
  return row?.horizon_at ?? NO_HORIZON_AT;
}
