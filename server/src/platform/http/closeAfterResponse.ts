import type { FastifyReply, FastifyRequest } from "fastify";

/** How long somebody may go on sending what nobody wants any more, before their connection is cut. */
const TIMEOUT_MS = 1_000;

/**
 * Closes the connection behind the answer of a request whose body is not read to its end. Closing at once would reset it
 * while the sender still writes, and then they never see the answer; so what comes is thrown away for a moment.
 */
export function closeAfterResponse(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("connection", "close");
  const { socket } = request.raw;
  // What Node's server calls behind the last answer of a connection.
  socket.destroySoon = () => {
    const timeout = setTimeout(() => socket.destroy(), TIMEOUT_MS);
    socket.once("close", () => clearTimeout(timeout));
    socket.end();
    request.raw.resume();
  };
}
