import type { Socket } from "node:net";

/** The response to one request was too long. */
class AnswerTooLong extends Error {
  readonly code = "EANSWERTOOLONG";
}

/** A response of which 64 KiB are read fits into it in any encoding, for instance in chunks of ten bytes. */
const MOST_BYTES = 1024 * 1024;

/**
 * Closes a connection on which a response does not end. Bodies are limited where they are read (outboundHttp.ts) and
 * headers by undici; informational responses (102, 103 …) and chunk extensions by neither, so a receiver could make
 * the process read hundreds of megabytes within the ten seconds of the timeout.
 *
 * Each request, visible as written bytes, restarts the count.
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
