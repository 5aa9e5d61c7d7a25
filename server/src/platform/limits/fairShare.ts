import { ApiError } from "../../kernel/errors.ts";

/** Runs one synchronous piece of work when the queue schedules its business. Returns the result of the work. */
export type RunPiece = <T>(piece: () => T) => Promise<T>;

interface Waiting {
  readonly order: number;
  readonly run: () => void;
}

/** The computations of one business and their computing time. */
interface Work {
  /** The recently used computing time in milliseconds. It halves every ten seconds. */
  used: number;
  /** The time at which `used` was last reduced. */
  at: number;
  /** The number of computations that run or wait, and the moving average of the computing time of ended computations. */
  underWay: number;
  average: number;
  /** Waiting pieces, oldest computation first. */
  readonly waiting: Waiting[];
  /** The number of running computations, whose data is in memory, and the waiting computations, oldest first. */
  running: number;
  readonly queued: Waiting[];
}

/** The time for which pieces run before the event loop handles requests and database results again. */
const TURN_MS = 8;
const HALF_LIFE_MS = 10_000;
/** Maximum expected computing time of a business's current computations. If it is exceeded, further computations get 429. */
const MAX_AHEAD_MS = 5_000;
/** Maximum number of concurrent computations per business and per process, because each needs megabytes of memory. */
const MAX_AT_ONCE_OF_BUSINESS = 2;
const MAX_AT_ONCE = 6;
const MAX_BUSINESSES = 10_000;

/**
 * Shares the event loop between businesses. Computations of more than a few milliseconds are split into pieces. After pieces have run for a
 * few milliseconds, the event loop handles other requests. The business that used the least time recently runs its next piece first, so a
 * business with seconds of computations does not delay the others.
 *
 * Each process has its own event loop, so this queue is in memory and needs no row or lock.
 */
export class FairShare {
  readonly #now: () => number;
  readonly #work = new Map<string, Work>();
  /** Businesses with waiting pieces. */
  readonly #waiting = new Set<Work>();
  /** Businesses with computations that wait to begin. */
  readonly #queued = new Set<Work>();
  #running = 0;
  #order = 0;
  #turnMs = 0;
  #isScheduled = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Runs a computation with many pieces or megabytes of data. At most two run concurrently per business. A computation must not begin
   * another one. Throws the errors of `refuseOverload`.
   */
  async compute<T>(businessId: string, computation: (run: RunPiece) => Promise<T>): Promise<T> {
    this.refuseOverload(businessId);
    const work = this.#workOf(businessId);
    const order = this.#order++;
    let usedMs = 0;
    work.underWay += 1;
    let hasBegun = false;
    try {
      await this.#begin(work, order);
      hasBegun = true;
      return await computation((piece) =>
        this.#enqueue(work, order, piece, (ms) => {
          usedMs += ms;
        }),
      );
    } finally {
      if (hasBegun) this.#end(work);
      work.underWay -= 1;
      work.average = work.average === 0 ? usedMs : 0.8 * work.average + 0.2 * usedMs;
    }
  }

  /** Throws `rate_limited` if the business's current computations are expected to take too long. */
  refuseOverload(businessId: string): void {
    const { underWay, average } = this.#workOf(businessId);
    const aheadMs = underWay * average;
    if (aheadMs > MAX_AHEAD_MS) throw tooMuchWork(Math.ceil(aheadMs / 1000));
  }

  /** Runs and measures a single piece. */
  run<T>(businessId: string, piece: () => T): Promise<T> {
    return this.#enqueue(this.#workOf(businessId), this.#order++, piece, () => {});
  }

  #workOf(businessId: string): Work {
    const known = this.#work.get(businessId);
    if (known !== undefined) return known;
    for (const [id, { underWay, waiting }] of this.#work) {
      if (this.#work.size < MAX_BUSINESSES) break;
      if (underWay === 0 && waiting.length === 0) this.#work.delete(id);
    }
    const work = { used: 0, at: this.#now(), underWay: 0, average: 0, waiting: [], running: 0, queued: [] };
    this.#work.set(businessId, work);
    return work;
  }

  /** Resolves when the computation may begin. */
  async #begin(work: Work, order: number): Promise<void> {
    if (this.#running < MAX_AT_ONCE && work.running < MAX_AT_ONCE_OF_BUSINESS) {
      this.#running += 1;
      work.running += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    work.queued.push({ order, run: resolve });
    this.#queued.add(work);
    await promise;
  }

  /** Ends a computation and begins the oldest waiting computation of the business that used the least time. */
  #end(work: Work): void {
    this.#running -= 1;
    work.running -= 1;
    const next = this.#leastUsed(
      [...this.#queued].filter((other) => other.running < MAX_AT_ONCE_OF_BUSINESS),
    );
    if (next === undefined) return;
    this.#running += 1;
    next.running += 1;
    next.queued.shift()?.run();
    if (next.queued.length === 0) this.#queued.delete(next);
  }

  #enqueue<T>(work: Work, order: number, piece: () => T, measured: (ms: number) => void): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const run = () => {
      const startedAt = this.#now();
      try {
        resolve(piece());
      } catch (error) {
        reject(error);
      }
      const ms = this.#now() - startedAt;
      this.#decay(work);
      work.used += ms;
      this.#turnMs += ms;
      measured(ms);
    };
    // A piece runs immediately if no piece waits and the event-loop turn has just begun, because nearly all pieces take microseconds.
    if (this.#waiting.size === 0 && this.#turnMs < TURN_MS) run();
    else {
      const later = work.waiting.findIndex((other) => other.order > order);
      work.waiting.splice(later < 0 ? work.waiting.length : later, 0, { order, run });
      this.#waiting.add(work);
    }
    this.#schedule();
    return promise;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#turnMs = 0;
      while (this.#waiting.size > 0 && this.#turnMs < TURN_MS) this.#runNext();
      if (this.#waiting.size > 0) this.#schedule();
    });
  }

  /** Runs the next piece of the business that used the least time. */
  #runNext(): void {
    const least = this.#leastUsed(this.#waiting);
    const next = least?.waiting.shift();
    if (least?.waiting.length === 0) this.#waiting.delete(least);
    next?.run();
  }

  #leastUsed(works: Iterable<Work>): Work | undefined {
    let least: Work | undefined;
    for (const work of works) {
      this.#decay(work);
      if (least === undefined || work.used < least.used) least = work;
    }
    return least;
  }

  #decay(work: Work): void {
    const now = this.#now();
    work.used *= 2 ** ((work.at - now) / HALF_LIFE_MS);
    work.at = now;
  }
}

/** The queue for the event loop of this process. */
export const eventLoop = new FairShare();

function tooMuchWork(seconds: number): ApiError {
  return new ApiError(
    "rate_limited",
    `Requests of this business use too much processing time. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    { retry_after: seconds },
  );
}
