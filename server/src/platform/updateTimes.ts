import { column, type Reader, statement, type Transaction } from "./database/index.ts";

/**
 * `updated_at` of records that are listed with `updated_since`, and how far such a list may read (decision 38). Both come from
 * the database's clock, the one clock that all processes share: a change has a time at or after the begin of its transaction,
 * so no transaction that is still open can add a change before the earliest begin.
 */
const readStamp = statement({
  name: "update_times_stamp",
  columns: { at: column.instant },
  sql: "select date_trunc('milliseconds', clock_timestamp()) as at",
});

/**
 * The earliest begin of the open transactions that may still write: those that have a transaction id, and those of Daybook's own
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

/** The `updated_at` of a change: `now` is the time of the request, `before` the record's value until now. */
export type UpdateTime = (now: number, before?: number) => number;

/**
 * Reads the time of a change. Send it with the statements that lock the record: it costs no round trip then. Callers with a
 * clock of their own stamp its time.
 */
export async function updateTime(tx: Transaction): Promise<UpdateTime> {
  const [stamp] = tx.hasSystemClock ? await tx.query(readStamp, {}) : [];
  return (now, before = Number.NEGATIVE_INFINITY) => Math.max(stamp?.at ?? now, before);
}

/** A horizon after every `updated_at`. */
export const NO_HORIZON_AT = Date.UTC(2200, 11, 31);

/**
 * The instant before which `updated_at` is settled: every change with an earlier one is visible to statements sent after this
 * one, and every change that becomes visible later has this one or a later one. `reader` must not be in a transaction. Without
 * a bound for callers with a clock of their own: it is not related to the begin of transactions.
 */
export async function updateHorizon(reader: Reader): Promise<number> {
  const [row] = reader.hasSystemClock ? await reader.query(readHorizon, {}) : [];
  return row?.horizon_at ?? NO_HORIZON_AT;
}
