import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../kernel/errors.ts";
import { RequestTime, withinRequestTime } from "../requestTime.ts";
import { closeAfterResponse } from "./closeAfterResponse.ts";
import type { Route } from "./route.ts";
import { sendError } from "./sendError.ts";

/** Time limits of requests. Tests shorten them. */
export interface RequestBounds {
  /** Maximum time from the end of the request's headers to the start of the response. */
  readonly requestMs: number;
  /** Maximum total time of waiting for database connections and shared lookups. */
  readonly waitMs: number;
}

/** The waiting time leaves half a second for other work, so that a caller above the capacity gets 503 within two seconds. */
export const DEFAULT_REQUEST_BOUNDS: RequestBounds = { requestMs: 20_000, waitMs: 1_500 };

/** The time limit of routes with a file in the body, because sending the file over a slow connection may take minutes. */
const UPLOAD_MS = 300_000;

const times = new WeakMap<FastifyRequest, RequestTime>();

/**
 * Ends every request within its time limit. If no response has started by then, responds with 503 `unavailable`, and the
 * request's open transaction rolls back. A stream that has started is not limited here; its route must end the stream.
 */
export function limitTime(app: FastifyInstance, bounds: RequestBounds): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook("onRequest", (request, reply, done) => {
    const time = new RequestTime({ ...limitsOf(request, bounds), waitMs: bounds.waitMs });
    times.set(request, time);
    const timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return;
      time.expire();
      if (!request.raw.complete) closeAfterResponse(request, reply);
      sendError(new ApiError("unavailable", "The request took too long. Try again shortly."), request, reply);
    }, time.limitMs);
    timers.set(request, timer);
    // `close` is also emitted if the client closes the connection before the response.
    reply.raw.once("close", () => {
      clearTimeout(timer);
      time.end();
    });
    withinRequestTime(time, done);
  });
  // The body parser runs in the context of the connection, so the request's context is restored here.
  app.addHook("preHandler", (request, _reply, done) => {
    const time = times.get(request);
    if (time === undefined) done();
    else withinRequestTime(time, done);
  });
}

function limitsOf(request: FastifyRequest, { requestMs }: RequestBounds) {
  const { route } = request.routeOptions.config as { route?: Route };
  const limitMs = (route?.timeLimitSeconds ?? 0) * 1_000;
  if (limitMs > 0) return { limitMs, statementMs: limitMs };
  return { limitMs: route?.upload === undefined ? requestMs : UPLOAD_MS };
}
