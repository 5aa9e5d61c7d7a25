import { tzVersion } from "@daybook/engine";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./kernel/errors.ts";
import { column, type Database, knownMigrations, statement } from "./platform/database/index.ts";
import type { Metrics } from "./platform/metrics/index.ts";
import { relayLag } from "./platform/outbox/relay.ts";

const readMigrations = statement({
  name: "health_read_migrations",
  columns: { names: column.texts },
  sql: `select coalesce(array_agg(name::text order by name), '{}') as names
        from migrations`,
});

/**
 * Liveness, and readiness: the database answers and has all migrations. For load balancers and monitoring; neither needs a
 * key, and neither contains data of a business.
 *
 * The delay of the relay is reported but makes no process unready: requests are served all the same, and the worker may
 * be another process.
 */
export function healthRoutes(app: FastifyInstance, { database }: { readonly database: Database }): void {
  // Read at the start: a newer release may be copied over the files while this process runs.
  const known = knownMigrations();
  app.get("/health/live", (_request, reply) => reply.send({ status: "live" }));
  app.get("/health/ready", async (_request, reply) => {
    const checks = {
      database: "ok",
      migrations: "ok",
      tz_data: tzVersion,
      relay: null as { oldest_event_seconds: number; oldest_write_seconds: number | null } | null,
    };
    try {
      const [row] = await database.query(readMigrations, {});
      const applied = new Set(row?.names);
      const missing = known.filter((name) => !applied.has(name));
      if (missing.length > 0) checks.migrations = `missing: ${missing.join(", ")}`;
      else checks.relay = await relayDelay(database);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "unavailable") throw error;
      checks.database = "away";
      checks.migrations = "unknown";
    }
    const isReady = checks.database === "ok" && checks.migrations === "ok";
    if (!isReady) reply.header("retry-after", "1");
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not_ready", checks });
  });
}

/** In whole seconds; 0 when no event waits, null when no open transaction has written. */
async function relayDelay(database: Database) {
  const { oldestEventMs, oldestWriteMs } = await relayLag(database);
  return {
    oldest_event_seconds: Math.floor((oldestEventMs ?? 0) / 1_000),
    oldest_write_seconds: oldestWriteMs === null ? null : Math.floor(oldestWriteMs / 1_000),
  };
}

/** For Prometheus, without authentication: operators block it at their proxy (docs/operate.md). */
export function metricsRoute(app: FastifyInstance, metrics: Metrics): void {
  app.get("/metrics", async (_request, reply) =>
    reply.header("content-type", metrics.contentType).send(await metrics.page()),
  );
}
