import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { allRoutes } from "./allRoutes.ts";
import type { AppOptions } from "./appOptions.ts";
import { bookingPageRoutes } from "./bookingPages.ts";
import { openContexts } from "./contexts.ts";
import { descriptionRoutes } from "./descriptionRoutes.ts";
import * as access from "./features/access/index.ts";
import { kioskAuthenticator } from "./features/booking/index.ts";
import { healthRoutes, metricsRoute } from "./health.ts";
import { mcpRoutes } from "./mcp/mcpRoutes.ts";
import { pageRoutes } from "./pages.ts";
import { primaryReads } from "./platform/database/index.ts";
import { openEmailOutbox } from "./platform/email/index.ts";
import { addressOf } from "./platform/http/address.ts";
import { createCursorSeal } from "./platform/http/cursorSeal.ts";
import { buildServer, type ServerOptions } from "./platform/http/server.ts";
import { idempotency } from "./platform/idempotency/index.ts";
import { requestBuckets } from "./platform/limits/index.ts";
import { measureRequests, requestMeter } from "./platform/metrics/index.ts";
import { requestSandbox } from "./requestSandbox.ts";
import { openRouteSettings } from "./routeSettings.ts";
import { openStartPages } from "./startPages.ts";

/**
 * Builds the server, which can then listen on a port or be called with `inject`. Closing the server does not close the
 * database.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { context, installation, sandboxes } = openContexts(options);
  const log = options.log ?? ((message, error) => app.log.error({ error }, message));
  const emailOutbox = openEmailOutbox({
    ...(options.mailer === undefined ? {} : { mailer: options.mailer }),
    address: () => options.publicUrl ?? listeningAt(app) ?? "http://127.0.0.1",
    log,
  });
  const settings = openRouteSettings(options, { address: emailOutbox.address, log });
  const { secret } = settings;
  const routes = allRoutes(context, emailOutbox, settings);
  const sandboxOf = requestSandbox(sandboxes, { database: options.database, secret });
  const authenticator = access.apiKeyAuthenticator({ ...installation, log });
  const storedResponses = idempotency(context);
  const buckets = requestBuckets(installation);
  const limits = { buckets, perMinute: options.rateLimitPerMinute ?? 0 };
  const sessions = access.openSessions(installation, {
    secret,
    emailOutbox,
    limits,
    log,
    signUp: options.signUp ?? { mode: "open", confirmsAddress: options.publicUrl !== undefined },
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
  });
  const startPages = openStartPages(context);
  const meter = options.metrics === undefined ? undefined : requestMeter(options.metrics);
  const app: FastifyInstance = await buildServer({
    routes,
    authenticate: callerOf(authenticator, sessions),
    authenticateKey: authenticator,
    authenticateKiosk: kioskAuthenticator(installation),
    sandboxOf: ({ businessId, params }) => sandboxOf(businessId, params),
    idempotency: storedResponses,
    dryRun: (work) => options.database.dryRun(work),
    replica: options.replica ?? primaryReads(options.database),
    limits,
    memory: { ...startPages, ...(meter === undefined ? {} : { answered: meter }) },
    cursors: createCursorSeal(secret),
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
    ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
    ...(options.logger === undefined ? {} : { logger: options.logger }),
    ...(options.uploadFolder === undefined ? {} : { uploadFolder: options.uploadFolder }),
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
    ...(options.drain === undefined ? {} : { drain: options.drain }),
    ...(options.requestBounds === undefined ? {} : { requestBounds: options.requestBounds }),
    ...(options.arrivalLimits === undefined ? {} : { arrivalLimits: options.arrivalLimits }),
    ...(options.loopbackHostsOnly === undefined ? {} : { loopbackHostsOnly: options.loopbackHostsOnly }),
  });
  app.addHook("preClose", async () => settings.endStreams());
  app.addHook("onClose", async () => {
    await Promise.all([authenticator.close(), settings.close()]);
  });
  if (meter !== undefined) measureRequests(app, meter);
  await sessions.mount(app);
  await access.emailLinkPages(app, installation, {
    sessions,
    limits,
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
  });
  descriptionRoutes(app, routes, options.examples);
  mcpRoutes(app, {
    routes,
    authenticate: authenticator,
    limits,
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
  });
  await pageRoutes(app, {
    ...options.pages,
    isSignedIn: async (request) => (await sessions.callerOf(request).catch(() => null)) !== null,
  });
  await bookingPageRoutes(app, {
    ...context,
    sandboxOf: (params) => sandboxOf(undefined, params),
    startPages,
    secret,
    address: emailOutbox.address,
    cardLibrary:
      options.publishableKey === undefined ? null : (options.paymentProvider?.browserLibrary ?? null),
    ...(options.bookingPagesFolder === undefined ? {} : { folder: options.bookingPagesFolder }),
  });
  healthRoutes(app, {
    database: options.database,
    drain: options.drain,
    areAllServing: options.areAllServing,
  });
  if (options.metrics !== undefined)
    metricsRoute(app, options.metrics, options.metricsAccess ?? { isOpen: true });
  return app;
}

/**
 * Returns an authenticator that uses the API key if the request has an `Authorization` header, and otherwise the session,
 * because browsers add cookies to every request.
 */
function callerOf(
  keys: access.ApiKeyAuthenticator,
  sessions: access.Sessions,
): ServerOptions["authenticate"] {
  return async (request) => {
    const signedIn = request.headers.authorization === undefined ? await sessions.callerOf(request) : null;
    return signedIn ?? keys(request);
  };
}

function listeningAt(app: FastifyInstance): string | undefined {
  const at = app.server.address() as AddressInfo | null;
  return at === null ? undefined : addressOf(at);
}
