import { randomUUID } from "node:crypto";
import helmet from "@fastify/helmet";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Caller } from "../../kernel/caller.ts";
import { ApiError, notFound, refuseIf } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { authorize } from "./access.ts";
import { MAX_BODY_BYTES, readBodies, trimmed, unstorableText } from "./body.ts";
import { readQuery } from "./query.ts";
import type { Answer, RawAnswer, Route } from "./route.ts";
import { checkOf } from "./validation.ts";

/** Every route of the API stands below this path. */
export const API_PREFIX = "/api/v1";

export interface ServerOptions {
  readonly routes: readonly Route[];
  /** Who sent this request, or `unauthenticated` thrown. */
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  /** Compares every answer with its schema before it leaves, and fails it when they differ: for tests. */
  readonly checkAnswers?: boolean;
  readonly logger?: FastifyBaseLogger | boolean;
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
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 500 },
    // A path that cannot be decoded, or headers that are not HTTP, never reach a route.
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
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
    // Before the body is read: what is sent to a route that does not exist does not matter.
    if (request.is404) throw new ApiError("not_found", "There is no such route.");
    forgetTypeOfNothing(request);
  });
  app.setErrorHandler(fail);
  app.setNotFoundHandler((request, reply) =>
    fail(new ApiError("not_found", "There is no such route."), request, reply),
  );
  readBodies(app, (request) => routeOf(request)?.body !== undefined);
  mount(app, options);
  return app;
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
    const refuse = async (_request: FastifyRequest, reply: FastifyReply) => {
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

interface Known {
  caller?: Caller;
  businessId?: string;
}

function mountRoute(app: FastifyInstance, route: Route, options: ServerOptions): void {
  const known = new WeakMap<FastifyRequest, Known>();
  const checkQuery = route.query === undefined ? undefined : checkOf(route.query);
  const checkBody = route.body === undefined ? undefined : checkOf(route.body);
  const checkData = options.checkAnswers === true ? checkOf(route.data) : undefined;
  const run = route.run as (call: unknown) => Promise<Answer<unknown> | RawAnswer>;
  const status = route.status ?? 200;
  const ownIds = [...route.path.matchAll(/:(\w+)/g)]
    .map((found) => String(found[1]))
    .filter((name) => name !== "business");

  app.route({
    method: route.method,
    url: API_PREFIX + route.path,
    config: { route } as never,
    onRequest: async (request) => {
      if (route.access.kind === "public") return;
      const caller = await options.authenticate(request);
      known.set(request, authorize(route.access, caller, (request.params as { business?: string }).business));
    },
    handler: async (request, reply) => {
      const search = request.url.includes("?") ? request.url.slice(request.url.indexOf("?") + 1) : "";
      const { query, problems } = readQuery(route.query, search);
      refuseIf([...problems, ...unstorableText(query)]);
      if (checkQuery !== undefined) refuseIf(checkQuery(query));
      let body: unknown;
      if (route.body !== undefined && checkBody !== undefined) {
        refuseIf(unstorableText(request.body));
        body = trimmed(route.body, request.body);
        refuseIf(checkBody(body));
      }
      const params = pathIds(request.params as Record<string, string>, ownIds);
      const answer = await run({
        ...known.get(request),
        params,
        query,
        body,
        ifMatch: route.versioned ? ifMatchOf(request) : null,
      });
      return respond(reply, status, answer, checkData);
    },
  });
}

/** A path id that is not a UUID is an unknown id, and is answered like one (contract §1). */
function pathIds(params: Record<string, string>, names: readonly string[]): Record<string, string> {
  const ids: Record<string, string> = {};
  for (const name of names) {
    const value = params[name] ?? "";
    if (!isId(value)) throw notFound();
    ids[name] = value.toLowerCase();
  }
  return ids;
}

function ifMatchOf(request: FastifyRequest): number | null {
  const header = request.headers["if-match"];
  if (header === undefined || header.trim() === "*") return null;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1];
  // A tag we never gave out matches no version of anything.
  return version === undefined ? -1 : Number(version);
}

function respond(
  reply: FastifyReply,
  status: number,
  answer: Answer<unknown> | RawAnswer,
  checkData: ReturnType<typeof checkOf> | undefined,
): FastifyReply {
  reply.code(status).header("content-type", "application/json; charset=utf-8");
  const raw = "rawData" in answer ? answer.rawData : JSON.stringify(answer.data);
  if (checkData !== undefined) {
    const problems = checkData("rawData" in answer ? JSON.parse(answer.rawData) : answer.data);
    if (problems.length > 0)
      throw new Error(`The answer is not what its schema says: ${JSON.stringify(problems)}`);
  }
  if ("version" in answer && answer.version !== undefined) reply.header("etag", `"${answer.version}"`);
  return reply.send(`{"success":true,"data":${raw}}`);
}

/** Writes any failure as the envelope. What is not of the catalogue is ours: it is logged, and answered without a word of it. */
function fail(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = error instanceof ApiError ? error : fromFramework(error as FastifyError);
  if (shown.status >= 500)
    request.log.error({ err: shown.cause ?? error, requestId: request.id }, "a request failed");
  if (shown.code === "unauthenticated") reply.header("www-authenticate", "Bearer");
  if (shown.code === "unavailable") reply.header("retry-after", "1");
  const body = {
    success: false,
    code: shown.code,
    message: shown.message,
    ...(shown.details === undefined ? {} : { details: shown.details }),
  };
  return reply
    .code(shown.status)
    .header("x-request-id", request.id)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(body));
}

function fromFramework(error: FastifyError): ApiError {
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return new ApiError("payload_too_large", `A body holds at most ${MAX_BODY_BYTES} bytes.`);
  }
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new ApiError("unsupported_media_type", "Send the body as application/json.");
  if (error.code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH")
    return new ApiError("malformed_request", "The body is shorter or longer than announced.");
  if (error.code === "FST_ERR_BAD_URL" || error.code === "FST_ERR_MAX_PARAM_LENGTH") return notFound();
  if (error.statusCode === 400)
    return new ApiError("malformed_request", "The request is malformed.", undefined, error);
  return new ApiError(
    "internal_error",
    "Something went wrong on our side. The request id helps to find out what.",
    undefined,
    error,
  );
}

/** A connection that does not speak HTTP gets the envelope too, and is closed. */
function refuseConnection(error: Error & { code?: string }, socket: import("node:net").Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const body = JSON.stringify({
    success: false,
    code: "malformed_request",
    message: "The request is not valid HTTP.",
  });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
