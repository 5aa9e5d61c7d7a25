import { tzVersion } from "@daybook/engine";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./kernel/errors.ts";
import { column, type Database, knownMigrations, statement } from "./platform/database/index.ts";
import type { Metrics } from "./platform/metrics/index.ts";
import { relayLag } from "./platform/outbox/relay.ts";

const readMigrations = statement(
  "health_read_migrations",
  { names: column.texts },
  `select coalesce(array_agg(name::text order by name), '{}') as names
   from migrations`,
);

/**
 * Whether this process lives, and whether it can serve: its database answers and has today's schema. For load
 * balancers and whoever watches; neither needs a key, and neither says anything about a business.
 *
 * How far the relay is behind is told, and makes no process unready: requests are served all the same, and where the
 * worker runs apart it is not this process that would have to be taken out.
 */
export function healthRoutes(app: FastifyInstance, { database }: { readonly database: Database }): void {
  // As of the start: files of a newer release that is being laid in place are not yet ours.
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
      const [row] = await database.query(readMigrations, []);
      const applied = new Set(row?.names);
      const missing = known.filter((name) => !applied.has(name));
      if (missing.length > 0) checks.migrations = `missing: ${missing.join(", ")}`;
      else checks.relay = await relayBehind(database);
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

/** In whole seconds; 0 when no event waits, null when no transaction is seen to hold any up. */
async function relayBehind(database: Database) {
  const { oldestEventMs, oldestWriteMs } = await relayLag(database);
  return {
    oldest_event_seconds: Math.floor((oldestEventMs ?? 0) / 1_000),
    oldest_write_seconds: oldestWriteMs === null ? null : Math.floor(oldestWriteMs / 1_000),
  };
}

/** The page for Prometheus. Open to whoever reaches it: operators keep it from the outside at their proxy (docs/operate.md). */
export function metricsRoute(app: FastifyInstance, metrics: Metrics): void {
  app.get("/metrics", async (_request, reply) =>
    reply.header("content-type", metrics.contentType).send(await metrics.page()),
  );
}
