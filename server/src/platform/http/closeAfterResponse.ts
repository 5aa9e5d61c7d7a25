import type { FastifyReply, FastifyRequest } from "fastify";

/** The maximum time for which the client may continue to send an unread body before the connection is closed. */
const TIMEOUT_MS = 1_000;

/**
 * Closes the connection after the response to a request whose body is not read completely. Closing it immediately would reset
 * the connection while the client is still sending, and the client would not receive the response. The rest of the body is
 * therefore read and discarded until the timeout.
 */
export function closeAfterResponse(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("connection", "close");
  const { socket } = request.raw;
  // Node's HTTP server calls `destroySoon` after the last response of a connection.
  socket.destroySoon = () => {
    const timeout = setTimeout(() => socket.destroy(), TIMEOUT_MS);
    socket.once("close", () => clearTimeout(timeout));
    socket.end();
    request.raw.resume();
  };
}
