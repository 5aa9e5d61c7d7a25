import type { Socket } from "node:net";

/** More came in answer to one request than anybody has to say. */
class AnswerTooLong extends Error {
  readonly code = "EANSWERTOOLONG";
}

/** An answer of which 64 KiB are read fits into it however it is written: in chunks of ten bytes, for instance. */
const MOST_BYTES = 1024 * 1024;

/**
 * Ends a connection on which an answer does not end, whatever it consists of. The bodies of answers are counted where
 * they are read (outgoing.ts) and their headers by undici; but provisional answers (102, 103 …) and the extensions of
 * chunks are neither, and somebody who sends them without end would be read for ten seconds, as fast as we can:
 * hundreds of megabytes.
 *
 * Each request begins the count anew: it shows in what was written.
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
