import { ApiError } from "../../../kernel/errors.ts";

/**
 * Maximum number of exports that a business can download at once. Each takes the memory of a page of records, even while its
 * client reads slowly.
 */
const MAX_AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 10;

/**
 * Limits how many exports a business downloads at once in this process. An export counts until all its chunks are read or the reader
 * stops. `count` waits for the first chunk, so that an early error still becomes an error response. Throws `rate_limited`.
 */
export function exportLimit() {
  const open = new Map<string, number>();

  async function* counted(businessId: string, chunks: AsyncIterable<string>): AsyncGenerator<string> {
    const count = open.get(businessId) ?? 0;
    if (count >= MAX_AT_ONCE)
      throw new ApiError("rate_limited", "Two exports of this business are in progress. Try again shortly.", {
        retry_after: RETRY_AFTER_SECONDS,
      });
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

/** Returns all chunks, beginning with the first one, which has already been read. */
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
