import { randomUUID } from "node:crypto";
import helmet from "@fastify/helmet";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from "fastify";
import type { Caller } from "../../kernel/caller.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Idempotency } from "../idempotency/index.ts";
import { MAX_BODY_BYTES, readBodies } from "./body.ts";
import { countRequest, type RequestLimits } from "./limitRequests.ts";
import { mountRoute } from "./mountRoute.ts";
import { API_PREFIX, type Route } from "./route.ts";
import { refuseConnection, sendError } from "./sendError.ts";

export { API_PREFIX };

export interface ServerOptions {
  readonly routes: readonly Route[];
  /** Who sent this request, or `unauthenticated` thrown. */
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  /** Where people reach us: a session's writes come from there. Absent, from the address they were sent to. */
  readonly publicUrl?: string;
  /** Who sends a request again is answered as before; absent, `Idempotency-Key` is not read. */
  readonly idempotency?: Idempotency;
  /** How often who may ask; absent, as often as they like. */
  readonly limits?: RequestLimits;
  /** Compares every answer with its schema before it leaves, and fails it when they differ: for tests. */
  readonly checkAnswers?: boolean;
  /** Where uploads lie while they are looked at; absent, where the system keeps what is temporary. */
  readonly uploadFolder?: string;
  /** Absent, nothing is logged; as Fastify takes it. */
  readonly logger?: NonNullable<FastifyServerOptions["logger"]>;
  /** Whose forwarded addresses are believed, as Fastify takes it. */
  readonly trustProxy?: boolean | number | readonly string[];
}

/**
 * The HTTP side of the contract, once for every route: who calls, what they may, what they sent, the envelope.
 * The order of checks is contract §1's and follows Fastify's own: `onRequest` knows the caller before a byte of the
 * body is read, the parser comes next, then the shapes, then `run`.
 */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies(options.trustProxy),
    // What still arrives on open connections while the server stops is answered like anything else, and the connection closed.
    return503OnClosing: false,
    // Node would refuse a request without one in its own words; ours follow in the first hook.
    http: { requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    // A path that cannot be decoded, or headers that are not HTTP, never reach a route.
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: refuseConnection,
  });
  // Only what means something for JSON: each header is written for every answer.
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (isOfApi(request)) reply.header("cache-control", "no-store");
    if (request.raw.httpVersion === "1.1" && request.headers.host === undefined)
      throw new ApiError("malformed_request", "HTTP/1.1 asks for a Host header.");
    // Before the body is read: what is sent to a route that does not exist does not matter.
    if (request.is404) {
      await countIfKnown(options, request, reply);
      throw new ApiError("not_found", "There is no such route.");
    }
    forgetTypeOfNothing(request);
  });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) =>
    sendError(new ApiError("not_found", "There is no such route."), request, reply),
  );
  readBodies(
    app,
    (request) => routeOf(request)?.body !== undefined,
    (request) => routeOf(request)?.page !== undefined,
  );
  mount(app, options);
  return app;
}

function isOfApi(request: FastifyRequest): boolean {
  return request.url.startsWith(`${API_PREFIX}/`);
}

/**
 * Where there is no route nobody has to say who they are, but whoever does is counted all the same: an address that
 * answers without counting would be the one to hammer.
 */
async function countIfKnown(
  options: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (!options.limits?.perMinute || !isOfApi(request)) return;
  let caller: Caller;
  try {
    caller = await options.authenticate(request);
  } catch (error) {
    // Nobody we know: they get the answer that everybody gets.
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
 * A body that is empty has no content type, whatever the header says: some clients send one with every request
 * (contract §1), and Fastify refuses a malformed one before our parser is asked.
 */
function forgetTypeOfNothing(request: FastifyRequest): void {
  const { headers } = request.raw;
  const isEmpty = headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
  if (isEmpty && routeOf(request)?.body === undefined) delete headers["content-type"];
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

function mount(app: FastifyInstance, options: ServerOptions): void {
  const methodsByPath = new Map<string, Set<string>>();
  for (const route of options.routes) {
    assertAccess(route);
    mountRoute(app, route, options);
    methodsByPath.set(route.path, (methodsByPath.get(route.path) ?? new Set()).add(route.method));
  }
  for (const [path, known] of methodsByPath) {
    const allow = [...known, ...(known.has("GET") ? ["HEAD"] : [])].join(", ");
    const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
      await countIfKnown(options, request, reply);
      reply.header("allow", allow);
      throw new ApiError("method_not_allowed", `This path takes ${allow}.`);
    };
    app.route({
      method: METHODS.filter((method) => !known.has(method)),
      url: API_PREFIX + path,
      // Before the body is read, as for an unknown route.
      onRequest: refuse,
      handler: refuse,
    });
  }
}

/** A route that says nothing, or something impossible, about who may call it stops the start. */
function assertAccess(route: Route): void {
  const name = `${route.method} ${route.path}`;
  const access = route.access as Route["access"] | undefined;
  const isBelowBusiness = route.path.startsWith("/businesses/:business");
  if (access === undefined) throw new Error(`${name} does not say who may call it.`);
  if (isBelowBusiness !== (access.kind === "business"))
    throw new Error(`${name} has the access of another kind of path.`);
  if (access.kind === "business" && access.roles.length === 0)
    throw new Error(`${name} names no role that may call it.`);
  if (access.kind === "business" && access.scope === undefined) throw new Error(`${name} names no scope.`);
}
