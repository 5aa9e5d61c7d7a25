import { tzVersion } from "@daybook/engine";
import type { FastifyInstance } from "fastify";
import { ApiError } from "./kernel/errors.ts";
import type { Context } from "./platform/context.ts";
import { column, knownMigrations, statement } from "./platform/database/index.ts";

const readMigrations = statement(
  "health_read_migrations",
  { names: column.texts },
  `select coalesce(array_agg(name::text order by name), '{}') as names
   from migrations`,
);

/**
 * Whether this process lives, and whether it can serve: its database answers and has today's schema. For load
 * balancers and whoever watches; neither needs a key, and neither says anything about a business.
 */
export function healthRoutes(app: FastifyInstance, { database }: Context): void {
  app.get("/health/live", (_request, reply) => reply.send({ status: "live" }));
  app.get("/health/ready", async (_request, reply) => {
    const checks = { database: "ok", migrations: "ok", tz_data: tzVersion };
    try {
      const [row] = await database.query(readMigrations, []);
      const applied = new Set(row?.names);
      const missing = knownMigrations().filter((name) => !applied.has(name));
      if (missing.length > 0) checks.migrations = `missing: ${missing.join(", ")}`;
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
