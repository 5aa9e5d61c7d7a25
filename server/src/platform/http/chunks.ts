import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { requestTime } from "../requestTime.ts";
import type { ChunkedAnswer } from "./route.ts";
import type { Check } from "./validation.ts";

const DEFAULT_LIMIT_MS = 120_000;

/**
 * Sends a success response whose data is produced while it is sent. The next chunk is produced when the client has received the
 * previous one, so a document of any size needs only the memory of one chunk. A failure, or a client that takes longer than the
 * route's time limit, ends the connection before the document is complete.
 */
export function sendChunks(reply: FastifyReply, status: number, { chunks }: ChunkedAnswer): FastifyReply {
  const time = requestTime();
  const source = chunks[Symbol.asyncIterator]();
  const stream = Readable.from(inContext(envelope({ [Symbol.asyncIterator]: () => source })));
  const timer = setTimeout(
    () => stream.destroy(new Error("The client did not take the answer within the time limit.")),
    time?.limitMs ?? DEFAULT_LIMIT_MS,
  );
  stream.once("close", () => {
    clearTimeout(timer);
    // Ends the generator of chunks even if the envelope was never started.
    void source.return?.();
  });
  if (reply.sent) {
    stream.destroy();
    return reply;
  }
  // From here on, only the timer limits the duration: together, the waits of many chunks may exceed the request's limit for
  // waiting.
  time?.end();
  return reply.code(status).header("content-type", "application/json; charset=utf-8").send(stream);
}

async function* envelope(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"success":true,"data":';
  yield* chunks;
  yield "}";
}

/** Produces every chunk in the context of this request (its business, its time limits), although the socket triggers it. */
function inContext(chunks: AsyncGenerator<string>): AsyncIterableIterator<string> {
  const inRequest = AsyncLocalStorage.snapshot();
  return {
    next: () => inRequest(() => chunks.next()),
    return: () => inRequest(() => chunks.return(undefined)),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Yields the same chunks; throws after the last one if the document differs from its schema. For tests. */
export async function* checkedChunks(check: Check, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  for await (const chunk of chunks) {
    text += chunk;
    yield chunk;
  }
  const problems = check(JSON.parse(text));
  if (problems.length > 0) throw new Error(`The answer differs from its schema: ${JSON.stringify(problems)}`);
}
