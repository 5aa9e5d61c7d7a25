import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import * as access from "./features/access/index.ts";
import * as business from "./features/business/index.ts";
import * as checkout from "./features/checkout/index.ts";
import * as clients from "./features/clients/index.ts";
import * as scheduling from "./features/scheduling/index.ts";
import { type WebhookSettings, webhookRoutes } from "./features/webhooks/index.ts";
import { healthRoutes, metricsRoute } from "./health.ts";
import { type Clock, type DatabaseClock, trueDatabaseClock } from "./kernel/clock.ts";
import { type BlobStore, temporaryBlobs } from "./platform/blobs/index.ts";
import type { Context } from "./platform/context.ts";
import type { Database } from "./platform/database/index.ts";
import { type EmailOutbox, type Mailer, openEmailOutbox } from "./platform/email/index.ts";
import { createEncryption } from "./platform/encryption.ts";
import { addressOf } from "./platform/http/address.ts";
import { compressed, sendCompressed } from "./platform/http/compressed.ts";
import type { RecordedExamples } from "./platform/http/recordedExamples.ts";
import { referenceRoutes } from "./platform/http/reference.ts";
import type { Route } from "./platform/http/route.ts";
import { API_PREFIX, buildServer, type ServerOptions } from "./platform/http/server.ts";
import { idempotency } from "./platform/idempotency/index.ts";
import { requestBuckets } from "./platform/limits/index.ts";
import { type Metrics, measureRequests } from "./platform/metrics/index.ts";
import type { OutboundPolicy } from "./platform/outbound-http/index.ts";
import { publishedDescription } from "./published.ts";

export interface AppOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** The installation's; absent, sessions end with the process, and what was sealed opens no more. */
  readonly secret?: string;
  /** Where people reach us; absent, the address the server listens on. */
  readonly publicUrl?: string;
  /** Absent, no mail goes out. */
  readonly mailer?: Mailer;
  /** Null or absent, nothing is paid online. */
  readonly paymentProvider?: checkout.PaymentProvider | null;
  /** Where photos are kept; absent, they go with the server. */
  readonly blobs?: BlobStore;
  /** Where uploads lie while they are looked at; absent, where the system keeps what is temporary. */
  readonly uploadFolder?: string;
  readonly trustProxy?: ServerOptions["trustProxy"];
  /** Requests a minute of one API key or one user; absent or 0: no limit. */
  readonly rateLimitPerMinute?: number;
  /** Which addresses may be subscribed; absent, public ones over https alone. */
  readonly webhooks?: OutboundPolicy;
  /** Absent, the database's clock as it is. */
  readonly databaseClock?: DatabaseClock;
  /** What the process measures; absent, there is no `/metrics`. */
  readonly metrics?: Metrics;
  readonly logger?: NonNullable<ServerOptions["logger"]>;
  /** Where failures beside the requests are told, such as a mail that could not be sent; absent, to the logger. */
  readonly log?: (message: string, error: unknown) => void;
  /** Fails every answer that differs from its schema: for tests. */
  readonly checkAnswers?: boolean;
  /** What operations were asked and answered, for the description; absent, as recorded in docs/examples.json. */
  readonly examples?: RecordedExamples;
}

/** What routes are made with besides the database; to describe them, the least of it will do. */
export interface RouteSettings {
  readonly webhooks: WebhookSettings;
  /** Null or absent: nothing is paid online. */
  readonly paymentProvider?: checkout.PaymentProvider | null;
  /** The installation's. */
  readonly secret?: string;
  /** Where photos are. */
  readonly photoStorage?: clients.PhotoStorage;
}

/** Every route of the API: what is mounted, described and tested is this one table. */
export function allRoutes(context: Context, emailOutbox: EmailOutbox, settings: RouteSettings): Route[] {
  const { webhooks, paymentProvider = null, secret = "", photoStorage = clients.NO_PHOTO_STORAGE } = settings;
  return [
    ...access.routes(context, emailOutbox),
    ...business.routes(context, { appointmentLocalTimes: scheduling.appointmentLocalTimes }),
    ...scheduling.routes(context),
    ...clients.routes(context, { emailOutbox, secret, photoStorage }),
    ...checkout.routes(context, {
      provider: paymentProvider,
      address: emailOutbox.address,
      feeOfAppointment: business.feeOfAppointment,
    }),
    ...webhookRoutes(context, webhooks),
  ];
}

/** The whole server, ready to listen or to be asked in a test. Closing it lets go of all it started; the database stays open. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const context: Context = { database: options.database, clock: options.clock };
  const log = options.log ?? ((message, error) => app.log.error({ err: error }, message));
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
  const routes = allRoutes(context, emailOutbox, { webhooks, paymentProvider, secret, photoStorage });
  const authenticator = access.apiKeyAuthenticator({ ...context, log });
  const answersKept = idempotency(context);
  const buckets = requestBuckets(context);
  const limits = { buckets, perMinute: options.rateLimitPerMinute ?? 0 };
  const sessions = access.openSessions(context, {
    secret,
    emailOutbox,
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
    ...(options.uploadFolder === undefined ? {} : { uploadFolder: options.uploadFolder }),
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
  });
  app.addHook("onClose", async () => {
    await Promise.all([authenticator.close(), temporary.close()]);
  });
  if (options.metrics !== undefined) measureRequests(app, options.metrics);
  await sessions.mount(app);
  await access.emailLinkPages(app, context, {
    sessions,
    limits,
    ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
  });
  // Made at the first request: most processes never send it.
  const description = once(() => compressed(JSON.stringify(publishedDescription(routes, options.examples))));
  app.get(`${API_PREFIX}/openapi.json`, (request, reply) => {
    reply.header("content-type", "application/json; charset=utf-8");
    // Pages of other origins may read the description, and nothing else (decision 15).
    reply.header("access-control-allow-origin", "*");
    return sendCompressed(request, reply, description());
  });
  referenceRoutes(app);
  healthRoutes(app, context);
  if (options.metrics !== undefined) metricsRoute(app, options.metrics);
  return app;
}

/** A key if there is one, else the session: who sends a key means it, whatever cookies a browser adds. */
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

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
