import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import type { Caller, KeyCaller, KioskCaller } from "../../kernel/caller.ts";
import { ApiError, methodNotAllowed } from "../../kernel/errors.ts";
import type { SandboxTime } from "../businessTime.ts";
import type { ReplicaReads } from "../database/index.ts";
import type { Idempotency } from "../idempotency/index.ts";
import { logFromMemory, logRequests } from "./accessLog.ts";
import { ARRIVAL_LIMITS, type ArrivalLimits, limitArrival } from "./arrival.ts";
import { MAX_BODY_BYTES, readBodies } from "./body.ts";
import { type CachedReads, cachedReads } from "./cachedReads.ts";
import type { CursorSeal } from "./cursorSeal.ts";
import type { Drain } from "./drain.ts";
import { hostProblem } from "./hostCheck.ts";
import { countRequest, type RequestLimits } from "./limitRequests.ts";
import { type AnsweredFromMemory, fromMemory, type MemoryResponses } from "./memoryResponses.ts";
import { mountRoute } from "./mountRoute.ts";
import { API_PREFIX, type Route } from "./route.ts";
import { SECURITY_HEADERS } from "./securityHeaders.ts";
import { refuseConnection, refuseExpectations, sendError } from "./sendError.ts";
import { DEFAULT_REQUEST_BOUNDS, limitTime, type RequestBounds } from "./timeLimit.ts";

export { API_PREFIX };

/** The parts of a request that identify its business. */
export interface SandboxRequest {
  /** The business of an admitted request; absent on a public route. */
  readonly businessId?: string | undefined;
  readonly params: Readonly<Record<string, string>>;
}

export interface ServerOptions {
  readonly routes: readonly Route[];
  /** Returns the caller of a request or throws `unauthenticated`. */
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  /**
   * Returns the caller of the request's API key or throws. If absent, repeated GET requests of API keys pass through the hooks.
   */
  readonly authenticateKey?: (request: IncomingMessage) => Promise<KeyCaller>;
  /** Returns the paired kiosk of a request; null without a valid cookie. If absent, kiosk routes reject all requests. */
  readonly authenticateKiosk?: (request: FastifyRequest) => Promise<KioskCaller | null>;
  /** The public URL. Browsers may send writes with a session only from its origin. Default: the requested address. */
  readonly publicUrl?: string;
  /** Returns the clocks of the request's sandbox business; null for other businesses. If absent, there are no sandboxes. */
  readonly sandboxOf?: (request: SandboxRequest) => Promise<SandboxTime | null> | null;
  /** Stores responses for repeated requests; if absent, `Idempotency-Key` is ignored. */
  readonly idempotency?: Idempotency;
  /** Runs work and rolls back its changes, for `dry_run`. If absent, `dry_run` is rejected. */
  readonly dryRun?: <T>(work: () => Promise<T>) => Promise<T>;
  /** The source of data for routes with `reads: "replica"`; required if there are such routes. */
  readonly replica?: ReplicaReads;
  /** Limits the rate of requests; if absent, there is no limit. */
  readonly limits?: RequestLimits;
  /** For tests: whether a response that does not match its schema fails. */
  readonly checkAnswers?: boolean;
  /** Encrypts the cursors of lists; if absent, cursors are valid only until this server closes. */
  readonly cursors?: CursorSeal;
  /** The folder for temporary files of uploads; default: the system's folder. */
  readonly uploadFolder?: string;
  /** Fastify's logger; if absent, nothing is logged. */
  readonly logger?: NonNullable<FastifyServerOptions["logger"]>;
  /** Shuts the server down without resetting connections. If absent, closing the server immediately closes idle connections. */
  readonly drain?: Drain;
  /** The time limits of requests; default: `DEFAULT_REQUEST_BOUNDS`. */
  readonly requestBounds?: RequestBounds;
  /** Whether the server accepts only host names of the loopback interface (hostProblem). */
  readonly loopbackHostsOnly?: boolean;
  /** The limits for slowly arriving requests; default: `ARRIVAL_LIMITS`. */
  readonly arrivalLimits?: ArrivalLimits;
  /** The response cache, whose responses are sent before the hooks; if absent, no responses are cached. */
  readonly memory?: MemoryResponses & { readonly answered?: (request: AnsweredFromMemory) => void };
  /** The proxies whose forwarding headers are trusted, as in Fastify. */
  readonly trustProxy?: boolean | number | readonly string[];
}

const noCompiler = () => {
  throw new Error("A route has a schema for Fastify. Routes state their schemas in `Route`.");
};

