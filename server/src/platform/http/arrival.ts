import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../kernel/errors.ts";
import { refusalBody } from "./sendError.ts";

/** How slowly a request may arrive. A slow client must not hold a connection for long. Tests shorten the times. */
export interface ArrivalLimits {
  /** For the request line and all headers. */
  readonly headerMs: number;
  /** The rate of a body is its average over this time; a body that started more recently is not refused. */
  readonly windowMs: number;
  readonly minBytesPerSecond: number;
  /** How often connections are checked. */
  readonly checkMs: number;
}

/** Headers within 10 s; then a body at 1 kB/s, averaged over 10 s: the connection of one that stalls is closed within 12 s. */
export const ARRIVAL_LIMITS: ArrivalLimits = {
  headerMs: 10_000,
  windowMs: 10_000,
  minBytesPerSecond: 1_000,
  checkMs: 500,
};

/** A body that is arriving. */
interface Arrival {
  readonly requestId: string;
  readonly response: ServerResponse;
  /** Bytes of the connection at each check; the first is the last one before the window. */
  samples: { readonly at: number; readonly bytes: number }[];
}

/**
 * Refuses bodies that arrive too slowly: 400 if nothing has been answered yet, and the connection is closed. Only the time in
 * which the server waits for the client counts, not the time in which it has unread data.
 */
export function limitArrival(app: FastifyInstance, limits: ArrivalLimits): void {
  const arrivals = new Map<IncomingMessage, Arrival>();
  app.addHook("onRequest", async ({ raw, id }, reply) => {
    const { "content-length": length, "transfer-encoding": encoding } = raw.headers;
    if (encoding === undefined && Number(length ?? 0) === 0) return;
    // Requests that tests inject have no connection.
    if (raw.socket.bytesRead === undefined) return;
    arrivals.set(raw, { requestId: id, response: reply.raw, samples: [sampleOf(raw)] });
    raw.once("end", () => arrivals.delete(raw));
    raw.once("close", () => arrivals.delete(raw));
  });
  let checkedAt = performance.now();
  const check = () => {
    const now = performance.now();
    // The process was busy and has read nothing meanwhile.
    const isLate = now - checkedAt > limits.windowMs / 2;
    checkedAt = now;
    for (const [request, arrival] of arrivals) {
      if (request.complete || request.socket.destroyed) arrivals.delete(request);
      // The server has not read all data that has arrived, so the client is not the cause.
      else if (isLate || request.readableLength > 0) arrival.samples = [sampleOf(request)];
      else if (isSlow(arrival, sampleOf(request), limits)) {
        arrivals.delete(request);
        refuseSlowBody(request, arrival);
      }
    }
  };
  const timer = setInterval(check, limits.checkMs).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

function sampleOf({ socket }: IncomingMessage) {
  return { at: performance.now(), bytes: socket.bytesRead };
}

/** Adds the sample, and judges the time since the last one before the window. */
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

function refuseSlowBody(request: IncomingMessage, { response, requestId }: Arrival): void {
  const { socket } = request;
  if (!response.headersSent) {
    const body = refusalBody(new ApiError("malformed_request", "The body arrived too slowly."));
    response.writeHead(400, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "x-request-id": requestId,
      connection: "close",
    });
    response.end(body);
  }
  // The client may not read the answer either.
  setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  socket.end();
}
