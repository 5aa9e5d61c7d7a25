/** Keys of a load that has not been sent yet, and its future result. */
interface Batch<Key, Found> {
  readonly keys: Set<Key>;
  readonly answer: PromiseWithResolvers<ReadonlyMap<Key, Found>>;
}

/**
 * Loads single records in batches, without caching.
 *
 * One load runs at a time. Requests that arrive meanwhile share the next one, which is sent when the running one has
 * finished. A request joins only a load that has not been sent, so it sees everything committed before it arrived: a revoked
 * key stops working at once. Under load this costs one statement for a few dozen requests.
 *
 * A failed load rejects for its own callers only; the next one is sent.
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
      batch.answer.resolve(await load([...batch.keys]));
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
    if (!isLoading) void send(joined);
    return (await joined.answer.promise).get(key);
  };
}
