import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { accountRoutes } from "./features/accounts/index.ts";
import { apiKeyAuthenticator } from "./features/api-keys/index.ts";
import { appointmentRoutes } from "./features/appointments/index.ts";
import { availabilityRoutes } from "./features/availability/index.ts";
import { blockRoutes } from "./features/blocks/index.ts";
import { businessRoutes } from "./features/businesses/index.ts";
import { clientRoutes } from "./features/clients/index.ts";
import { locationRoutes } from "./features/locations/index.ts";
import { serviceRoutes } from "./features/services/index.ts";
import { staffRoutes } from "./features/staff/index.ts";
import { healthRoutes } from "./health.ts";
import type { Clock } from "./kernel/clock.ts";
import type { Context } from "./platform/context.ts";
import type { Database } from "./platform/database/index.ts";
import { describe } from "./platform/http/openapi.ts";
import type { Route } from "./platform/http/route.ts";
import { API_PREFIX, buildServer, type ServerOptions } from "./platform/http/server.ts";

export interface AppOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly trustProxy?: ServerOptions["trustProxy"];
  readonly logger?: FastifyBaseLogger | boolean;
  /** Fails every answer that differs from its schema: for tests. */
  readonly checkAnswers?: boolean;
}

/** Every route of the API: what is mounted, described and tested is this one table. */
export function allRoutes(context: Context): Route[] {
  return [
    ...accountRoutes(context),
    ...businessRoutes(context),
    ...appointmentRoutes(context),
    ...availabilityRoutes(context),
    ...blockRoutes(context),
    ...clientRoutes(context),
    ...serviceRoutes(context),
    ...locationRoutes(context),
    ...staffRoutes(context),
  ];
}

/** The whole server, ready to listen or to be asked in a test. Closing it lets go of all it started; the database stays open. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const context: Context = { database: options.database, clock: options.clock };
  const routes = allRoutes(context);
  const authenticator = apiKeyAuthenticator({
    ...context,
    log: (message, error) => app.log.error({ err: error }, message),
  });
  const app: FastifyInstance = await buildServer({
    routes,
    authenticate: authenticator,
    ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
    ...(options.logger === undefined ? {} : { logger: options.logger }),
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
  });
  app.addHook("onClose", () => authenticator.close());
  const description = JSON.stringify(describe(routes));
  app.get(`${API_PREFIX}/openapi.json`, (_request, reply) =>
    reply.header("content-type", "application/json; charset=utf-8").send(description),
  );
  healthRoutes(app, context);
  return app;
}