/**
 * Builds the HTTP server. Authentication, permissions, input, envelope and errors are the same for every route. The checks run in the
 * order of contract §1, which is also the order of Fastify's hooks: `onRequest` finds the caller before the body is read; the parser, the
 * schemas and `run` follow.
 */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const arrivalLimits = options.arrivalLimits ?? ARRIVAL_LIMITS;
  const app = Fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies(options.trustProxy),
    // While the server stops, requests on open connections are still processed; then the connections close.
    return503OnClosing: false,
    // Node would reject a missing `Host` header without the error envelope, so a hook checks the header.
    http: {
      requireHostHeader: false,
      headersTimeout: arrivalLimits.headerMs,
      connectionsCheckingInterval: arrivalLimits.checkMs,
    },
    // No route has a schema for Fastify (validation.ts checks requests), so its compilers, and the 80 modules that they load, are not used.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    // Requests with invalid headers or undecodable paths never reach a route.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseConnection,
  });
  const { authenticateKey, limits } = options;
  const reads = authenticateKey === undefined ? undefined : cachedReads({ authenticateKey, limits });
  answerFromMemory(app, options, reads);
  options.drain?.watch(app);
  limitTime(app, options.requestBounds ?? DEFAULT_REQUEST_BOUNDS);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS);
    done();
  });
  // This hook is registered before the next hook, which may reject a request whose body is still arriving.
  limitArrival(app, arrivalLimits);
  refuseExpectations(app.server);
  // The hook is synchronous for known routes, because each promise of a hook takes a measurable part of the time of a short
  // request.
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    if (isOfApi(request)) reply.header("cache-control", "no-store");
    const refused = hostProblem(request.raw, options.loopbackHostsOnly === true);
    if (refused !== undefined) {
      done(refused);
      return;
    }
    // This check runs before the body is read, so that a request to an unknown route gets 404 regardless of its body.
    if (request.is404) {
      const refuse = () => done(new ApiError("not_found", "There is no such route."));
      countIfAuthenticated(options, request, reply).then(refuse, done);
      return;
    }
    ignoreTypeOfEmptyBody(request);
    done();
  });
  logRequests(app);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) =>
    sendError(new ApiError("not_found", "There is no such route."), request, reply),
  );
  readBodies(
    app,
    (request) => routeOf(request)?.body !== undefined,
    (request) => routeOf(request)?.page !== undefined,
  );
  mount(app, options, reads);
  return app;
}

/** Replaces Fastify's listener by one that first looks up the response caches. Requests from `inject` bypass the caches. */
function answerFromMemory(
  app: FastifyInstance,
  { loopbackHostsOnly, drain, memory }: ServerOptions,
  reads: CachedReads | undefined,
): void {
  const listener = fromMemory(
    app.routing,
    { find: (request) => reads?.find(request) ?? memory?.find(request) },
    {
      loopbackHostsOnly: loopbackHostsOnly === true,
      isDraining: () => drain?.isDraining === true,
      answered: (request) => {
        logFromMemory(app.log, request);
        memory?.answered?.(request);
      },
    },
  );
  app.server.removeListener("request", app.routing).on("request", listener);
}

function isOfApi(request: FastifyRequest): boolean {
  return request.url.startsWith(`${API_PREFIX}/`);
}

/** Counts a request to an unknown route or method if it is authenticated, so that such requests cannot bypass the rate limit. */
async function countIfAuthenticated(
  options: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!options.limits?.perMinute || !isOfApi(request)) return;
  let caller: Caller;
  try {
    caller = await options.authenticate(request);
  } catch (error) {
    // The caller is not authenticated, so the request gets 404 or 405 without being counted.
    if (error instanceof ApiError && error.status < 500) return;
    throw error;
  }
  await countRequest(options.limits, caller, reply);
}

function trustedProxies(
  trustProxy: ServerOptions["trustProxy"],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (trustProxy === undefined) return false;
  if (typeof trustProxy === "number") return (_address, hop) => hop < trustProxy;
  return typeof trustProxy === "object" ? [...trustProxy] : trustProxy;
}

function routeOf(request: FastifyRequest): Route | undefined {
  return (request.routeOptions.config as { route?: Route }).route;
}

/**
 * Removes the content type of a request with an empty body. Some clients send a content type with every request (contract §1), and
 * Fastify rejects a malformed one before it calls the parser.
 */
function ignoreTypeOfEmptyBody(request: FastifyRequest): void {
  const { headers } = request.raw;
  const isEmpty = headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
  if (isEmpty && routeOf(request)?.body === undefined) delete headers["content-type"];
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

function mount(app: FastifyInstance, options: ServerOptions, reads: CachedReads | undefined): void {
  const methodsByPath = new Map<string, Set<string>>();
  for (const route of options.routes) {
    assertAccess(route);
    mountRoute(app, route, options, reads);
    methodsByPath.set(route.path, (methodsByPath.get(route.path) ?? new Set()).add(route.method));
  }
  for (const [path, known] of methodsByPath) {
    const allow = [...known, ...(known.has("GET") ? ["HEAD"] : [])].join(", ");
    const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
      await countIfAuthenticated(options, request, reply);
      reply.header("allow", allow);
      throw methodNotAllowed(request.method, allow);
    };
    app.route({
      method: METHODS.filter((method) => !known.has(method)),
      url: API_PREFIX + path,
      // The request is rejected before its body is read, as for an unknown route.
      onRequest: refuse,
      handler: refuse,
    });
  }
}

/** Throws at startup for a route whose `access` is missing or does not fit its path. */
function assertAccess(route: Route): void {
  const name = `${route.method} ${route.path}`;
  const access = route.access as Route["access"] | undefined;
  const isBelowBusiness = route.path.startsWith("/businesses/:business");
  if (access === undefined) throw new Error(`The route ${name} declares no access.`);
  if (isBelowBusiness !== (access.kind === "business"))
    throw new Error(`The access of the route ${name} does not match its path.`);
  if (access.kind === "kiosk" && !/^\/kiosk(\/|$)/.test(route.path))
    throw new Error(`The route ${name} is outside the kiosk cookie's path.`);
  if (access.kind === "business" && access.roles.length === 0)
    throw new Error(`The route ${name} declares no roles.`);
  if (access.kind === "business" && access.scope === undefined)
    throw new Error(`The route ${name} declares no scope.`);
  if (route.cached !== undefined && !isCacheable(route))
    throw new Error(`The responses of the route ${name} must not be cached.`);
}

/**
 * Returns whether responses of the route may be sent before the hooks, because they
 * depend only on the business, the query and the data.
 */
function isCacheable({ method, access, path, page, versioned }: Route): boolean {
  const hasOtherParams = path.replace("/businesses/:business", "").includes(":");
  return (
    method === "GET" &&
    access.kind === "business" &&
    !hasOtherParams &&
    page === undefined &&
    versioned !== true
  );
}
