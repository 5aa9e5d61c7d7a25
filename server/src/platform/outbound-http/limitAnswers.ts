import type { Socket } from "node:net";

/** Thrown when the response to one request is too long. */
class AnswerTooLong extends Error {
  readonly code = "EANSWERTOOLONG";
}

/**
 * The limit for the bytes of one response. A response of 64 KiB fits into it in any encoding, for instance in chunks of ten
 * bytes.
 */
const MOST_BYTES = 1024 * 1024;

/**
 * Closes a connection on which a response does not end. Bodies are limited where they are read (outboundHttp.ts), and headers
 * are limited by undici. Neither limits informational responses (102, 103 …) and chunk extensions, so a receiver could make the
 * process read hundreds of megabytes within the ten seconds of the timeout.
 *
 * Each request restarts the count; it is detected by the bytes written.
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
    if (read - readBefore > MOST_BYTES) socket.destroy(new AnswerTooLong());
  });
}
