/** One look-up that has not been sent yet, and whoever waits for it. */
interface Gathering<Key, Found> {
  readonly keys: Set<Key>;
  readonly answer: PromiseWithResolvers<ReadonlyMap<Key, Found>>;
}

/**
 * Looks single things up in common, and never answers from before the question was asked.
 *
 * One look-up at a time is under way. Whoever asks meanwhile joins the next one, which is sent as soon as this one
 * is back and answers all of them with one statement. A question only ever joins a look-up that has not been
 * sent: whatever was committed before it was asked is seen, so there is no moment at which a revoked key still
 * works. That is why this is not a cache, and why its cost under load is a statement for a few dozen requests
 * instead of one for each.
 *
 * A look-up that fails fails for those who waited for it; the next one is sent all the same.
 */
export function batchLoader<Key, Found>(
  load: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  let isUnderWay = false;
  let next: Gathering<Key, Found> | undefined;

  async function send(gathering: Gathering<Key, Found>): Promise<void> {
    isUnderWay = true;
    next = undefined;
    try {
      gathering.answer.resolve(await load([...gathering.keys]));
    } catch (error) {
      gathering.answer.reject(error);
    }
    isUnderWay = false;
    if (next !== undefined) void send(next);
  }

  return async (key) => {
    next ??= { keys: new Set<Key>(), answer: Promise.withResolvers() };
    const joined = next;
    joined.keys.add(key);
    if (!isUnderWay) void send(joined);
    return (await joined.answer.promise).get(key);
  };
}
