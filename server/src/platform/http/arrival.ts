import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../kernel/errors.ts";
import { refusalBody } from "./sendError.ts";

/** Limits for slow requests, so that a slow client cannot occupy a connection for long. Tests shorten the times. */
export interface ArrivalLimits {
  /** Maximum time for the request line and all headers. */
  readonly headerMs: number;
  /** The period over which the rate of a body is averaged. A body is not rejected before it has been arriving for this time. */
  readonly windowMs: number;
  readonly minBytesPerSecond: number;
  /** The interval between checks of the connections. */
  readonly checkMs: number;
}

/**
 * The server's limits: headers must arrive within 10 s, the body at 1 kB/s on average over 10 s. A stalled client's connection is closed
 * within 12 s.
 */
export const ARRIVAL_LIMITS: ArrivalLimits = {
  headerMs: 10_000,
  windowMs: 10_000,
  minBytesPerSecond: 1_000,
  checkMs: 500,
};

/** A request body that is arriving. */
interface Arrival {
  readonly requestId: string;
  readonly response: ServerResponse;
  /** The bytes received on the connection at each check. The first sample is the last one before the window. */
  samples: { readonly at: number; readonly bytes: number }[];
}

/**
 * Rejects bodies that arrive too slowly: responds with 400 if no response has been sent yet, and closes the connection. Counts only time
 * in which the server waits for the client, not time in which received data waits to be read.
 */
export function limitArrival(app: FastifyInstance, limits: ArrivalLimits): void {
  const arrivals = new Map<IncomingMessage, Arrival>();
  app.addHook("onRequest", ({ raw, id }, reply, done) => {
    const { "content-length": length, "transfer-encoding": encoding } = raw.headers;
    const hasBody = encoding !== undefined || Number(length ?? 0) !== 0;
    // Requests that tests inject have no connection.
    if (hasBody && raw.socket.bytesRead !== undefined) {
      arrivals.set(raw, { requestId: id, response: reply.raw, samples: [sampleOf(raw)] });
      raw.once("end", () => arrivals.delete(raw));
      raw.once("close", () => arrivals.delete(raw));
    }
    done();
  });
  let checkedAt = performance.now();
  const check = () => {
    const now = performance.now();
    // If this check is late, the process was busy and has read no data since the last check.
    const isLate = now - checkedAt > limits.windowMs / 2;
    checkedAt = now;
    for (const [request, arrival] of arrivals) {
      if (request.complete || request.socket.destroyed) arrivals.delete(request);
      // Received data waits to be read, so the client is not the cause.
      else if (isLate || request.readableLength > 0) arrival.samples = [sampleOf(request)];
      else if (isSlow(arrival, sampleOf(request), limits)) {
        arrivals.delete(request);
        refuseSlowBody(request, arrival, limits);
      }
    }
  };
  const timer = setInterval(check, limits.checkMs).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

function sampleOf({ socket }: IncomingMessage) {
  return { at: performance.now(), bytes: socket.bytesRead };
}

/** Adds the sample and evaluates the rate since the last sample before the window. */
function isSlow(arrival: Arrival, sample: Arrival["samples"][number], limits: ArrivalLimits): boolean {
  const { samples } = arrival;
  samples.push(sample);
  while (samples[1] !== undefined && sample.at - samples[1].at >= limits.windowMs) samples.shift();
  const { at, bytes } = samples[0] ?? sample;
  const elapsedMs = sample.at - at;
  if (elapsedMs < limits.windowMs) return false;
  return sample.bytes - bytes < (elapsedMs / 1_000) * limits.minBytesPerSecond;
}

const CLOSE_MS = 1_000;

function refuseSlowBody(
  request: IncomingMessage,
  { response, requestId }: Arrival,
  { minBytesPerSecond }: ArrivalLimits,
): void {
  const { socket } = request;
  if (!response.headersSent) {
    const body = refusalBody(
      new ApiError(
        "malformed_request",
        `The body arrived too slowly. Send at least ${minBytesPerSecond} bytes per second.`,
      ),
    );
    response.writeHead(400, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "x-request-id": requestId,
      connection: "close",
    });
    response.end(body);
  }
  // The connection is closed even if the client does not read the response.
  setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  socket.end();
}
