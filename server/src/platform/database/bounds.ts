/** The limits on how long the database may keep a caller waiting (decision 41). Tests shorten them. */
export interface DatabaseBounds {
  /** The time that a statement may wait for a lock; PostgreSQL then reports 55P03. */
  readonly lockMs: number;
  /** The duration of one statement; PostgreSQL then reports 57014. Routes with a longer time limit use that limit instead. */
  readonly statementMs: number;
  /** The time that a caller may wait for an idle connection of the pool, or for a new one. */
  readonly acquireMs: number;
}

export const DEFAULT_BOUNDS: DatabaseBounds = { lockMs: 3_000, statementMs: 15_000, acquireMs: 2_000 };

/**
 * The time after its own timeout for which a statement may stay without a result. Then the connection is considered dead and
 * closed, which rejects all its statements.
 */
export const FROZEN_AFTER_MS = 2_000;

/** If a process freezes within a transaction, its locks are held for this long, until PostgreSQL ends the session. */
const IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * Returns the settings of a session by name.
 *
 * An index exists for every statement. A new database has no statistics, so a sequential scan of an empty table looks cheapest,
 * and a prepared statement keeps that plan while the table fills (loading three thousand appointments took six times as long).
 * So sessions prefer an index wherever there is one.
 */
export function sessionSettings(bounds: DatabaseBounds): Readonly<Record<string, string>> {
  return {
    TimeZone: "UTC",
    DateStyle: "ISO,YMD",
    IntervalStyle: "postgres",
    enable_seqscan: "off",
    lock_timeout: String(bounds.lockMs),
    statement_timeout: String(bounds.statementMs),
    idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
  };
}

/** Returns the settings as the startup parameter `options` of a connection. */
export function startupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

/** Returns the settings as SQL that follows `begin` and limits them to the transaction. */
export function localSettings(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `; set local ${name} = '${value}'`)
    .join("");
}
