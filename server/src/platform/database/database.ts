import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Clock } from "../../kernel/clock.ts";
import { isInSandbox, outsideSandbox } from "../businessTime.ts";
import { refuseExpired, requestTime, waitWithinRequest, withoutRequestTime } from "../requestTime.ts";
import { actorSetting, asSystem } from "./actor.ts";
import {
  type DatabaseBounds,
  DEFAULT_BOUNDS,
  FROZEN_AFTER_MS,
  localSettings,
  sessionSettings,
  startupOptions,
} from "./bounds.ts";
import { ConnectionShare } from "./connectionShare.ts";
import { dryRunLine, inDryRun } from "./dryRun.ts";
import { isRetryable, isWriteFailure, toApiError } from "./failures.ts";
import { LookUps } from "./lookUps.ts";
import { DIRECT, type PoolerUse } from "./pooler.ts";
import { commandOf, type Statement } from "./statement.ts";
import { type Command, type CommandResult, sendAfterFailure, Trip } from "./trip.ts";

/** Runs statements: each on its own in autocommit mode, or all in one open transaction. */
export interface Reader {
  query<Row, Values>(statement: Statement<Row, Values>, values: Values): Promise<Row[]>;
  /**
   * True if changes get the time of the database's clock (platform/updateTimes.ts). False if they get the time that the caller passes, for
   * example the time of a sandbox's test clock.
   */
  readonly hasSystemClock: boolean;
}

/**
 * An open transaction. Statements that the caller passes before it awaits a result are sent together, in one write, and
 * PostgreSQL responds in the same order (decision 96).
 */
export interface Transaction extends Reader {
  /**
   * Sends a statement without waiting for its result; if it fails, the commit fails with its error. The last writes of a use case and
   * the commit thus take one round trip and one write to the socket.
   */
  write<Values>(statement: Statement<unknown, Values>, values: Values): void;
  /** Calls the listeners of `signal` in this process once after the commit. Does not call them after a rollback. */
  signal(signal: Signal): void;
}

/**
 * Notifications within a process, so that the process need not poll for its own changes: events were written, or deliveries are
 * due. Every commit emits `commits`.
 */
export type Signal = "events" | "deliveries" | "commits";

export interface Database extends Reader {
  /**
   * Runs `work` in one READ COMMITTED transaction and returns its result after the commit. Deadlocks, serialization failures and
   * violations of the exclusion constraint on claims restart `work`, at most five times, so `work` must have no effects outside the
   * transaction.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction, rolls it back, and returns the result of `work`. All queries and transactions in `work` become part
   * of that transaction and see each other's changes. No listener is called.
   */
  dryRun<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Calls `listener` after each commit that emitted `signal`. The listener must return
   * immediately and not throw. It is called only for commits of this object; the caller must
   * poll for the changes of other processes. Returns a function that removes the listener.
   */
  listen(signal: Signal, listener: () => void): () => void;
  /**
   * Returns whether writes succeed: false after the database refused a write because the database is read-only or its disk is
   * full. After such a failure, a call attempts a test write that leaves no data, at most once a second. Absent if unknown.
   */
  canWrite?(): Promise<boolean>;
  /**
   * Waits up to one second for running queries, then closes their connections, because the queries may wait longer for a
   * lock.
   */
  close(): Promise<void>;
}

/** A database with its connection pool, as `openDatabase` returns it. */
export interface PooledDatabase extends Database {
  /** Returns the counts of open connections, idle connections and callers that wait for a connection, in this process. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
}

/** The timeout is short, because the process has already waited for its own requests and jobs. */
const SHUTDOWN_TIMEOUT_MS = 1_000;

const BEGIN: Command = { name: "begin", text: "begin isolation level read committed" };
const COMMIT: Command = { name: "commit", text: "commit" };
const ROLLBACK: Command = { name: "rollback", text: "rollback" };
const MAX_ATTEMPTS = 6;

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly poolSize?: number;
  readonly log?: (message: string, error: unknown) => void;
  readonly bounds?: Partial<DatabaseBounds>;
  /** The clock of the callers; default: the system clock. With any other clock, changes get the time that the callers pass. */
  readonly clock?: Clock;
  /** The pooler that connections go through; default: none. */
  readonly pooler?: PoolerUse;
}

