import { outsideSandbox } from "./businessTime.ts";
import { waitForShared, withoutRequestTime } from "./requestTime.ts";

/** The keys of one load and its future result. */
interface Batch<Key, Found> {
  readonly keys: Set<Key>;
  readonly answer: PromiseWithResolvers<ReadonlyMap<Key, Found>>;
}

/**
 * Loads single records in batches, without caching.
 *
 * One load runs at a time. Requests that arrive while it runs share the next load, which is sent when the running one has finished. A
 * request joins only a load that has not been sent, so it sees everything committed before the request arrived: a revoked key is rejected
 * immediately. A busy server needs one statement for a few dozen requests.
 *
 * A failed load rejects only for its own callers; the next load is still sent. The waiting time of a queued request counts towards its
 * time limits (`requestTime.ts`).
 */
export function batchLoader<Key, Found>(
  load: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let isLoading = false;
  let next: Batch<Key, Found> | undefined;

  async function send(batch: Batch<Key, Found>): Promise<void> {
    isLoading = true;
    next = undefined;
    try {
      // Requests share the load, so the time limit and the sandbox of the request that sends it do not apply.
      batch.answer.resolve(await withoutRequestTime(() => outsideSandbox(() => load([...batch.keys]))));
    } catch (error) {
      batch.answer.reject(error);
    }
    isLoading = false;
    if (next !== undefined) void send(next);
  }

  return async (key) => {
    next ??= { keys: new Set<Key>(), answer: Promise.withResolvers() };
    const joined = next;
    joined.keys.add(key);
    // All requests of a load may time out before it fails; this handler prevents an unhandled rejection.
    joined.answer.promise.catch(() => undefined);
    const isSentAtOnce = !isLoading;
    if (isSentAtOnce) void send(joined);
    return (await waitForShared(joined.answer.promise, isSentAtOnce)).get(key);
  };
}
