import type { Socket } from "node:net";

/** Thrown when the response to one request is too long. */
class AnswerTooLong extends Error {
  readonly code = "EANSWERTOOLONG";
}

/** Maximum number of bytes of one response. A response of 64 KiB fits in any encoding, for example in chunks of ten bytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * Closes a connection on which a response does not end. Bodies are limited where they are read (outboundHttp.ts), and undici limits
 * headers. Neither limits informational responses (102, 103 …) and chunk extensions, so a receiver could make the process read hundreds
 * of megabytes within the timeout of ten seconds.
 *
 * Each request restarts the count; the bytes written show that a request began.
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
