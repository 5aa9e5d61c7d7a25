import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { ApiError } from "../../kernel/errors.ts";
import { actorSetting, asSystem } from "./actor.ts";
import type { Statement } from "./statement.ts";
import { typeParsers } from "./types.ts";

/** Runs statements of a store: the pool, one statement at a time, or an open transaction. */
export interface Reader {
  query<Row, Values>(statement: Statement<Row, Values>, values: Values): Promise<Row[]>;
}

/** An open transaction. Statements are pipelined: sent at once, answered by PostgreSQL in the same order. */
export interface Transaction extends Reader {
  /**
   * Sends a statement without waiting for its result; if it fails, the commit fails with its error. The writes of a use
   * case and the commit thus take one round trip.
   */
  write<Values>(statement: Statement<unknown, Values>, values: Values): void;
  /** Calls the listeners of `signal` in this process once after the commit; not after a rollback. */
  signal(signal: Signal): void;
}

/** Notifications within one process, so that its workers need not poll: events were written, deliveries are due. */
export type Signal = "events" | "deliveries";

export interface Database extends Reader {
  /**
   * Runs `work` in one READ COMMITTED transaction and returns its result after the commit. Deadlocks, serialization
   * failures and violations of the exclusion constraint on claims are retried from the start, at most five times: `work`
   * must have no effects outside the transaction.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Calls `listener` after each commit that signalled; it must return at once and not throw. Covers the commits of this
   * object only: changes of other processes must be polled. Returns a function that removes the listener.
   */
  listen(signal: Signal, listener: () => void): () => void;
  /** Waits for running queries, for a second; then closes their connections, because they may wait for a lock for ever. */
  close(): Promise<void>;
}

/** A database with its connection pool, as `openDatabase` returns it. */
export interface PooledDatabase extends Database {
  /** Connections of this process: open ones, idle ones among these, and callers that wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
}

/**
 * Every statement has an index. A new database has no statistics: a sequential scan of an empty table looks cheapest, and
 * a prepared statement keeps that plan while the table fills (loading three thousand appointments took six times as long).
 * So sessions prefer an index wherever there is one.
 */
const SESSION = "-c TimeZone=UTC -c DateStyle=ISO,YMD -c IntervalStyle=postgres -c enable_seqscan=off";

/** Short: by then the process has already waited for its own requests and jobs. */
const SHUTDOWN_TIMEOUT_MS = 1_000;

const BEGIN = "begin isolation level read committed";
const MAX_ATTEMPTS = 6;

/**
 * A pool of pipelined connections. Pipelining hides failure: after a failed statement `commit` resolves with the
 * command ROLLBACK, so a transaction counts as done only if every result did and commit answered COMMIT.
 */
export function openDatabase(options: {
  connectionString: string;
  poolSize?: number;
  log?: (message: string, error: unknown) => void;
}): PooledDatabase {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket.once("close", () => sockets.delete(socket)));
      return socket;
    },
    max: options.poolSize ?? 8,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // When the machine of the database disappears, TCP notices only after hours. Keep-alive probes end the connection after
    // about twenty seconds, and with it the batch that all later look-ups of API keys wait for (platform/batchLoader.ts).
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: typeParsers,
    application_name: "daybook",
    options: SESSION,
  } as pg.PoolConfig & { pipeline: true });
  // Without listeners the first lost connection would end the process. A running query rejects with the error, and the
  // pool opens a new connection for the next one. For an idle connection pool and client both emit: log only one.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", (error: Error) => options.log?.("a database connection was lost", error));
  });

  const listeners = new Map<Signal, Set<() => void>>();
  const publish = (signal: Signal) => {
    for (const listener of listeners.get(signal) ?? []) listener();
  };

  return {
    async query(statement, values) {
      try {
        return (await pool.query(prepared(statement, values))).rows;
      } catch (error) {
        throw toApiError(error);
      }
    },
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptTransaction(pool, work, publish);
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw toApiError(error);
          // Random, so that two transactions that deadlocked do not retry in step.
          await pause(Math.random() * 3 ** attempt);
        }
      }
    },
    listen(signal, listener) {
      const known = listeners.get(signal) ?? new Set();
      listeners.set(signal, known.add(listener));
      return () => void known.delete(listener);
    },
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      const timeout = setTimeout(
        () => sockets.forEach((socket) => void socket.destroy()),
        SHUTDOWN_TIMEOUT_MS,
      );
      await pool.end();
      clearTimeout(timeout);
    },
  };
}