/**
 * Opens a pool of connections. A transaction counts as committed only if every statement succeeded and the commit returned COMMIT: after a
 * failed statement PostgreSQL responds to `commit` with ROLLBACK.
 */
export function openDatabase(options: DatabaseOptions): PooledDatabase {
  const bounds = { ...DEFAULT_BOUNDS, ...options.bounds };
  const sockets = new Set<Socket>();
  const pool = openPool(options, bounds, sockets);
  const share = new ConnectionShare(poolSizeOf(options));
  const hasSystemClock = options.clock === undefined || options.clock.isSystem === true;
  const lines: Lines = { pool, share, bounds, pooler: options.pooler ?? DIRECT, hasSystemClock };
  const listeners = new Map<Signal, Set<() => void>>();
  const publish = (signal: Signal) => {
    for (const listener of listeners.get(signal) ?? []) listener();
  };
  const writes = watchWrites(() => probeWrite(lines));
  const lookUps = new LookUps((commands) => withoutRequestTime(() => autocommitted(lines, commands)));

  return {
    // A sandbox has its own clock.
    get hasSystemClock() {
      return hasSystemClock && !isInSandbox();
    },
    async query(statement, values) {
      const dryRun = dryRunLine();
      if (dryRun !== undefined) return dryRun.query(statement, values);
      try {
        const command = commandOf(statement, values);
        if (statement.isLookUp) return (await lookUps.send(command)).rows as never;
        const [result] = await autocommitted(lines, [command]);
        return result?.rows as never;
      } catch (error) {
        writes.note(error);
        throw toApiError(error);
      }
    },
    async transaction(work) {
      const dryRun = dryRunLine();
      if (dryRun !== undefined) return dryRun.transaction(work);
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptTransaction(lines, work, publish);
        } catch (error) {
          writes.note(error);
          if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw toApiError(error);
          // The pause is random, so that two deadlocked transactions do not retry at the same time.
          await pause(Math.random() * 3 ** attempt);
        }
      }
    },
    async dryRun(work) {
      try {
        return await rolledBack(lines, work);
      } catch (error) {
        throw toApiError(error);
      }
    },
    listen(signal, listener) {
      const known = listeners.get(signal) ?? new Set();
      listeners.set(signal, known.add(listener));
      return () => void known.delete(listener);
    },
    canWrite: writes.canWrite,
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + share.waiting,
    }),
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

/** The pool and the state shared by its users. */
interface Lines {
  readonly pool: pg.Pool;
  readonly share: ConnectionShare;
  readonly bounds: DatabaseBounds;
  readonly pooler: PoolerUse;
  readonly hasSystemClock: boolean;
}

function poolSizeOf({ poolSize = 8 }: DatabaseOptions): number {
  return poolSize;
}

function openPool(options: DatabaseOptions, bounds: DatabaseBounds, sockets: Set<Socket>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket.once("close", () => sockets.delete(socket)));
      return socket;
    },
    max: poolSizeOf(options),
    connectionTimeoutMillis: bounds.acquireMs,
    idleTimeoutMillis: 30_000,
    // Without keep-alive probes, TCP detects a lost database machine only after hours. The probes close the connection after about twenty
    // seconds. This also ends the shared lookup of API keys that other requests wait for (platform/batchLoader.ts).
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: "daybook",
    // PgBouncer rejects or ignores startup options.
    ...(options.pooler?.isPooled ? {} : { options: startupOptions(sessionSettings(bounds)) }),
  });
  // Without listeners the first lost connection would terminate the process. A running query rejects with the error, and the pool opens a
  // new connection for the next query. For an idle connection both the pool and the client emit an error, so only one of them is logged.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", (error: Error) => options.log?.("a database connection was lost", error));
  });
  return pool;
}

/**
 * The maximum time for which a response that is sent in chunks waits for a connection. After this time the client receives an
 * incomplete file, so the maximum equals the time limit of a whole request.
 */
const ANSWERED_WAIT_MS = 20_000;

