import { machineMemory } from "./machineMemory.ts";

/** A cache entry in the doubly linked list of all entries, ordered from the least to the most recently used. */
interface Entry {
  readonly owner: Map<string, Entry>;
  readonly key: string;
  readonly value: unknown;
  readonly bytes: number;
  older: Entry | undefined;
  newer: Entry | undefined;
}

/** A cache that shares one limit in bytes with the other caches of its `CacheMemory`. */
export interface MemoryCache<Value> {
  get(key: string): Value | undefined;
  /** Stores a value and its approximate size. A value larger than an eighth of the memory is not stored. */
  set(key: string, value: Value, bytes: number): void;
  delete(key: string): void;
}

export const NO_CACHE = {
  get: () => undefined,
  set: () => undefined,
  delete: () => undefined,
} satisfies MemoryCache<unknown>;

/** A value larger than this share of the memory would evict too many others. */
const MAX_SHARE = 1 / 8;
/** The bytes that an entry needs in addition to its key and value. */
const ENTRY_BYTES = 150;

/**
 * The memory of several caches with one limit in bytes. If a new value would exceed the limit, the least recently used values of
 * all caches are evicted, so the caches of many businesses share the memory according to their use (decision 79).
 */
export class CacheMemory {
  #maxBytes: number;
  #bytes = 0;
  #oldest: Entry | undefined;
  #newest: Entry | undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get maxBytes(): number {
    return this.#maxBytes;
  }

  /** Changes the limit and evicts values that exceed it. */
  limit(maxBytes: number): void {
    this.#maxBytes = maxBytes;
    this.#evict();
  }

  open<Value>(): MemoryCache<Value> {
    const entries = new Map<string, Entry>();
    return {
      get: (key) => {
        const entry = entries.get(key);
        if (entry === undefined) return undefined;
        if (entry !== this.#newest) {
          this.#unlink(entry);
          this.#append(entry);
        }
        return entry.value as Value;
      },
      set: (key, value, size) => {
        this.#remove(entries.get(key));
        const bytes = size + 2 * key.length + ENTRY_BYTES;
        if (bytes > this.#maxBytes * MAX_SHARE) return;
        const entry = { owner: entries, key, value, bytes, older: undefined, newer: undefined };
        entries.set(key, entry);
        this.#append(entry);
        this.#bytes += bytes;
        this.#evict();
      },
      delete: (key) => this.#remove(entries.get(key)),
    };
  }

  #evict(): void {
    while (this.#bytes > this.#maxBytes && this.#oldest !== undefined) this.#remove(this.#oldest);
  }

  #remove(entry: Entry | undefined): void {
    if (entry === undefined) return;
    this.#unlink(entry);
    entry.owner.delete(entry.key);
    this.#bytes -= entry.bytes;
  }

  #append(entry: Entry): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  #unlink({ older, newer }: Entry): void {
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
  }
}

const MB = 2 ** 20;

/** The memory of the caches of this process: 1/32 of the machine's, from 64 to 512 MB, unless `DAYBOOK_CACHE_MB` sets another limit. */
export const cacheMemory = new CacheMemory(Math.min(512 * MB, Math.max(64 * MB, machineMemory() / 32)));