async function attemptTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  publish: (signal: Signal) => void,
): Promise<T> {
  const client = await pool.connect();
  const send = sender(client);
  // PostgreSQL answers in the order of sending: the first failure has the cause, later ones only report the aborted
  // transaction, and when the commit is answered all statements before it are.
  let failure: { readonly error: unknown } | undefined;
  const note = (error: unknown) => {
    failure ??= { error };
  };
  let broken: Error | undefined;
  let signals: Set<Signal> | undefined;
  // One branch of `work` may throw while another continues: its later statements would run in autocommit, or in the next
  // transaction on this connection, which belongs to another caller.
  let isOver = false;
  const sendWithin = <Row, Values>(statement: Statement<Row, Values>, values: Values) => {
    if (isOver) throw new Error(`The statement ${statement.name} was sent after the end of its transaction.`);
    const answered = send(prepared(statement, values));
    answered.catch(note);
    return answered;
  };
  try {
    send(BEGIN + actorSetting()).catch(note);
    const answer = await work({
      query: async (statement, values) => (await sendWithin(statement, values)).rows,
      write: (statement, values) => void sendWithin(statement, values),
      signal: (signal) => {
        signals ??= new Set();
        signals.add(signal);
      },
    });
    isOver = true;
    const { command } = await send("commit");
    if (failure !== undefined) throw (failure as { readonly error: unknown }).error;
    if (command !== "COMMIT") throw new Error(`The commit answered ${command}.`);
    // Listeners run without an actor: their work must not be logged under the name of this caller.
    if (signals !== undefined) asSystem(() => signals?.forEach(publish));
    return answer;
  } catch (error) {
    isOver = true;
    try {
      await send("rollback");
    } catch (rollbackError) {
      broken = rollbackError as Error;
    }
    throw failure === undefined ? error : (failure as { readonly error: unknown }).error;
  } finally {
    client.release(broken);
  }
}

/** Sends at once, without waiting for earlier queries; resolves with the result. */
function sender(client: pg.PoolClient): (query: string | pg.QueryConfig) => Promise<pg.QueryResult> {
  return (query) =>
    new Promise((resolve, reject) => {
      const answer = (error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result);
      if (typeof query === "string") client.query(query, answer);
      else client.query(query, answer);
    });
}

function prepared<Values>(statement: Statement<unknown, Values>, values: Values): pg.QueryConfig {
  return { name: statement.name, text: statement.text, values: statement.valuesOf(values) };
}

/** 40001 serialization failure, 40P01 deadlock, 23P01 exclusion constraint: another transaction has changed the facts. */
const RETRIED_CODES: ReadonlySet<string> = new Set(["40001", "40P01", "23P01"]);

function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && RETRIED_CODES.has(error.code);
}

/** SQLSTATEs of a temporarily unavailable server: shutting down, starting up, out of connections. */
const UNAVAILABLE_STATES = /^(57P0[123]|53300|08...)$/;
const UNAVAILABLE_ERRNOS: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  // The backlog of the unix socket is full.
  "EAGAIN",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed/;

/** Turns errors of an unavailable database into 503; all others stay as they are and reach the log only. */
function toApiError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const isUnavailable =
    error instanceof pg.DatabaseError
      ? UNAVAILABLE_STATES.test(code)
      : UNAVAILABLE_ERRNOS.has(code) || UNAVAILABLE_MESSAGES.test(error.message);
  return isUnavailable
    ? new ApiError(
        "unavailable",
        "The database is temporarily unavailable. Try again shortly.",
        undefined,
        error,
      )
    : error;
}
