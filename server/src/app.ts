import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { bookingPageRoutes } from "./bookingPages.ts";
import * as access from "./features/access/index.ts";
import * as booking from "./features/booking/index.ts";
import * as business from "./features/business/index.ts";
import * as checkout from "./features/checkout/index.ts";
import * as clients from "./features/clients/index.ts";
import * as sandbox from "./features/sandbox/index.ts";
import * as scheduling from "./features/scheduling/index.ts";
import * as transfer from "./features/transfer/index.ts";
import { publishedEvents, type WebhookSettings, webhookRoutes } from "./features/webhooks/index.ts";
import { healthRoutes, type MetricsAccess, metricsRoute } from "./health.ts";
import { type Clock, type DatabaseClock, trueDatabaseClock } from "./kernel/clock.ts";
import { mcpRoutes } from "./mcp/mcpRoutes.ts";
import { type PagesOptions, pageRoutes } from "./pages.ts";
import { type BlobStore, temporaryBlobs } from "./platform/blobs/index.ts";
import { businessClock, type SandboxTime } from "./platform/businessTime.ts";
import type { Context } from "./platform/context.ts";
import { type Database, primaryReads, type ReplicaReads } from "./platform/database/index.ts";
import { type EmailOutbox, type Mailer, openEmailOutbox } from "./platform/email/index.ts";
import { createEncryption } from "./platform/encryption.ts";
import { addressOf } from "./platform/http/address.ts";
import { sendCompressed } from "./platform/http/compressed.ts";
import { createCursorSeal } from "./platform/http/cursorSeal.ts";
import type { Drain } from "./platform/http/drain.ts";
import { guideRoutes } from "./platform/http/guides.ts";
import { madeInWorker } from "./platform/http/madeInWorker.ts";
import type { RecordedExamples } from "./platform/http/recordedExamples.ts";
import { type Descriptions, referenceRoutes } from "./platform/http/reference.ts";
import type { Route } from "./platform/http/route.ts";
import { API_PREFIX, buildServer, type ServerOptions } from "./platform/http/server.ts";
import { idempotency } from "./platform/idempotency/index.ts";
import { requestBuckets } from "./platform/limits/index.ts";
import { type Metrics, measureRequests } from "./platform/metrics/index.ts";
import type { OutboundPolicy } from "./platform/outbound-http/index.ts";
import { openTextOutbox, type TextOutbox, type TextSender } from "./platform/sms/index.ts";

export interface AppOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** The database from which reports and lists are read; default: `database`. */
  readonly replica?: ReplicaReads;
  /** The installation's secret; default: a random one, so that sessions and encrypted data are lost when the process ends. */
  readonly secret?: string;
  /** The public URL; default: the address on which the server listens. */
  readonly publicUrl?: string;
  /** The mailer; without one, no e-mail is sent. */
  readonly mailer?: Mailer;
  /** The payment provider; null or absent disables online payments. */
  readonly paymentProvider?: checkout.PaymentProvider | null;
  /** The payment provider's key for browsers; absent: visitors pay deposits on the provider's own page. */
  readonly publishableKey?: string;
  /** The sender of text messages; null or absent: codes are sent by e-mail only. */
  readonly textSender?: TextSender | null;
  /** The photo storage; default: a temporary folder that is deleted when the server closes. */
  readonly blobs?: BlobStore;
  /** The folder for temporary files of uploads; default: the system's folder. */
  readonly uploadFolder?: string;
  readonly trustProxy?: ServerOptions["trustProxy"];
  readonly drain?: Drain;
  /** Returns true if all processes behind the same port are serving; default: true, because this process is the only one. */
  readonly areAllServing?: () => boolean;
  readonly requestBounds?: NonNullable<ServerOptions["requestBounds"]>;
  readonly arrivalLimits?: ServerOptions["arrivalLimits"];
  /** The settings for sign-up; default: anyone may sign up, and with a public URL must first confirm the e-mail address. */
  readonly signUp?: access.SignUpSettings;
  /** Whether the server accepts only requests whose host is a name of the loopback interface. */
  readonly loopbackHostsOnly?: boolean;
  /** Maximum number of requests per minute for each API key or user; absent or 0: no limit. */
  readonly rateLimitPerMinute?: number;
  /** The policy for the URLs of webhook endpoints; default: only public addresses with https. */
  readonly webhooks?: OutboundPolicy;
  /** The database's clock; default: without an offset. */
  readonly databaseClock?: DatabaseClock;
  /** The metrics of the process; without them there is no `/metrics`. */
  readonly metrics?: Metrics;
  /** The access to `/metrics`; default: open to all callers. */
  readonly metricsAccess?: MetricsAccess;
  readonly logger?: NonNullable<ServerOptions["logger"]>;
  /** Logs failures that occur outside of requests, such as an e-mail that could not be sent; default: the logger. */
  readonly log?: (message: string, error: unknown) => void;
  /** Whether a response that does not match its schema becomes an error (for tests). */
  readonly checkAnswers?: boolean;
  /** The folder of the built pages, or Vite's address; default: the build of this repository. */
  readonly pages?: Pick<PagesOptions, "folder" | "devServer">;
  /** The folder of the built booking pages; default: the build of this repository. */
  readonly bookingPagesFolder?: string;
  /** Recorded examples of the description; default: docs/examples.json. */
  readonly examples?: RecordedExamples;
}

