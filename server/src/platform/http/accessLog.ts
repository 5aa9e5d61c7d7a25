import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callerKindOf } from "./admit.ts";
import type { AnsweredFromMemory } from "./memoryResponses.ts";
import { routeName } from "./routeName.ts";

/** Routes that load balancers and Prometheus request every few seconds. Only failures are logged. */
const PROBES: ReadonlySet<string> = new Set(["/health/live", "/health/ready", "/metrics"]);

/** The status in the log if the client disconnected before the response, as in nginx. This status is never sent. */
export const CLIENT_LEFT = 499;

/**
 * Logs one line for each request: its id, method, route, status, duration and kind of caller. Omits path, query, address,
 * headers and body, because they contain personal data and secrets.
 */
export function logRequests(app: FastifyInstance): void {
  const aborted = new WeakSet<FastifyRequest>();
  const arrivals = new WeakMap<FastifyRequest, number>();
  app.addHook("onRequest", (request, _reply, done) => {
    arrivals.set(request, performance.now());
    done();
  });
  app.addHook("onRequestAbort", (request, done) => {
    const now = performance.now();
    aborted.add(request);
    logRequest(request, CLIENT_LEFT, now - (arrivals.get(request) ?? now));
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    if (!aborted.has(request) && !isQuiet(request, reply))
      logRequest(request, reply.statusCode, reply.elapsedTime);
    done();
  });
}

function isQuiet(request: FastifyRequest, reply: FastifyReply): boolean {
  return reply.statusCode < 400 && PROBES.has(routeName(request).route);
}

function logRequest(request: FastifyRequest, status: number, ms: number): void {
  const { method, route } = routeName(request);
  const caller = callerKindOf(request);
  request.log.info({ method, route, status, ms: rounded(ms), caller }, "request");
}

/** Logs a request whose response came from the response cache, in the same format. */
export function logFromMemory(log: FastifyBaseLogger, request: AnsweredFromMemory): void {
  const { id, method, route, status, ms, caller } = request;
  log.info({ request_id: id, method, route, status, ms: rounded(ms), caller }, "request");
}

const rounded = (ms: number) => Math.round(ms * 10) / 10;