/** Acquires a connection when the connection share grants one to the request's business, within the time for which the request may wait. */
async function acquire({ pool, share, bounds }: Lines): Promise<pg.PoolClient> {
  refuseExpired();
  const time = requestTime();
  const businessId = time?.businessId;
  // The pool returns idle connections in the next tick, so no timer is needed.
  if (pool.idleCount > pool.waitingCount && share.take(businessId)) {
    const client = await connect(pool, share, businessId);
    time?.connect();
    return client;
  }
  const waitMs = time?.isAnswered ? ANSWERED_WAIT_MS : bounds.acquireMs;
  const taken = share.wait(businessId, waitMs, time?.hasBegun);
  const connected = taken.then(() => connect(pool, share, businessId));
  const client = await waitWithinRequest(connected, (late) => late.release());
  time?.connect();
  return client;
}

/** Connects after the share has granted a connection, and returns the connection to the share when the client is released. */
async function connect(
  pool: pg.Pool,
  share: ConnectionShare,
  businessId: string | undefined,
): Promise<pg.PoolClient> {
  try {
    const client = await pool.connect();
    const { release } = client;
    client.release = (error) => {
      release(error);
      share.giveBack(businessId);
    };
    return client;
  } catch (error) {
    share.giveBack(businessId);
    throw error;
  }
}

/**
 * Returns the settings in which the next transaction or query differs from the session, and the timeout after which this
 * process closes the connection.
 */
function modeOf({ bounds, pooler }: Lines): {
  readonly settings: readonly Command[];
  readonly timeoutMs: number;
} {
  const statementMs = requestTime()?.statementMs ?? bounds.statementMs;
  const isLong = statementMs !== bounds.statementMs;
  const settings = pooler.isPooled
    ? localSettings(sessionSettings({ ...bounds, statementMs }))
    : isLong
      ? localSettings({ statement_timeout: String(statementMs) })
      : [];
  return { settings, timeoutMs: statementMs + FROZEN_AFTER_MS };
}

/**
 * Runs statements in autocommit mode, in one trip: they succeed or fail together. If they need settings that differ from the session's,
 * runs them in a transaction.
 */
