import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { ApiError } from "../../kernel/errors.ts";
import * as column from "./column.ts";
import type { Database, PooledDatabase, Reader } from "./database.ts";
import { type Statement, statement } from "./statement.ts";

/** The source of data for routes with `reads: "replica"` (decision 73). */
export interface ReplicaReads {
  /**
   * Returns a reader that sees everything that was committed before the call: a reader of the replica if the replica has replayed those
   * commits in time, otherwise of the primary. The reader rejects statements that write.
   */
  reader(): Promise<Reader>;
}

/** The maximum time for which a request waits until the replica has replayed everything that was committed before the request. */
const MAX_WAIT_MS = 500;
const STEP_MS = 10;
/** The time for which the replica is not used after a failure, because each attempt to connect may delay a request. */
const REST_MS = 5_000;

const readPosition = statement({
  name: "replica_read_position",
  columns: { position: column.text },
  sql: "select pg_current_wal_flush_lsn()::text as position",
});

/**
 * Returns true if the replica has replayed the position; false if it has not, or if the server is no standby, such as a replica that has
 * become a primary.
 */
const hasReplayed = statement({
  name: "replica_has_replayed",
  params: { position: column.text },
  columns: { is_current: column.flag },
  sql: `select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= ($position)::pg_lsn, false) as is_current`,
});

/** Returns the source of data for an installation without a replica: always the primary. */
export function primaryReads(primary: Database): ReplicaReads {
  const reader = readingOnly(primary);
  return { reader: async () => reader };
}

export interface ReplicaOptions {
  readonly primary: Database;
  readonly replica: PooledDatabase;
  readonly log: (message: string, error: unknown) => void;
  /** Called for each request, for the metrics, with the server from which the request reads. */
  readonly onRead?: (from: "replica" | "primary") => void;
}

/**
 * Returns a source of data that prefers the replica. A request reads from the replica only after the replica has replayed
 * everything that the primary has committed before the request, so that callers see their own writes, even those that another
 * process handled. If the replica does not do so within half a second, or fails, the request reads from the primary.
 */
export function replicaReads({ primary, replica, log, onRead }: ReplicaOptions): ReplicaReads {
  const fallback = readingOnly(primary);
  let failedAt = Number.NEGATIVE_INFINITY;
  const isResting = () => performance.now() - failedAt < REST_MS;
  const fail = (error: unknown) => {
    if (!isResting()) log("the read replica failed; reading from the primary for 5 seconds", error);
    failedAt = performance.now();
  };
  /** Queries the replica; queries the primary if the replica fails. */
  const reader = readingOnly({
    hasSystemClock: primary.hasSystemClock,
    async query(wanted, values) {
      if (!isResting()) {
        try {
          return await replica.query(wanted, values);
        } catch (error) {
          if (!isFailureOfReplica(error)) throw error;
          fail(error);
        }
      }
      return primary.query(wanted, values);
    },
  });

  async function isCurrent(): Promise<boolean> {
    if (isResting()) return false;
    const [row] = await primary.query(readPosition, {});
    const position = row?.position ?? "";
    const startedAt = performance.now();
    try {
      for (;;) {
        const [replayed] = await replica.query(hasReplayed, { position });
        if (replayed?.is_current === true) return true;
        if (performance.now() - startedAt > MAX_WAIT_MS) return false;
        await pause(STEP_MS);
      }
    } catch (error) {
      if (!isFailureOfReplica(error)) throw error;
      fail(error);
      return false;
    }
  }

  return {
    async reader() {
      const isUsed = await isCurrent();
      onRead?.(isUsed ? "replica" : "primary");
      return isUsed ? reader : fallback;
    },
  };
}

/**
 * Returns true if the primary may succeed instead: the replica cannot be reached, or it has cancelled a statement that delayed its replay
 * (40001).
 */
function isFailureOfReplica(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === "unavailable";
  return error instanceof pg.DatabaseError && error.code === "40001";
}

const READS = /^\s*(select|with|values)\b/i;
const WRITES =
  /\b(insert\s+into|update\s+\w+\s+set|delete\s+from|merge\s+into|for\s+(no\s+key\s+)?(update|share)|for\s+key\s+share|nextval)\b/i;

/**
 * Wraps a reader so that it rejects statements that write or lock. A reader of the primary rejects them too, although it could
 * run them.
 */
function readingOnly(reader: Reader): Reader {
  return {
    get hasSystemClock() {
      return reader.hasSystemClock;
    },
    async query<Row, Values>(wanted: Statement<Row, Values>, values: Values): Promise<Row[]> {
      if (!READS.test(wanted.text) || WRITES.test(wanted.text))
        throw new Error(`The statement ${wanted.name} writes or locks, but its route reads from a replica.`);
      return reader.query(wanted, values);
    },
  };
}
