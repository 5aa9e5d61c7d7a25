import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../kernel/errors.ts";
import { refusalBody } from "./sendError.ts";

/** How long a request may take to arrive. A slow client must not hold a connection for long. */
export interface TimeLimits {
  /** For the request line and all headers. */
  readonly headerMs: number;
  /** From the end of the headers on, a body may arrive at any rate for so long. */
  readonly graceMs: number;
  /** Then at least `minBytes` must arrive in every period of this length; the whole body may take as long as it needs. */
  readonly periodMs: number;
  readonly minBytes: number;
  /** How often connections are checked. */
  readonly checkMs: number;
}

/** Headers in 10 s; after 10 s bodies at 1 kB/s, measured over 4 s with room for a burst that comes late: a stalled body is freed
 * within 15 s. */
export const TIME_LIMITS: TimeLimits = {
  headerMs: 10_000,
  graceMs: 10_000,
  periodMs: 4_000,
  minBytes: 3_000,
  checkMs: 500,
};

/** A body that is arriving. */
interface Arrival {
  readonly response: ServerResponse;
  readonly startedAt: number;
  /** Start of the current period, and bytes of the connection at that time. */
  periodAt: number;
  bytes: number;
}

/**
 * Refuses bodies that arrive too slowly: 400 if nothing has been answered yet, and the connection is closed. Only the time in
 * which the server waits for the client counts, not the time in which it has unread data.
 */
export function limitBodyTime(app: FastifyInstance, limits: TimeLimits): void {
  const arrivals = new Map<IncomingMessage, Arrival>();
  app.addHook("onRequest", async ({ raw }, reply) => {
    const { "content-length": length, "transfer-encoding": encoding } = raw.headers;
    if (encoding === undefined && Number(length ?? 0) === 0) return;
    const now = performance.now();
    const bytes = raw.socket.bytesRead ?? 0;
    arrivals.set(raw, { response: reply.raw, startedAt: now, periodAt: now, bytes });
    raw.once("end", () => arrivals.delete(raw));
    raw.once("close", () => arrivals.delete(raw));
  });
  const check = () => {
    const now = performance.now();
    for (const [request, arrival] of arrivals) {
      if (request.complete || request.socket.destroyed) {
        arrivals.delete(request);
        continue;
      }
      // The server has not read all that has arrived: the client is not the slow one.
      if (request.readableLength > 0) {
        arrival.periodAt = now;
        arrival.bytes = request.socket.bytesRead;
        continue;
      }
      if (now - arrival.periodAt < limits.periodMs) continue;
      const isSlow = request.socket.bytesRead - arrival.bytes < limits.minBytes;
      arrival.periodAt = now;
      arrival.bytes = request.socket.bytesRead;
      if (!isSlow || now - arrival.startedAt < limits.graceMs) continue;
      arrivals.delete(request);
      refuseSlowBody(request, arrival.response);
    }
  };
  const timer = setInterval(check, limits.checkMs).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

const CLOSE_MS = 1_000;

function refuseSlowBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  if (!response.headersSent) {
    const body = refusalBody(new ApiError("malformed_request", "The body arrived too slowly."));
    response.writeHead(400, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      connection: "close",
    });
    response.end(body);
  }
  // The client may not read the answer either.
  setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  socket.end();
}
