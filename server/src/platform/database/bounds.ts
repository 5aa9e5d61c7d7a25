/** How long the database may keep a caller waiting (decision 41). Tests shorten them. */
export interface DatabaseBounds {
  /** Waiting for a lock: 55P03. */
  readonly lockMs: number;
  /** One statement: 57014. Routes with a longer time limit have that one instead. */
  readonly statementMs: number;
  /** Waiting for a connection of the pool, or for a new one. */
  readonly acquireMs: number;
}

export const DEFAULT_BOUNDS: DatabaseBounds = { lockMs: 3_000, statementMs: 15_000, acquireMs: 2_000 };

/**
 * How long after its own timeout a statement may stay unanswered. Then the connection is considered dead and closed,
 * which rejects all its statements.
 */
export const FROZEN_AFTER_MS = 2_000;

/** When a process stops within a transaction, its locks are held until PostgreSQL ends the session. */
const IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * Settings of a session by name.
 *
 * Every statement has an index. A new database has no statistics: a sequential scan of an empty table looks cheapest, and
 * a prepared statement keeps that plan while the table fills (loading three thousand appointments took six times as long).
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

/** As the startup parameter `options` of a connection. */
export function startupOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

/** As SQL after `begin`, limited to the transaction. */
export function localSettings(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `; set local ${name} = '${value}'`)
    .join("");
}
