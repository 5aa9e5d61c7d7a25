import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { accountRoutes } from "./features/accounts/index.ts";
import { type ApiKeyAuthenticator, apiKeyAuthenticator, apiKeyRoutes } from "./features/api-keys/index.ts";
import { appointmentRoutes, clientVisitRoutes } from "./features/appointments/index.ts";
import { availabilityRoutes } from "./features/availability/index.ts";
import { blockRoutes } from "./features/blocks/index.ts";
import { businessRoutes } from "./features/businesses/index.ts";
import { clientRoutes } from "./features/clients/index.ts";
import { locationRoutes } from "./features/locations/index.ts";
import { mailLinkPages } from "./features/mail-links/index.ts";
import { memberRoutes } from "./features/members/index.ts";
import { serviceRoutes } from "./features/services/index.ts";
import { openSessions, type Sessions } from "./features/sessions/index.ts";
import { staffRoutes } from "./features/staff/index.ts";
import { healthRoutes } from "./health.ts";
import type { Clock } from "./kernel/clock.ts";
import type { Context } from "./platform/context.ts";
import type { Database } from "./platform/database/index.ts";
import { addressOf } from "./platform/http/address.ts";
import type { RecordedExamples } from "./platform/http/recordedExamples.ts";
import { referenceRoute } from "./platform/http/reference.ts";
import type { Route } from "./platform/http/route.ts";
import { API_PREFIX, buildServer, type ServerOptions } from "./platform/http/server.ts";
import { idempotency } from "./platform/idempotency/index.ts";
import { requestBuckets } from "./platform/limits/index.ts";
import { type Mailer, openPost, type Post } from "./platform/mail/index.ts";
import { publishedDescription } from "./published.ts";

export interface AppOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** The installation's; absent, sessions end with the process. */
  readonly secret?: string;
  /** Where people reach us; absent, the address the server listens on. */
  readonly publicUrl?: string;
  /** Absent, no mail goes out. */
  readonly mailer?: Mailer;
  readonly trustProxy?: ServerOptions["trustProxy"];
  /** Requests a minute of one API key or one user; absent or 0: no limit. */
  readonly rateLimitPerMinute?: number;
  readonly logger?: NonNullable<ServerOptions["logger"]>;
  /** Where failures beside the requests are told, such as a mail that could not be sent; absent, to the logger. */
  readonly log?: (message: string, error: unknown) => void;
  /** Fails every answer that differs from its schema: for tests. */
  readonly checkAnswers?: boolean;
  /** What operations were asked and answered, for the description; absent, as recorded in docs/examples.json. */
  readonly examples?: RecordedExamples;
}

/** Every route of the API: what is mounted, described and tested is this one table. */
export function allRoutes(context: Context, post: Post): Route[] {
  return [
    ...accountRoutes(context),
    ...businessRoutes(context),
    ...apiKeyRoutes(context),
    ...memberRoutes(context, post),
    ...appointmentRoutes(context),
    ...availabilityRoutes(context),
    ...blockRoutes(context),
    ...clientRoutes(context),
    ...clientVisitRoutes(context),
    ...serviceRoutes(context),
    ...locationRoutes(context),
    ...staffRoutes(context),
  ];
}

/** The whole server, ready to listen or to be asked in a test. Closing it lets go of all it started; the database stays open. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const context: Context = { database: options.database, clock: options.clock };
  const log = options.log ?? ((message, error) => app.log.error({ err: error }, message));
  const post = openPost({
    ...(options.mailer === undefined ? {} : { mailer: options.mailer }),
    address: () => options.publicUrl ?? listeningAt(app) ?? "http://127.0.0.1",
    log,
  });
  const routes = allRoutes(context, post);
  const authenticator = apiKeyAuthenticator({ ...context, log });
  const answersKept = idempotency({ ...context, log });
  const buckets = requestBuckets({ database: options.database, log });
  const limits = { buckets, perMinute: options.rateLimitPerMinute ?? 0 };
  const sessions = openSessions(context, {
    secret: options.secret ?? randomBytes(32).toString("hex"),
    post,
    limits,
    log,
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
  });
  const app: FastifyInstance = await buildServer({
    routes,
    authenticate: callerOf(authenticator, sessions),
    idempotency: answersKept,
    limits,
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
    ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
    ...(options.logger === undefined ? {} : { logger: options.logger }),
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
  });
  app.addHook("onClose", async () => {
    await Promise.all([authenticator.close(), answersKept.close(), buckets.close()]);
  });
  await sessions.mount(app);
  await mailLinkPages(app, context, {
    sessions,
    limits,
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
  });
  const description = publishedDescription(routes, options.examples);
  const descriptionText = JSON.stringify(description);
  app.get(`${API_PREFIX}/openapi.json`, (_request, reply) =>
    reply
      .header("content-type", "application/json; charset=utf-8")
      // The description is the one thing that pages of other origins may read (decision 15).
      .header("access-control-allow-origin", "*")
      .send(descriptionText),
  );
  referenceRoute(app, description);
  healthRoutes(app, context);
  return app;
}

/** A key if there is one, else the session: who sends a key means it, whatever cookies a browser adds. */
function callerOf(keys: ApiKeyAuthenticator, sessions: Sessions): ServerOptions["authenticate"] {
  return async (request) => {
    const signedIn = request.headers.authorization === undefined ? await sessions.callerOf(request) : null;
    return signedIn ?? keys(request);
  };
}

function listeningAt(app: FastifyInstance): string | undefined {
  const at = app.server.address() as AddressInfo | null;
  return at === null ? undefined : addressOf(at);
}