/** The dependencies of routes other than the database. Describing the routes needs only `webhooks`. */
export interface RouteSettings {
  readonly webhooks: WebhookSettings;
  /** The payment provider; null or absent disables online payments. */
  readonly paymentProvider?: checkout.PaymentProvider | null;
  /** The payment provider's key for browsers. */
  readonly publishableKey?: string | undefined;
  /** The queue for text messages with codes; null or absent: codes are sent by e-mail only. */
  readonly textOutbox?: TextOutbox | null;
  /** The installation's secret. */
  readonly secret?: string;
  readonly photoStorage?: clients.PhotoStorage;
  readonly changesHub?: business.ChangesHub;
  /** Logs errors that do not make their request fail; default: they are not logged. */
  readonly log?: (message: string, error: unknown) => void;
}

/** Returns all routes of the API, which are mounted, described and tested. */
export function allRoutes(context: Context, emailOutbox: EmailOutbox, settings: RouteSettings): Route[] {
  const { webhooks, paymentProvider = null, secret = "", photoStorage = clients.NO_PHOTO_STORAGE } = settings;
  const { log = () => undefined } = settings;
  return [
    ...access.routes(context, emailOutbox),
    ...business.routes(context, {
      address: emailOutbox.address,
      appointmentLocalTimes: scheduling.appointmentLocalTimes,
      changesHub: settings.changesHub,
    }),
    ...scheduling.routes(context, {
      saleOfItems: checkout.openSaleOf.saleOfItems,
      address: emailOutbox.address,
      sendsTexts: settings.textOutbox != null,
    }),
    ...clients.routes(context, { emailOutbox, secret, photoStorage }),
    ...checkout.routes(context, {
      provider: paymentProvider,
      address: emailOutbox.address,
      log,
      feeOfAppointment: business.feeOfAppointment,
      onAuthorised: async (hold) => {
        if (paymentProvider !== null)
          await booking.finishPaidHold(context, { provider: paymentProvider, secret }, hold);
      },
    }),
    ...webhookRoutes(context, webhooks),
    ...transfer.routes(context, photoStorage.blobs),
    ...sandbox.routes(context),
    ...booking.routes(context, {
      emailOutbox,
      textOutbox: settings.textOutbox ?? null,
      secret,
      provider: paymentProvider,
      publishableKey: settings.publishableKey ?? null,
    }),
  ];
}

