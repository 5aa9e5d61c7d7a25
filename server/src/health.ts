import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { tzVersion } from "@daybook/engine";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "./kernel/errors.ts";
import { column, type Database, knownMigrations, statement } from "./platform/database/index.ts";
import type { Drain } from "./platform/http/drain.ts";
import type { Metrics } from "./platform/metrics/index.ts";
import { relayLag } from "./platform/outbox/relay.ts";

const readMigrations = statement({
  name: "health_read_migrations",
  columns: { names: column.texts, is_read_only: column.flag },
  sql: `select
          coalesce(array_agg(name::text order by name), '{}') as names,
          current_setting('transaction_read_only') = 'on' as is_read_only
        from migrations`,
});

/**
 * Mounts the routes for liveness and readiness. A process is ready when the database responds, has all migrations and accepts
 * writes, when all processes that the main process started are serving, and when the process is not shutting down. Load
 * balancers and monitoring systems call these routes; the routes require no key and return no data of a business.
 *
 * The delay of the relay is reported but does not affect readiness: the server handles requests regardless of the delay, and
 * the worker may be another process.
 */
export function healthRoutes(
  app: FastifyInstance,
  {
    database,
    drain,
    areAllServing = () => true,
  }: {
    readonly database: Database;
    readonly drain?: Drain | undefined;
    readonly areAllServing?: (() => boolean) | undefined;
  },
): void {
  // The migrations are read at the start, because a newer release may be copied over the files while this process runs.
  const known = knownMigrations();
  app.get("/health/live", (_request, reply) => reply.send({ status: "live" }));
  app.get("/health/ready", async (_request, reply) => {
    const isDraining = drain?.isDraining ?? false;
    drain?.probed();
    const checks = {
      process: isDraining ? "ending" : areAllServing() ? "ok" : "starting",
      database: "ok",
      migrations: "ok",
      tz_data: tzVersion,
      relay: null as { oldest_event_seconds: number; oldest_write_seconds: number | null } | null,
    };
    try {
      const found = await withinBound(readState(database));
      const missing = known.filter((name) => !found.applied.has(name));
      if (missing.length > 0) checks.migrations = `missing: ${missing.join(", ")}`;
      else checks.relay = await withinBound(relayDelay(database));
      if (!found.canWrite) checks.database = "refuses writes";
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "unavailable") throw error;
      checks.database = "away";
      checks.migrations = "unknown";
    }
    const isReady = checks.database === "ok" && checks.migrations === "ok" && checks.process === "ok";
    if (!isReady) reply.header("retry-after", "1");
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not_ready", checks });
  });
}

async function readState(database: Database) {
  const [row] = await database.query(readMigrations, {});
  const canWrite = row?.is_read_only === false && (await database.canWrite?.()) !== false;
  return { applied: new Set(row?.names), canWrite };
}

/** The maximum duration of a database check, in milliseconds. It is short because load balancers wait only a few seconds. */
const PROBE_MS = 3_000;

async function withinBound<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController();
  work.catch(() => undefined);
  try {
    return await Promise.race([
      work,
      pause(PROBE_MS, undefined, { signal: over.signal }).then(() => {
        throw new ApiError("unavailable", "The database is unavailable.");
      }),
    ]);
  } finally {
    over.abort();
  }
}

/**
 * Returns the delay of the relay in whole seconds: `oldest_event_seconds` is 0 when no event waits, and
 * `oldest_write_seconds` is null when no open transaction has written.
 */
async function relayDelay(database: Database) {
  const { oldestEventMs, oldestWriteMs } = await relayLag(database);
  return {
    oldest_event_seconds: Math.floor((oldestEventMs ?? 0) / 1_000),
    oldest_write_seconds: oldestWriteMs === null ? null : Math.floor(oldestWriteMs / 1_000),
  };
}

/** The access to `/metrics`: with the token if one is set, otherwise without authentication if `isOpen` is true (config.ts). */
export interface MetricsAccess {
  readonly token?: string;
  readonly isOpen: boolean;
}

/**
 * Mounts `/metrics` for Prometheus. If no token is set, `/metrics` returns the metrics only if no other machine can reach the
 * server. Requests with a forwarding header are then rejected, because a proxy may have forwarded them from another machine.
 */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, access: MetricsAccess): void {
  app.get("/metrics", async (request, reply) => {
    if (!mayReadMetrics(request, access))
      throw new ApiError(
        "unauthenticated",
        access.token === undefined
          ? "The metrics require a token: set DAYBOOK_METRICS_TOKEN."
          : "The metrics require DAYBOOK_METRICS_TOKEN as the bearer token.",
      );
    return reply.header("content-type", metrics.contentType).send(await metrics.page());
  });
}

const FORWARDING_HEADERS = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"] as const;

function mayReadMetrics({ headers }: FastifyRequest, { token, isOpen }: MetricsAccess): boolean {
  if (token === undefined) return isOpen && FORWARDING_HEADERS.every((name) => headers[name] === undefined);
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(sent), digest(token));
}
