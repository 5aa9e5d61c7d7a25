import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../kernel/caller.ts";
import { ApiError } from "../../kernel/errors.ts";
import { type Buckets, bucketOfAddress, type RateLimitStatus } from "../limits/index.ts";

/** The rate limit per credential, and the token buckets that all processes share. */
export interface RequestLimits {
  readonly buckets: Buckets;
  /**
   * The maximum number of requests per minute for one API key or user; 0 turns the limit off, and responses then have no
   * `RateLimit-*` headers.
   */
  readonly perMinute: number;
}

/** The default limit of a public route per IP address. Sign-in has a stricter limit (contract §1). */
const PUBLIC_PER_MINUTE = 120;

/** Takes a token from the caller's bucket. Returns undefined without a limit. */
export function takeToken(
  limits: RequestLimits | undefined,
  caller: Caller,
): Promise<RateLimitStatus> | undefined {
  if (limits === undefined || limits.perMinute === 0) return undefined;
  const bucket = caller.kind === "key" ? `key:${caller.keyId}` : `user:${caller.userId}`;
  return limits.buckets.take(bucket, limits.perMinute);
}

/**
 * Counts a request of an authenticated caller and sets the `RateLimit-*` headers of the response, including error responses.
 * Throws `rate_limited` when the bucket is empty.
 */
export async function countRequest(
  limits: RequestLimits | undefined,
  caller: Caller,
  reply: FastifyReply,
): Promise<void> {
  const status = await takeToken(limits, caller);
  if (status !== undefined) applyStatus(status, reply);
}

/**
 * Counts an unauthenticated request by its IP address. Each route has separate buckets with its own limit, so `name` must be
 * unique to the route. The limit applies even if the limit of authenticated callers is off, because it slows down attempts to
 * guess a secret.
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
  applyStatus(await limits.buckets.take(bucket, perMinute ?? PUBLIC_PER_MINUTE), reply);
}

function applyStatus(status: RateLimitStatus, reply: FastifyReply): void {
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
