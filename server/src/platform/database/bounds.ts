import type { Command } from "./trip.ts";

/** The limits on how long the database may keep a caller waiting (decision 41). Tests shorten them. */
export interface DatabaseBounds {
  /** The maximum time for which a statement waits for a lock; PostgreSQL then reports 55P03. */
  readonly lockMs: number;
  /** Maximum duration of a statement; PostgreSQL then reports 57014. Routes with a longer time limit use that limit. */
  readonly statementMs: number;
  /** The maximum time for which a caller waits for a connection of the pool. */
  readonly acquireMs: number;
}

export const DEFAULT_BOUNDS: DatabaseBounds = { lockMs: 3_000, statementMs: 15_000, acquireMs: 2_000 };

/**
 * The maximum time for which a connection waits for a result after the statement's timeout. Then the connection counts as dead and
 * is closed, which rejects all its statements.
 */
export const FROZEN_AFTER_MS = 2_000;

/**
 * The maximum time for which a session is idle in a transaction before PostgreSQL ends the session. A frozen process holds its
 * locks no longer than this.
 */
const IDLE_IN_TRANSACTION_MS = 30_000;

/**
 * Returns the PostgreSQL settings of a session by name.
 *
 * Sessions use an index wherever possible, because every statement has a suitable one. Without this setting, a sequential
 * scan looks cheapest in a new database without statistics, and a prepared statement keeps that plan while the table fills
 * (loading three thousand appointments took six times as long). The planner adds a very high cost to a sequential scan that
 * it cannot avoid. Just-in-time compilation is therefore also off: PostgreSQL would compile such a statement for about
 * 150 ms, even for an empty table.
 */
export function sessionSettings(bounds: DatabaseBounds): Readonly<Record<string, string>> {
  return {
    TimeZone: "UTC",
    DateStyle: "ISO,YMD",
    IntervalStyle: "postgres",
    enable_seqscan: "off",
    jit: "off",
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

/** Returns the commands that follow `begin` and limit the settings to the transaction. */
export function localSettings(settings: Readonly<Record<string, string>>): Command[] {
  return Object.entries(settings).map(([name, value]) => ({ text: `set local ${name} = '${value}'` }));
}
