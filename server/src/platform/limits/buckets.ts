import type { Database } from "../database/index.ts";
import { takeTokens } from "./store.ts";

/** How a caller stands after a request: let through or not, and what is left. */
export interface RateLimitStatus {
  readonly isAllowed: boolean;
  /** Requests a minute, and what the full bucket holds. */
  readonly limit: number;
  /** Requests that would be let through now. */
  readonly remaining: number;
  /** Until the bucket is full again, rounded up. */
  readonly resetSeconds: number;
  /** Until a request would be let through: 0 when one would be now. */
  readonly retryAfterSeconds: number;
}

export interface Buckets {
  /** Takes one token of a bucket that holds, and regains within a minute, `perMinute` of them. */
  take(bucket: string, perMinute: number): Promise<RateLimitStatus>;
}

/** Requests of one bucket that wait for the same statement. */
interface Crowd {
  readonly perMinute: number;
  readonly waiting: PromiseWithResolvers<RateLimitStatus>[];
}

/** Tokens that this process has taken ahead, and what it knows of the bucket they came from. */
interface Purse {
  tokens: number;
  /** What was left in the bucket at `takenAt`; it grows by itself, and others take from it. */
  readonly inBucket: number;
  /** Milliseconds of the process's own even clock, read before the bucket was asked. */
  readonly takenAt: number;
}

const MOST_PURSES = 10_000;

/**
 * Token buckets that are right across all processes: their tokens are rows, and only the database gives them out.
 *
 * Cheap in two ways. One statement is under way at a time, and requests that arrive meanwhile join the next one,
 * whatever bucket they take from. And whoever takes takes a second's worth ahead (a tenth of what is left when that is
 * less), which the next requests are served from without asking.
 *
 * What was taken ahead is thrown away at the moment the bucket could be full again: had it stayed in the bucket, it
 * would have flowed over. So all processes together never let through more than one bucket would; they let through
 * less by at most a second's worth a minute for each process (decision 14).
 */
export function requestBuckets({ database }: { readonly database: Database }): Buckets {
  const purses = new Map<string, Purse>();
  let next = new Map<string, Crowd>();
  let isUnderWay = false;

  async function sendAll(): Promise<void> {
    isUnderWay = true;
    while (next.size > 0) {
      const crowds = next;
      next = new Map();
      await send(crowds);
    }
    isUnderWay = false;
  }

  async function send(crowds: ReadonlyMap<string, Crowd>): Promise<void> {
    const takenAt = performance.now();
    for (const [bucket, crowd] of crowds) serveFromPurse(bucket, crowd, takenAt);
    const all = [...crowds].filter(([, crowd]) => crowd.waiting.length > 0);
    if (all.length === 0) return;
    try {
      const rows = await database.query(takeTokens, [
        all.map(([bucket]) => bucket),
        all.map(([bucket, crowd]) => wanted(crowd, purses.get(bucket), takenAt)),
        all.map(([, crowd]) => crowd.perMinute),
      ]);
      for (const { bucket, given, thousandths_left } of rows) {
        const crowd = crowds.get(bucket);
        if (crowd !== undefined) serve(bucket, crowd, given, { inBucket: thousandths_left / 1000, takenAt });
      }
    } catch (error) {
      for (const request of all.flatMap(([, crowd]) => crowd.waiting)) request.reject(error);
    }
  }

  /** What the statement before brought ahead is for those who joined while it was under way. */
  function serveFromPurse(bucket: string, { perMinute, waiting }: Crowd, now: number): void {
    while (waiting.length > 0) {
      const served = fromPurse(bucket, perMinute, now);
      if (served === undefined) return;
      waiting.shift()?.resolve(served);
    }
  }

  function fromPurse(bucket: string, perMinute: number, now: number): RateLimitStatus | undefined {
    const purse = purses.get(bucket);
    if (purse === undefined || purse.tokens === 0 || !isGood(purse, perMinute, now)) return undefined;
    purse.tokens -= 1;
    return standing(true, perMinute, purse.tokens + inBucketAt(purse, perMinute, now));
  }

  /** Lets the first `given` of a crowd through, in the order they came; what is over goes into the purse. */
  function serve(
    bucket: string,
    { perMinute, waiting }: Crowd,
    given: number,
    known: Omit<Purse, "tokens">,
  ): void {
    waiting.forEach((request, index) => {
      const left = known.inBucket + Math.max(0, given - index - 1);
      request.resolve(standing(index < given, perMinute, left));
    });
    // Whatever the purse held was used up before the bucket was asked.
    purses.delete(bucket);
    purses.set(bucket, { ...known, tokens: Math.max(0, given - waiting.length) });
    const [oldest] = purses.keys();
    if (purses.size > MOST_PURSES && oldest !== undefined) purses.delete(oldest);
  }

  return {
    async take(bucket, perMinute) {
      const served = fromPurse(bucket, perMinute, performance.now());
      if (served !== undefined) return served;
      const request = Promise.withResolvers<RateLimitStatus>();
      const crowd = next.get(bucket) ?? { perMinute, waiting: [] };
      next.set(bucket, crowd);
      crowd.waiting.push(request);
      if (!isUnderWay) void sendAll();
      return request.promise;
    },
  };
}

/** What is in the bucket by now if nobody else took from it. */
function inBucketAt({ inBucket, takenAt }: Purse, perMinute: number, now: number): number {
  return Math.min(perMinute, inBucket + ((now - takenAt) / 60_000) * perMinute);
}

/** Others only take: before this moment the bucket cannot be full. */
function isGood(purse: Purse, perMinute: number, now: number): boolean {
  return inBucketAt(purse, perMinute, now) < perMinute;
}

/** A token for everybody who waits, and some ahead: few where little is left, because others miss what lies in a purse. */
function wanted({ perMinute, waiting }: Crowd, purse: Purse | undefined, now: number): number {
  const before = purse === undefined ? perMinute : inBucketAt(purse, perMinute, now);
  const left = Math.max(0, before - waiting.length);
  return waiting.length + Math.floor(Math.min(perMinute / 60, left / 10));
}

function standing(isAllowed: boolean, limit: number, tokens: number): RateLimitStatus {
  const secondsPerToken = 60 / limit;
  // The bucket fills up behind what was taken ahead; together they are never said to be more than it holds.
  const left = Math.min(tokens, limit - 1);
  return {
    isAllowed,
    limit,
    remaining: Math.floor(left),
    resetSeconds: Math.ceil((limit - left) * secondsPerToken),
    retryAfterSeconds: tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) * secondsPerToken)),
  };
}
