import { outsideSandbox } from "./businessTime.ts";
import { waitForShared, withoutRequestTime } from "./requestTime.ts";

/** The keys of one load and its future result. */
interface Batch<Key, Loaded> {
  readonly keys: Set<Key>;
  readonly result: PromiseWithResolvers<Loaded>;
}

/** The maximum number of keys of one load. The whole result is parsed synchronously, which delays other requests. */
const MAX_KEYS = 100;

/**
 * Loads records in batches, without caching. Each group of records, such as those of a business, has its own loads.
 *
 * One load of a group runs at a time. Requests that arrive while it runs share the next load, which is sent when the running
 * one has finished. A request joins only a load that has not been sent, so it sees everything committed before the request
 * arrived: a revoked key is rejected immediately. A busy server needs one statement for a few dozen requests.
 *
 * If a load fails, only the requests that share it are rejected; the next load is still sent. The waiting time of a queued
 * request counts towards its time limits (`requestTime.ts`).
 */
export class SharedLoads<Key, Loaded> {
  readonly #load: (group: string, keys: Key[]) => Promise<Loaded>;
  /** The loads that have not been sent, for each group with a running load. */
  readonly #queues = new Map<string, Batch<Key, Loaded>[]>();

  constructor(load: (group: string, keys: Key[]) => Promise<Loaded>) {
    this.#load = load;
  }

  /** Returns the result of a load that includes the keys, and possibly keys of other requests. */
  async load(group: string, keys: readonly Key[]): Promise<Loaded> {
    const queue = this.#queues.get(group);
    const joined = queue?.at(-1);
    const batch =
      joined === undefined || joined.keys.size >= MAX_KEYS
        ? { keys: new Set<Key>(), result: Promise.withResolvers<Loaded>() }
        : joined;
    for (const key of keys) batch.keys.add(key);
    // All requests of a load may time out before it fails; this handler prevents an unhandled rejection.
    if (batch !== joined) batch.result.promise.catch(() => undefined);
    if (queue === undefined) void this.#sendAll(group, batch);
    else if (batch !== joined) queue.push(batch);
    return waitForShared(batch.result.promise, queue === undefined);
  }

  async #sendAll(group: string, first: Batch<Key, Loaded>): Promise<void> {
    const queue: Batch<Key, Loaded>[] = [];
    this.#queues.set(group, queue);
    for (let batch: Batch<Key, Loaded> | undefined = first; batch !== undefined; batch = queue.shift()) {
      const keys = [...batch.keys];
      try {
        // Requests share the load, so the time limit and the sandbox of the request that sends it do not apply.
        batch.result.resolve(await withoutRequestTime(() => outsideSandbox(() => this.#load(group, keys))));
      } catch (error) {
        batch.result.reject(error);
      }
    }
    this.#queues.delete(group);
  }
}

/** Returns a function that loads single records of one group (`SharedLoads`). */
export function batchLoader<Key, Found>(
  load: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | undefined> {
  const loads = new SharedLoads<Key, ReadonlyMap<Key, Found>>((_group, keys) => load(keys));
  return async (key) => (await loads.load("", [key])).get(key);
}
