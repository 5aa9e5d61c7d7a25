import type { FastifyInstance } from "fastify";
import { healthRoutes, type MetricsAccess, metricsRoute } from "./health.ts";
import { ApiError } from "./kernel/errors.ts";
import type { Database } from "./platform/database/index.ts";
import type { Drain } from "./platform/http/drain.ts";
import { buildServer } from "./platform/http/server.ts";
import { type Metrics, measureRequests, requestMeter } from "./platform/metrics/index.ts";

/** Builds the server of a worker process: health and metrics, without the API. */
export async function buildHealthServer(options: {
  readonly database: Database;
  readonly metrics: Metrics;
  readonly drain?: Drain;
  readonly metricsAccess: MetricsAccess;
  /** Whether the server rejects requests whose `Host` header does not name the loopback interface. */
  readonly loopbackHostsOnly: boolean;
}): Promise<FastifyInstance> {
  const app = await buildServer({
    routes: [],
    ...(options.drain === undefined ? {} : { drain: options.drain }),
    loopbackHostsOnly: options.loopbackHostsOnly,
    authenticate: async () => {
      throw new ApiError("unauthenticated", "This process does not serve the API.");
    },
  });
  measureRequests(app, requestMeter(options.metrics));
  healthRoutes(app, options);
  metricsRoute(app, options.metrics, options.metricsAccess);
  return app;
}
