import { Counter } from "prom-client";
import { systemClock } from "../kernel/clock.ts";
import type { Config } from "../platform/config.ts";
import {
  openDatabase,
  type PooledDatabase,
  type ReplicaReads,
  replicaReads,
} from "../platform/database/index.ts";
import type { Log } from "../platform/log/index.ts";
import type { Metrics } from "../platform/metrics/index.ts";
import type { Session } from "./session.ts";

/**
 * Opens a pool of connections to the replica of `DATABASE_REPLICA_URL`, as large as the pool of the database. Returns undefined without the
 * setting. If the replica cannot be reached, the server starts nevertheless and reads from the database.
 */
export function openReplica(
  { replicaUrl, databaseConnections }: Config,
  session: Session,
  parts: {
    readonly database: PooledDatabase;
    readonly metrics: Metrics;
    readonly log: Log["warn"];
  },
): ReplicaReads | undefined {
  if (replicaUrl === undefined) return undefined;
  const replica = openDatabase({
    connectionString: replicaUrl,
    poolSize: databaseConnections,
    log: parts.log,
    clock: systemClock,
  });
  session.beforeEnd(replica.close);
  const reads = new Counter({
    name: "daybook_replica_reads_total",
    help: "Requests that may read from the replica, by the server that they read from",
    labelNames: ["from"],
    registers: [parts.metrics.registry],
  });
  for (const from of ["replica", "primary"]) reads.inc({ from }, 0);
  return replicaReads({
    primary: parts.database,
    replica,
    log: parts.log,
    onRead: (from) => reads.inc({ from }),
  });
}
