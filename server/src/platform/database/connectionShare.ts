/** The number of connections that a single business may not use, so that other businesses do not wait for its statements and locks. */
const RESERVED = 2;

interface Waiting {
  readonly businessId: string | undefined;
  /** Whether the request has already had a connection and has no response yet. */
  readonly hasBegun: boolean;
  readonly grant: () => void;
}

/**
 * Shares the connections of a pool between businesses (decision 36). In a pool of more than four connections, one business may
 * hold all connections except two. A free connection goes to the waiting business that holds the fewest. Among businesses that
 * hold equally many, a request that has already had a connection comes first. Otherwise, under overload, all requests would
 * start and none would finish. A request that sends a file in chunks queues for a connection again for each chunk. Otherwise, a
 * few large downloads would prevent new requests from starting. Work without a business, such as authentication, has no limit.
 */
export class ConnectionShare {
  readonly #size: number;
  readonly #maxOfBusiness: number;
  readonly #held = new Map<string | undefined, number>();
  #inUse = 0;
  /** The waiting callers in order of arrival. */
  readonly #waiting: Waiting[] = [];

  constructor(size: number) {
    this.#size = size;
    this.#maxOfBusiness = size > 2 * RESERVED ? size - RESERVED : size;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Takes a free connection for this business if its share allows one, and returns whether it did. */
  take(businessId: string | undefined): boolean {
    if (this.#inUse >= this.#size || !this.#isWithinLimit(businessId)) return false;
    this.#inUse += 1;
    this.#held.set(businessId, this.#heldBy(businessId) + 1);
    return true;
  }

  /** Resolves when a connection has been taken for this business; throws after `timeoutMs`. */
  async wait(businessId: string | undefined, timeoutMs: number, hasBegun = false): Promise<void> {
    if (this.take(businessId)) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { businessId, hasBegun, grant: resolve };
    this.#waiting.push(waiting);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      reject(new Error("timeout exceeded when trying to connect"));
    }, timeoutMs);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Returns a connection to the share. The next waiting caller receives it. */
  giveBack(businessId: string | undefined): void {
    this.#inUse -= 1;
    const held = this.#heldBy(businessId) - 1;
    if (held > 0) this.#held.set(businessId, held);
    else this.#held.delete(businessId);
    const next = this.#next();
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.take(next.businessId);
    next.grant();
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (!this.#isWithinLimit(waiting.businessId)) continue;
      if (next === undefined || this.#isBefore(waiting, next)) next = waiting;
    }
    return next;
  }

  /** Returns whether a caller takes precedence over one that began to wait earlier. */
  #isBefore(later: Waiting, earlier: Waiting): boolean {
    const more = this.#heldBy(later.businessId) - this.#heldBy(earlier.businessId);
    return more < 0 || (more === 0 && later.hasBegun && !earlier.hasBegun);
  }

  #isWithinLimit(businessId: string | undefined): boolean {
    return businessId === undefined || this.#heldBy(businessId) < this.#maxOfBusiness;
  }

  #heldBy(businessId: string | undefined): number {
    return this.#held.get(businessId) ?? 0;
  }
}
