import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../kernel/caller.ts";
import { ApiError } from "../../kernel/errors.ts";
import type {
  Idempotency,
  KeyedRequest,
  Outcome,
  ResponseStore,
  StoredResponse,
} from "../idempotency/index.ts";
import { bytesOfBody } from "./body.ts";
import { type Route, takesIdempotencyKey } from "./route.ts";
import { refusalBody } from "./sendError.ts";

const HEADER = "idempotency-key";

/**
 * The request as idempotency knows it, or undefined where no key counts: without the header, for other methods than
 * POST and PATCH, where nobody is known, and on a route that ignores it. Throws `malformed_request` for a bad key.
 */
export function keyedRequestOf(
  route: Route,
  request: FastifyRequest,
  caller: Caller | undefined,
  /** What the body is known by, where it was not read as bytes. */
  digest?: Buffer,
): KeyedRequest | undefined {
  const key = request.headers[HEADER];
  if (!takesIdempotencyKey(route) || key === undefined || caller === undefined) return undefined;
  if (typeof key !== "string" || !/^[\x20-\x7e]{1,255}$/.test(key))
    throw new ApiError("malformed_request", "An Idempotency-Key has 1 to 255 printable ASCII characters.");
  const credential =
    caller.kind === "key"
      ? { partitionId: caller.businessId, credentialId: caller.keyId }
      : { partitionId: caller.userId, credentialId: caller.userId };
  return { ...credential, key, fingerprint: fingerprintOf(request, digest) };
}

/** The bytes as they were sent: who sends again sends the same. The path carries the query, which is part of it. */
function fingerprintOf(request: FastifyRequest, digest = bytesOfBody(request)): Buffer {
  return createHash("sha256").update(`${request.method} ${request.url}\n`).update(digest).digest();
}

/** Answers a request, or finds what it was answered before. `work` is handed how to keep its answer, where it is to. */
export async function answerOnce<T>(
  idempotency: Idempotency | undefined,
  request: KeyedRequest | undefined,
  work: (keepIn: ResponseStore | undefined) => Promise<T>,
): Promise<Outcome<T>> {
  if (idempotency === undefined || request === undefined)
    return { outcome: "answered", answer: await work(undefined) };
  return idempotency.once(request, work, storableRefusal);
}

/** Gives an answer again: status, body and version of the first time. */
export function sendStoredResponse(
  reply: FastifyReply,
  { status, body, version }: StoredResponse,
): FastifyReply {
  if (version !== null) reply.header("etag", `"${version}"`);
  return reply
    .code(status)
    .header("idempotency-replayed", "true")
    .header("content-type", "application/json; charset=utf-8")
    .send(body);
}

/** Refusals that were decided about the request itself; the others say something of the moment or of the caller. */
const STORED_STATUSES: ReadonlySet<number> = new Set([404, 409, 412, 422]);

function storableRefusal(error: unknown): StoredResponse | undefined {
  if (!(error instanceof ApiError) || !STORED_STATUSES.has(error.status)) return undefined;
  return { status: error.status, body: refusalBody(error), version: null };
}
