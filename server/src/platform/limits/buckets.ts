import type { Database } from "../database/index.ts";
import { waitForShared, withoutRequestTime } from "../requestTime.ts";
import { takeTokens } from "./store.ts";

/** The balance of a caller's bucket after a request. */
export interface RateLimitStatus {
  readonly isAllowed: boolean;
  /** The requests allowed per minute, which is also the capacity of the bucket. */
  readonly limit: number;
  /** The number of requests that would currently be allowed. */
  readonly remaining: number;
  /** Seconds until the bucket is full again, rounded up. */
  readonly resetSeconds: number;
  /** Seconds until a request is allowed; 0 if a request is allowed now. */
  readonly retryAfterSeconds: number;
}

export interface Buckets {
  /** Takes one token from a bucket with the capacity `perMinute`, which refills within a minute. */
  take(bucket: string, perMinute: number): Promise<RateLimitStatus>;
}

/** Requests of one bucket that wait for the same statement. */
interface Batch {
  readonly perMinute: number;
  readonly waiting: PromiseWithResolvers<RateLimitStatus>[];
}

/** Tokens that this process has taken in advance, and the state of their bucket at that time. */
interface Prefetched {
  tokens: number;
  /** The tokens left in the bucket at `takenAt`. Later, tokens may have been refilled or taken by other processes. */
  readonly inBucket: number;
  /** The value of `performance.now()` before the statement. */
  readonly takenAt: number;
}

const MAX_BUCKETS = 10_000;

/**
 * Creates token buckets that all processes share. Their rows are in the database, and
 * only SQL statements take tokens from them.
 *
 * Two measures reduce the number of statements. One statement runs at a time, and requests that arrive while it runs share the
 * next one, even for different buckets. Each statement also prefetches tokens for one second (or a tenth of the remaining
 * tokens, if that is less), which the next requests use without a statement.
 *
 * Prefetched tokens expire once the bucket could have been refilled, so all processes together never exceed the limit. Per
 * minute and process, at most the tokens of one second expire unused (decision 14).
 */
export function requestBuckets({ database }: { readonly database: Database }): Buckets {
  const prefetched = new Map<string, Prefetched>();
  let next = new Map<string, Batch>();
  let isUnderWay = false;

  async function sendAll(): Promise<void> {
    isUnderWay = true;
    while (next.size > 0) {
      const batches = next;
      next = new Map();
      await send(batches);
    }
    isUnderWay = false;
  }

  async function send(batches: ReadonlyMap<string, Batch>): Promise<void> {
    const takenAt = performance.now();
    for (const [bucket, batch] of batches) serveFromPrefetched(bucket, batch, takenAt);
    const all = [...batches].filter(([, { waiting }]) => waiting.length > 0);
    if (all.length === 0) return;
    try {
      const rows = await database.query(takeTokens, {
        buckets: all.map(([bucket]) => bucket),
        wanted: all.map(([bucket, batch]) => wanted(batch, prefetched.get(bucket), takenAt)),
        sizes: all.map(([, { perMinute }]) => perMinute),
      });
      for (const { bucket, taken, thousandths_left } of rows) {
        const batch = batches.get(bucket);
        if (batch !== undefined) serve(bucket, batch, taken, { inBucket: thousandths_left / 1000, takenAt });
      }
    } catch (error) {
      for (const request of all.flatMap(([, { waiting }]) => waiting)) request.reject(error);
    }
  }

  /** Serves requests that arrived during the previous statement with the tokens that it prefetched. */
  function serveFromPrefetched(bucket: string, { perMinute, waiting }: Batch, now: number): void {
    while (waiting.length > 0) {
      const served = takePrefetched(bucket, perMinute, now);
      if (served === undefined) return;
      waiting.shift()?.resolve(served);
    }
  }

  function takePrefetched(bucket: string, perMinute: number, now: number): RateLimitStatus | undefined {
    const known = prefetched.get(bucket);
    if (known === undefined || known.tokens === 0 || isExpired(known, perMinute, now)) return undefined;
    known.tokens -= 1;
    return statusOf(true, perMinute, known.tokens + inBucketAt(known, perMinute, now));
  }

  /** Allows the first `taken` requests of a batch, in order of arrival; the remaining tokens are prefetched. */
  function serve(
    bucket: string,
    { perMinute, waiting }: Batch,
    taken: number,
    known: Omit<Prefetched, "tokens">,
  ): void {
    waiting.forEach((request, index) => {
      const left = known.inBucket + Math.max(0, taken - index - 1);
      request.resolve(statusOf(index < taken, perMinute, left));
    });
    // Deleting and adding the entry moves the bucket to the end of the map. Its earlier prefetched tokens were used before
    // the statement.
    prefetched.delete(bucket);
    prefetched.set(bucket, { ...known, tokens: Math.max(0, taken - waiting.length) });
    const [oldest] = prefetched.keys();
    if (prefetched.size > MAX_BUCKETS && oldest !== undefined) prefetched.delete(oldest);
  }

  return {
    async take(bucket, perMinute) {
      const served = takePrefetched(bucket, perMinute, performance.now());
      if (served !== undefined) return served;
      const request = Promise.withResolvers<RateLimitStatus>();
      const batch = next.get(bucket) ?? { perMinute, waiting: [] };
      next.set(bucket, batch);
      batch.waiting.push(request);
      // The request may time out before its statement fails; this handler prevents an unhandled rejection.
      request.promise.catch(() => undefined);
      const isSentAtOnce = !isUnderWay;
      // The statements serve several requests, so the time limit of the sending request does not apply.
      if (isSentAtOnce) void withoutRequestTime(sendAll);
      return waitForShared(request.promise, isSentAtOnce);
    },
  };
}

/** Returns the number of tokens in the bucket, assuming that no other process has taken tokens since this process prefetched its own. */
function inBucketAt({ inBucket, takenAt }: Prefetched, perMinute: number, now: number): number {
  return Math.min(perMinute, inBucket + ((now - takenAt) / 60_000) * perMinute);
}

/**
 * Returns whether the prefetched tokens have expired. Other processes only take tokens, so the bucket cannot be full before this moment.
 */
function isExpired(known: Prefetched, perMinute: number, now: number): boolean {
  return inBucketAt(known, perMinute, now) >= perMinute;
}

/**
 * Returns the number of tokens to take: one per waiting request and some to prefetch. Prefetches fewer if few are left, because other
 * processes cannot use prefetched tokens.
 */
function wanted({ perMinute, waiting }: Batch, known: Prefetched | undefined, now: number): number {
  const before = known === undefined ? perMinute : inBucketAt(known, perMinute, now);
  const left = Math.max(0, before - waiting.length);
  return waiting.length + Math.floor(Math.min(perMinute / 60, left / 10));
}

function statusOf(isAllowed: boolean, limit: number, tokens: number): RateLimitStatus {
  const secondsPerToken = 60 / limit;
  // The bucket refills while prefetched tokens are unused, so the sum of both could exceed the capacity.
  const left = Math.min(tokens, limit - 1);
  return {
    isAllowed,
    limit,
    remaining: Math.floor(left),
    resetSeconds: Math.ceil((limit - left) * secondsPerToken),
    retryAfterSeconds: tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) * secondsPerToken)),
  };
}
