import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { requestTime } from "../requestTime.ts";
import type { ChunkedAnswer } from "./route.ts";
import type { Check } from "./validation.ts";

const DEFAULT_LIMIT_MS = 120_000;

/**
 * Sends a success whose data is made while it is sent: the next chunk is made when the client has taken the one before, so a
 * document of any size needs the memory of a chunk. A failure, or a client that takes longer than the time limit of the route,
 * ends the connection before the document is complete.
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
    // Ends the chunks also if the envelope was not begun.
    void source.return?.();
  });
  if (reply.sent) {
    stream.destroy();
    return reply;
  }
  // From here on the timer is the limit: waits of many chunks together may exceed those of a request.
  time?.end();
  return reply.code(status).header("content-type", "application/json; charset=utf-8").send(stream);
}

async function* envelope(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"success":true,"data":';
  yield* chunks;
  yield "}";
}

/** Makes every chunk for this request (its business, its time limits), although the socket asks for it. */
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

/** The same chunks; throws after the last one if the document differs from its schema. For tests. */
export async function* checkedChunks(check: Check, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  for await (const chunk of chunks) {
    text += chunk;
    yield chunk;
  }
  const problems = check(JSON.parse(text));
  if (problems.length > 0) throw new Error(`The answer differs from its schema: ${JSON.stringify(problems)}`);
}
