import type { Socket } from "node:net";

/** Thrown when the response to one request is too long. */
class AnswerTooLong extends Error {
  readonly code = "EANSWERTOOLONG";
}

/**
 * Maximum number of bytes of one response. A body of 64 KiB does not exceed it in any
 * encoding, for example in chunks of ten bytes.
 */
const MAX_BYTES = 1024 * 1024;

/**
 * Closes a connection on which a response does not end. outboundHttp.ts limits bodies, and undici limits headers. Neither
 * limits informational responses (102, 103 …) or chunk extensions, so a receiver could make the process read hundreds of
 * megabytes within the timeout of ten seconds.
 *
 * The count restarts when the number of written bytes has changed, which shows that a new request has begun.
 */
export function limitAnswers(socket: Socket): void {
  let written = 0;
  let readBefore = 0;
  let read = 0;
  socket.on("readable", () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      readBefore = read;
    }
    read = socket.bytesRead;
    if (read - readBefore > MAX_BYTES) socket.destroy(new AnswerTooLong());
  });
}
