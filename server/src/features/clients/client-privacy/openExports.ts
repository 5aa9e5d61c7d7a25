import { ApiError } from "../../../kernel/errors.ts";

/**
 * Maximum number of exports that a business can download from one process at the same time. Each download needs the memory of a
 * page of records until the HTTP client has read the page.
 */
const MAX_AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 10;

/**
 * Limits the number of concurrent exports per business in this process. An export counts until the HTTP client has read all chunks or
 * disconnects. `count` waits for the first chunk, so that an error before this chunk becomes an error response. Throws `rate_limited` when
 * the maximum number of exports is being downloaded.
 */
export function exportLimit() {
  const open = new Map<string, number>();

  async function* counted(businessId: string, chunks: AsyncIterable<string>): AsyncGenerator<string> {
    const count = open.get(businessId) ?? 0;
    if (count >= MAX_AT_ONCE)
      throw new ApiError(
        "rate_limited",
        "Two client exports of this business are in progress. Try again shortly.",
        {
          retry_after: RETRY_AFTER_SECONDS,
        },
      );
    open.set(businessId, count + 1);
    try {
      yield* chunks;
    } finally {
      const left = (open.get(businessId) ?? 1) - 1;
      if (left > 0) open.set(businessId, left);
      else open.delete(businessId);
    }
  }

  return {
    async count(businessId: string, chunks: AsyncIterable<string>): Promise<AsyncIterable<string>> {
      const rest = counted(businessId, chunks);
      return startingWith(await rest.next(), rest);
    },
  };
}

/** Yields all chunks, beginning with the first one, which the caller has already read. */
function startingWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncIterableIterator<string> {
  let next: IteratorResult<string> | undefined = first;
  return {
    async next() {
      const made = next;
      next = undefined;
      return made ?? rest.next();
    },
    return: () => rest.return(undefined),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
