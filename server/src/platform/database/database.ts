import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { ApiError } from "../../kernel/errors.ts";
import { actorSetting, asSystem } from "./actor.ts";
import type { Statement } from "./statement.ts";
import { typeParsers } from "./types.ts";

/** Anything a store can ask: the pool for a single statement, or a transaction. */
export interface Reader {
  query<Row, Values>(statement: Statement<Row, Values>, values: Values): Promise<Row[]>;
}

/** An open transaction. Statements leave at once and in order; PostgreSQL answers in the same order. */
export interface Transaction extends Reader {
  /**
   * Sends a statement whose answer nobody waits for: its failure is the transaction's failure, seen at commit.
   * A use case's writes and the commit so travel in one round trip.
   */
  write<Values>(statement: Statement<unknown, Values>, values: Values): void;
  /** Tells those of this process who listen for `signal`, once, after the commit; a rollback tells nobody. */
  signal(signal: Signal): void;
}

/** What a process tells itself, so that nobody has to look for it: events were written, deliveries are due. */
export type Signal = "events" | "deliveries";

export interface Database extends Reader {
  /**
   * Runs `work` in one READ COMMITTED transaction and answers what it answers, after the commit. Deadlocks,
   * serialization failures and hits of the booking guard are run again from the start, at most five times:
   * `work` must do nothing outside the transaction.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Calls `heard` after each commit that signalled, which must return at once and not throw. Only what this very object
   * commits is heard: what comes from other processes has to be looked for. Answers how to stop.
   */
  listen(signal: Signal, heard: () => void): () => void;
  /** Lets what is under way end, for a moment; then it is cut off, for it may wait for a lock that nobody gives back. */
  close(): Promise<void>;
}

/** A database with the pool behind it: what the process opened itself. */
export interface PooledDatabase extends Database {
  /** Connections of this process: open, of these idle, and callers that wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
}

/**
 * Every statement of ours has an index made for it. A fresh database has no statistics yet: reading an empty table from
 * end to end looks cheapest, and a prepared statement keeps that plan while the table fills (a load of three thousand
 * visits took six times as long). So sessions are told to prefer an index wherever there is one.
 */
const SESSION = "-c TimeZone=UTC -c DateStyle=ISO,YMD -c IntervalStyle=postgres -c enable_seqscan=off";

/** Whoever closes has waited already for what it began. */
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
    // A server whose machine has vanished says nothing for hours: asked every ten seconds, it is given up after twenty,
    // and with it the one look-up of keys that all the others wait for (platform/freshly.ts).
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    types: typeParsers,
    application_name: "daybook",
    options: SESSION,
  } as pg.PoolConfig & { pipeline: true });
  // Without listeners the first connection that is cut would end the process. The query that was under way fails
  // by itself, and the pool opens another connection for the next one. Of an idle one both are told: it is logged once.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", (error: Error) => options.log?.("a database connection was lost", error));
  });

  const listeners = new Map<Signal, Set<() => void>>();
  const tell = (signal: Signal) => {
    for (const heard of listeners.get(signal) ?? []) heard();
  };

  return {
    async query(statement, values) {
      try {
        return (await pool.query(prepared(statement, values))).rows;
      } catch (error) {
        throw translated(error);
      }
    },
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptTransaction(pool, work, tell);
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !isWorthAnotherTry(error)) throw translated(error);
          // Two that locked each other out must not meet again in step.
          await pause(Math.random() * 3 ** attempt);
        }
      }
    },
    listen(signal, heard) {
      const heardBy = listeners.get(signal) ?? new Set();
      listeners.set(signal, heardBy.add(heard));
      return () => void heardBy.delete(heard);
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
  tell: (signal: Signal) => void,
): Promise<T> {
  const client = await pool.connect();
  const send = sender(client);
  // Statements are answered in the order in which they were sent: the first failure says why, those behind it only
  // that the transaction is aborted, and once the commit is answered so is everything before it.
  let failure: { readonly error: unknown } | undefined;
  const note = (error: unknown) => {
    failure ??= { error };
  };
  let broken: Error | undefined;
  let signals: Set<Signal> | undefined;
  // Of two branches of the work one may throw while the other goes on: what that one still sends would be carried out
  // by itself, or in the next transaction of this connection, which is somebody else's.
  let isOver = false;
  const sendWithin = <Row, Values>(statement: Statement<Row, Values>, values: Values) => {
    if (isOver) throw new Error(`${statement.name} came behind the end of its transaction.`);
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
    // Whoever is woken acts for themselves, and not in the name of whose change it was.
    if (signals !== undefined) asSystem(() => signals?.forEach(tell));
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

/** Sends at once, behind whatever was sent before; resolves with the answer. */
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

/** 40001 serialization failure, 40P01 deadlock, 23P01 the exclusion constraint: run again, the facts have changed. */
const TRY_AGAIN: ReadonlySet<string> = new Set(["40001", "40P01", "23P01"]);

function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && TRY_AGAIN.has(error.code);
}

/** Refusals that mean "the database is away for the moment": shutting down, starting up, out of connections. */
const AWAY_STATES = /^(57P0[123]|53300|08...)$/;
const AWAY_ERRNOS: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  // A unix socket at which too many wait to be let in.
  "EAGAIN",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed/;

/** Turns "the database is away" into 503; everything else keeps its own words, which only the log sees. */
function translated(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const away =
    error instanceof pg.DatabaseError
      ? AWAY_STATES.test(code)
      : AWAY_ERRNOS.has(code) || AWAY_MESSAGES.test(error.message);
  return away
    ? new ApiError("unavailable", "The database is away for a moment. Try again shortly.", undefined, error)
    : error;
}
