import { randomUUID } from "node:crypto";
import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { ApiError, notFound } from "../../kernel/errors.ts";
import { helpFor } from "./errorHelp.ts";

/** Sends an error in the envelope. Errors other than `ApiError` are logged and sent as `internal_error` without details. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = publicErrorOf(error, request, reply);
  return reply
    .code(shown.status)
    .header("content-type", "application/json; charset=utf-8")
    .send(refusalBody(shown));
}

/** Returns the error for the client, sets its headers and logs the cause of a 5xx. */
export function publicErrorOf(error: Error, request: FastifyRequest, reply: FastifyReply): ApiError {
  const shown = error instanceof ApiError ? error : fromFramework(error as FastifyError, request);
  if (shown.status >= 500) request.log.error({ error: shown.cause ?? error }, "a request failed");
  if (shown.code === "unauthenticated") reply.header("www-authenticate", "Bearer");
  if (shown.code === "unavailable") reply.header("retry-after", "1");
  if (shown.code === "rate_limited") reply.header("retry-after", String(shown.details?.retry_after));
  reply.header("x-request-id", request.id).header("link", helpFor(shown.code));
  return shown;
}

/** Returns the error envelope as JSON. */
export function refusalBody(error: ApiError): string {
  return JSON.stringify({
    success: false,
    code: error.code,
    message: error.message,
    ...(error.details === undefined ? {} : { details: error.details }),
  });
}

function fromFramework(error: FastifyError, request: FastifyRequest): ApiError {
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    const max = request.routeOptions.bodyLimit;
    return new ApiError("payload_too_large", `The request body exceeds the limit of ${max} bytes.`);
  }
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new ApiError("unsupported_media_type", "Send the body as application/json.");
  if (error.code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH")
    return new ApiError("malformed_request", "The body is shorter or longer than Content-Length.");
  if (error.code === "FST_ERR_BAD_URL" || error.code === "FST_ERR_MAX_PARAM_LENGTH") return notFound();
  if (error.statusCode === 400)
    return new ApiError(
      "malformed_request",
      "The request is malformed: the server could not parse its headers or body.",
      undefined,
      error,
    );
  return new ApiError(
    "internal_error",
    "An unexpected error occurred on the server. Try again. If it persists, report the request id: the server log contains the cause.",
    undefined,
    error,
  );
}

/**
 * Responds with the error envelope to `CONNECT` and to any `Expect` except `100-continue`. Node would close the connection or send 417
 * without a body.
 */
export function refuseExpectations(server: Pick<Server, "on">): void {
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    const body = refusalBody(new ApiError("malformed_request", "The Expect header must be 100-continue."));
    response.writeHead(400, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "x-request-id": randomUUID(),
      connection: "close",
    });
    response.end(body);
  });
  server.on("connect", (_request: IncomingMessage, socket: Socket) =>
    refuseOn(socket, "The method CONNECT is not allowed."),
  );
}

/** The messages for errors of Node's HTTP parser, by error code. */
const CONNECTION_ERRORS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `The request line and headers exceed the limit of ${maxHeaderSize} bytes.`,
  ERR_HTTP_REQUEST_TIMEOUT: "The request headers arrived too slowly.",
};

/** Responds with the error envelope to a request that Node's HTTP parser rejected, and closes the connection. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET") return void socket.destroy();
  refuseOn(socket, CONNECTION_ERRORS[error.code ?? ""] ?? "The request is not valid HTTP.");
}

function refuseOn(socket: Socket, message: string): void {
  if (!socket.writable) return void socket.destroy();
  const body = refusalBody(new ApiError("malformed_request", message));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