async function autocommitted(lines: Lines, statements: readonly Command[]): Promise<CommandResult[]> {
  const { settings, timeoutMs } = modeOf(lines);
  const client = await acquire(lines);
  const send = sender(client, lines.pooler, timeoutMs);
  let broken: Error | undefined;
  try {
    const before = settings.length === 0 ? [] : [BEGIN, ...settings];
    const after = settings.length === 0 ? [] : [COMMIT];
    const results = await Promise.all([...before, ...statements, ...after].map(send));
    return results.slice(before.length, before.length + statements.length);
  } catch (error) {
    // After an error reported by PostgreSQL the connection is usable; after any other error it is lost.
    if (!(error instanceof pg.DatabaseError) || FATAL.test(error.severity ?? "")) broken = error as Error;
    else if (settings.length > 0)
      await send(ROLLBACK).catch((rollbackError) => {
        broken = rollbackError;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The severities after which PostgreSQL closes the connection. */
const FATAL = /^(FATAL|PANIC)$/;

async function attemptTransaction<T>(
  lines: Lines,
  work: (tx: Transaction) => Promise<T>,
  publish: (signal: Signal) => void,
): Promise<T> {
  const { settings, timeoutMs } = modeOf(lines);
  const client = await acquire(lines);
  const send = sender(client, lines.pooler, timeoutMs);
  // PostgreSQL responds in the order in which statements were sent. The first failure therefore contains the cause, and later failures
  // only report the aborted transaction. When the result of the commit arrives, all earlier results have arrived.
  let failure: { readonly error: unknown } | undefined;
  const note = (error: unknown) => {
    failure ??= { error };
  };
  let broken: Error | undefined;
  let signals: Set<Signal> | undefined;
  // If one branch of `work` throws, another branch may continue. Its later statements would run in autocommit or in the next caller's
  // transaction on this connection.
  let isOver = false;
  const sendWithin = <Row, Values>(statement: Statement<Row, Values>, values: Values) => {
    if (isOver) throw new Error(`The statement ${statement.name} was sent after the end of its transaction.`);
    const answered = send(commandOf(statement, values));
    answered.catch(note);
    return answered;
  };
  try {
    for (const command of [BEGIN, ...settings, ...actorSetting()]) send(command).catch(note);
    const answer = await work({
      hasSystemClock: lines.hasSystemClock && !isInSandbox(),
      query: async (statement, values) => (await sendWithin(statement, values)).rows as never,
      write: (statement, values) => void sendWithin(statement, values),
      signal: (signal) => {
        signals ??= new Set();
        signals.add(signal);
      },
    });
    isOver = true;
    // An expired request is not committed, because its client has already received 503.
    refuseExpired();
    const { command } = await send(COMMIT);
    if (failure !== undefined) throw (failure as { readonly error: unknown }).error;
    if (command !== "COMMIT")
      throw new Error(`PostgreSQL responded to COMMIT with ${command}: the transaction was rolled back.`);
    // Listeners run without an actor, so that the audit log does not record their work under this caller.
    asSystem(() =>
      withoutRequestTime(() =>
        outsideSandbox(() => {
          signals?.forEach(publish);
          publish("commits");
        }),
      ),
    );
    return answer;
  } catch (error) {
    isOver = true;
    try {
      await sendAfterFailure(send, ROLLBACK);
    } catch (rollbackError) {
      broken = rollbackError as Error;
    }
    throw failure === undefined ? error : (failure as { readonly error: unknown }).error;
  } finally {
    client.release(broken);
  }
}

async function rolledBack<T>(lines: Lines, work: () => Promise<T>): Promise<T> {
  const { settings, timeoutMs } = modeOf(lines);
  const client = await acquire(lines);
  const send = sender(client, lines.pooler, timeoutMs);
  let broken: Error | undefined;
  try {
    await Promise.all([BEGIN, ...settings, ...actorSetting()].map(send));
    return await inDryRun({ send, hasSystemClock: lines.hasSystemClock && !isInSandbox() }, work);
  } finally {
    try {
      await sendAfterFailure(send, ROLLBACK);
    } catch (error) {
      broken = error as Error;
    }
    client.release(broken);
  }
}

/** Tracks whether writes fail and detects when they succeed again. */
function watchWrites(probe: () => Promise<void>) {
  let isFailing = false;
  let probedAt = Number.NEGATIVE_INFINITY;
  return {
    note(error: unknown) {
      if (isWriteFailure(error)) isFailing = true;
    },
    async canWrite() {
      if (!isFailing) return true;
      if (performance.now() - probedAt < PROBE_EVERY_MS) return false;
      probedAt = performance.now();
      try {
        await probe();
        isFailing = false;
      } catch {
        // Writes still fail, or the database is unreachable, which the caller detects separately.
      }
      return !isFailing;
    },
  };
}

const PROBE_EVERY_MS = 1_000;

/** Writes a megabyte to new pages, which requires free disk space, and rolls back. */
async function probeWrite(lines: Lines): Promise<void> {
  const { settings, timeoutMs } = modeOf(lines);
  const client = await acquire(lines);
  const send = sender(client, lines.pooler, timeoutMs);
  let broken: Error | undefined;
  try {
    await Promise.all([BEGIN, ...settings, WRITE_MEGABYTE, ROLLBACK].map(send));
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

const WRITE_MEGABYTE: Command = {
  text: "create temp table daybook_write_probe on commit drop as select repeat(md5(n::text), 30) as content from generate_series(1, 1000) as n",
};

/**
 * Returns a function that sends commands on a connection. Commands of one turn of the event loop are sent in one write.
 * While PostgreSQL has not responded, later commands are collected and then sent together in the next write.
 */
function sender(
  client: pg.PoolClient,
  { preparesNames }: PoolerUse,
  timeoutMs: number,
): (command: Command) => Promise<CommandResult> {
  let trip: Trip | undefined;
  return ({ name, ...command }) => {
    if (trip?.isOpen !== true) {
      const next = new Trip(timeoutMs);
      trip = next;
      process.nextTick(() => client.query(next));
    }
    return trip.add(preparesNames && name !== undefined ? { name, ...command } : command);
  };
}
