import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../kernel/caller.ts";
import { ApiError } from "../../kernel/errors.ts";
import { type Buckets, bucketOfAddress, type RateLimitStatus } from "../limits/index.ts";

/** How often who may ask: the limit of a credential, and the buckets that every process takes from. */
export interface RequestLimits {
  readonly buckets: Buckets;
  /** Requests a minute of one API key or one user; 0 is off, and then no answer speaks of a limit. */
  readonly perMinute: number;
}

/** The limit of a public route that names none of its own; sign-in is stricter (contract §1). */
const PUBLIC_PER_MINUTE = 120;

/**
 * Counts a request of a known caller and writes on the answer how they stand, whatever the answer will be. Throws
 * `rate_limited` when they have asked too often.
 */
export async function countRequest(
  limits: RequestLimits | undefined,
  caller: Caller,
  reply: FastifyReply,
): Promise<void> {
  if (limits === undefined || limits.perMinute === 0) return;
  const bucket = caller.kind === "key" ? `key:${caller.keyId}` : `user:${caller.userId}`;
  admit(await limits.buckets.take(bucket, limits.perMinute), reply);
}

/**
 * Counts a request of somebody unknown by the address it came from. `name` keeps the limit of one route from eating up
 * another's, and belongs to it alone: a bucket has one size. It holds also where the limit of known callers is off,
 * because it keeps guessing expensive.
 */
export async function countAddress(
  limits: RequestLimits | undefined,
  name: string,
  perMinute: number | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (limits === undefined) return;
  const bucket = bucketOfAddress(name, request.ip);
  admit(await limits.buckets.take(bucket, perMinute ?? PUBLIC_PER_MINUTE), reply);
}

function admit(status: RateLimitStatus, reply: FastifyReply): void {
  reply.header("ratelimit-limit", status.limit);
  reply.header("ratelimit-remaining", status.remaining);
  reply.header("ratelimit-reset", status.resetSeconds);
  if (status.isAllowed) return;
  const seconds = status.retryAfterSeconds;
  throw new ApiError(
    "rate_limited",
    `Too many requests. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
    { retry_after: seconds },
  );
}
