import type { FastifyInstance } from "fastify";
import { Counter, Histogram } from "prom-client";
import { routeName } from "../http/routeName.ts";
import type { Metrics } from "./metrics.ts";

/** The buckets in seconds: a booking takes a few milliseconds, and users notice half a second. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Counts a completed request. */
type RequestMeter = (request: {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}) => void;

/**
 * Counts requests and their durations by route. The route is the pattern (`/api/v1/businesses/:business`). The requested
 * path would add a series per id and disclose the id. Durations have no status label, because a histogram already has many
 * series per route.
 */
export function requestMeter({ registry }: Metrics): RequestMeter {
  const requests = new Counter({
    name: "daybook_http_requests_total",
    help: "Requests with a response",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "daybook_http_request_duration_seconds",
    help: "Time from the head of a request to the end of its response",
    labelNames: ["method", "route"],
    buckets: BUCKETS,
    registers: [registry],
  });
  return ({ method, route, status, ms }) => {
    requests.inc({ method, route, status });
    durations.observe({ method, route }, ms / 1_000);
  };
}

export function measureRequests(app: FastifyInstance, count: RequestMeter): void {
  app.addHook("onResponse", (request, reply, done) => {
    count({ ...routeName(request), status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
}
