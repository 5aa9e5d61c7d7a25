import { outsideSandbox } from "./businessTime.ts";
import { atEndOfTurn } from "./endOfTurn.ts";
import { waitForShared, withoutRequestTime } from "./requestTime.ts";

/** The keys of one load and its future result. */
interface Batch<Key, Loaded> {
  readonly keys: Set<Key>;
  readonly result: PromiseWithResolvers<Loaded>;
}

/** The loads of one group. */
interface Loads<Key, Loaded> {
  /** The loads that have not been sent. Requests join the last one. */
  readonly waiting: Batch<Key, Loaded>[];
  runningCount: number;
  /** Whether loads will be sent at the end of this turn of the event loop. */
  isScheduled: boolean;
}

/** The maximum number of keys of one load. The whole result is parsed synchronously, which delays other requests. */
const MAX_KEYS = 100;

/**
 * The maximum number of short loads of a group at a time: lookups by key, of which a server sends thousands a second (decision 105). For
 * one group, half of the connections stay free.
 */
export const MAX_SHORT_LOADS = 4;

/**
 * Loads records in batches, without caching. Each group of records, such as those of a business, has its own loads.
 *
 * The requests of one turn of the event loop share a load, which is sent at the end of the turn. At most `maxRunning` loads of a group run
 * at a time, by default one; requests that arrive meanwhile share the next load. A request joins only a load that has not been sent, so it
 * sees everything committed before the request arrived: a revoked key is rejected immediately. A busy server needs one statement for a
 * few dozen requests.
 *
 * If a load fails, only the requests that share it are rejected; the next load is still sent. The waiting time of a queued
 * request counts towards its time limits (`requestTime.ts`).
 */
export class SharedLoads<Key, Loaded> {
  readonly #load: (group: string, keys: Key[]) => Promise<Loaded>;
  readonly #maxRunning: number;
  /** The loads of each group with a load that has no result. */
  readonly #groups = new Map<string, Loads<Key, Loaded>>();

  constructor(load: (group: string, keys: Key[]) => Promise<Loaded>, maxRunning = 1) {
    this.#load = load;
    this.#maxRunning = maxRunning;
  }

  /** Returns the result of a load that includes the keys, and possibly keys of other requests. */
  load(group: string, keys: readonly Key[]): Promise<Loaded> {
    let loads = this.#groups.get(group);
    if (loads === undefined) {
      loads = { waiting: [], runningCount: 0, isScheduled: false };
      this.#groups.set(group, loads);
    }
    let batch = loads.waiting.at(-1);
    const isFirst = batch === undefined || batch.keys.size >= MAX_KEYS;
    if (batch === undefined || isFirst) {
      batch = { keys: new Set<Key>(), result: Promise.withResolvers<Loaded>() };
      // All requests of a load may time out before it fails; this handler prevents an unhandled rejection.
      batch.result.promise.catch(() => undefined);
      loads.waiting.push(batch);
    }
    for (const key of keys) batch.keys.add(key);
    // As few requests as loads may wait for longer than their waiting time.
    const isSentAtOnce = isFirst && loads.runningCount + loads.waiting.length <= this.#maxRunning;
    this.#schedule(group, loads);
    return waitForShared(batch.result.promise, isSentAtOnce);
  }

  #schedule(group: string, loads: Loads<Key, Loaded>): void {
    if (loads.isScheduled || loads.runningCount >= this.#maxRunning) return;
    loads.isScheduled = true;
    atEndOfTurn(() => {
      loads.isScheduled = false;
      for (let free = this.#maxRunning - loads.runningCount; free > 0; free--) {
        const batch = loads.waiting.shift();
        if (batch !== undefined) void this.#send(group, loads, batch);
      }
    });
  }

  async #send(group: string, loads: Loads<Key, Loaded>, { keys, result }: Batch<Key, Loaded>): Promise<void> {
    loads.runningCount++;
    try {
      // Requests share the load, so the time limit and the sandbox of the request that sends it do not apply.
      result.resolve(await withoutRequestTime(() => outsideSandbox(() => this.#load(group, [...keys]))));
    } catch (error) {
      result.reject(error);
    }
    loads.runningCount--;
    if (loads.waiting.length > 0) this.#schedule(group, loads);
    else if (loads.runningCount === 0) this.#groups.delete(group);
  }
}

/** Returns a function that loads single records of one group (`SharedLoads`). */
export function batchLoader<Key, Found>(
  load: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>,
  maxRunning?: number,
): (key: Key) => Promise<Found | undefined> {
  const loads = new SharedLoads<Key, ReadonlyMap<Key, Found>>((_group, keys) => load(keys), maxRunning);
  return async (key) => (await loads.load("", [key])).get(key);
}