/** Builds the server, which can then listen on a port or be called with `inject`. Closing it does not close the database. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const sandboxes = business.findSandboxes(options);
  const context: Context = {
    database: options.database,
    clock: businessClock(options.clock),
    sandboxes,
  };
  /** The dependencies of what belongs to no business, such as sessions. */
  const installation: Context = { database: options.database, clock: options.clock };
  const log = options.log ?? ((message, error) => app.log.error({ error }, message));
  const emailOutbox = openEmailOutbox({
    ...(options.mailer === undefined ? {} : { mailer: options.mailer }),
    address: () => options.publicUrl ?? listeningAt(app) ?? "http://127.0.0.1",
    log,
  });
  const secret = options.secret ?? randomBytes(32).toString("hex");
  const temporary = temporaryBlobs();
  const photoStorage = clients.createPhotoStorage({
    blobs: options.blobs ?? temporary.blobs,
    secret,
    address: emailOutbox.address,
  });
  const webhooks = {
    encryption: createEncryption(secret),
    policy: options.webhooks ?? { allowPrivate: false, allowHttp: false },
    databaseClock: options.databaseClock ?? trueDatabaseClock,
  };
  const paymentProvider = options.paymentProvider ?? null;
  const { drain } = options;
  const changesHub = business.openHub({
    database: options.database,
    log,
    isEnding: () => drain?.isDraining === true,
  });
  const routes = allRoutes(context, emailOutbox, {
    webhooks,
    paymentProvider,
    publishableKey: options.publishableKey,
    textOutbox: options.textSender == null ? null : openTextOutbox(options.textSender, { log }),
    secret,
    photoStorage,
    changesHub,
    log,
  });
  /** Finds the sandbox of a request by its business, by the slug of a booking page, or by the token of a link. */
  const sandboxOf = (
    businessId: string | undefined,
    { slug, token }: Readonly<Record<string, string>>,
  ): Promise<SandboxTime | null> | null => {
    const id = businessId ?? (token === undefined ? undefined : booking.businessOfToken(secret, token));
    if (id !== undefined) return sandboxes.of(id);
    if (slug !== undefined) return sandboxes.ofSlug(slug);
    return token === undefined ? null : sandboxOfForms(token);
  };
  const sandboxOfForms = async (token: string) => {
    const id = await clients.businessOfFormsLink(options.database, token);
    return id === undefined ? null : sandboxes.of(id);
  };
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
  const app: FastifyInstance = await buildServer({
    routes,
    authenticate: callerOf(authenticator, sessions),
    authenticateKiosk: booking.kioskAuthenticator(installation),
    sandboxOf: ({ businessId, params }) => sandboxOf(businessId, params),
    idempotency: storedResponses,
    dryRun: (work) => options.database.dryRun(work),
    replica: options.replica ?? primaryReads(options.database),
    limits,
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
  app.addHook("preClose", async () => changesHub.close());
  app.addHook("onClose", async () => {
    await Promise.all([authenticator.close(), temporary.close()]);
  });
  if (options.metrics !== undefined) measureRequests(app, options.metrics);
  await sessions.mount(app);
  await access.emailLinkPages(app, installation, {
    sessions,
    limits,
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
  });
  const descriptions = madeInWorker<Descriptions>(
    new URL("./descriptionScript.ts", import.meta.url),
    options.examples,
  );
  app.get(`${API_PREFIX}/openapi.json`, async (request, reply) => {
    const { whole } = await descriptions();
    reply.header("content-type", "application/json; charset=utf-8");
    // Pages from other origins may read only the description (decision 15).
    reply.header("access-control-allow-origin", "*");
    return sendCompressed(request, reply, whole);
  });
  referenceRoutes(app, {
    operations: [
      ...routes,
      ...access.SIGN_IN_OPERATIONS.map((one) => ({ ...one, path: one.prefix + one.path })),
    ],
    events: publishedEvents,
    descriptions,
  });
  guideRoutes(app);
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
    secret,
    address: emailOutbox.address,
    cardLibrary: options.publishableKey === undefined ? null : (paymentProvider?.browserLibrary ?? null),
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
