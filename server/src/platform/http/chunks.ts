import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { requestTime } from "../requestTime.ts";
import type { ChunkedAnswer } from "./route.ts";
import type { Check } from "./validation.ts";

const DEFAULT_LIMIT_MS = 120_000;

/**
 * Sends a success response or a file whose data is produced while it is sent. The next chunk is produced when the client has received the
 * previous one, so a document of any size needs only the memory of one chunk. If an error occurs or the client exceeds the route's time
 * limit, the connection ends before the document is complete.
 */
export function sendChunks(
  reply: FastifyReply,
  status: number,
  { chunks, mediaType }: ChunkedAnswer,
): FastifyReply {
  const time = requestTime();
  const source = chunks[Symbol.asyncIterator]();
  const produced = { [Symbol.asyncIterator]: () => source };
  const stream = Readable.from(inContext(mediaType === undefined ? envelope(produced) : bare(produced)));
  const timer = setTimeout(
    () => stream.destroy(new Error("The client did not read the response within the time limit.")),
    time?.limitMs ?? DEFAULT_LIMIT_MS,
  );
  stream.once("close", () => {
    clearTimeout(timer);
    // The generator of chunks must end even if the envelope was never started.
    void source.return?.();
  });
  if (reply.sent) {
    stream.destroy();
    return reply;
  }
  // From here on, only the timer limits the duration, because the total waiting time of many chunks may exceed the request's limit for
  // waiting.
  time?.end();
  if (mediaType !== undefined) fileHeaders(reply, mediaType);
  else reply.header("content-type", "application/json; charset=utf-8");
  return reply.code(status).send(stream);
}

/** Sets the headers of a file: browsers display the file but run no script in it, and caches do not store it. */
export function fileHeaders(reply: FastifyReply, mediaType: string): FastifyReply {
  return reply
    .header("content-type", mediaType)
    .header("content-disposition", "inline")
    .header("cache-control", "private, no-store")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cross-origin-resource-policy", "cross-origin");
}

async function* bare(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  yield* chunks;
}

async function* envelope(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"success":true,"data":';
  yield* chunks;
  yield "}";
}

/**
 * Produces every chunk in the context of this request (its business and time limits),
 * although socket events request the chunks.
 */
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

/** Yields the chunks unchanged. For tests: throws after the last chunk if the document does not match its schema. */
export async function* checkedChunks(check: Check, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let text = "";
  for await (const chunk of chunks) {
    text += chunk;
    yield chunk;
  }
  const problems = check(JSON.parse(text));
  if (problems.length > 0)
    throw new Error(`The response does not match its schema: ${JSON.stringify(problems)}`);
}
