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
 * Returns the request with its idempotency key and fingerprint. Undefined if the key does not apply: without the header,
 * for methods other than POST and PATCH, on public and kiosk routes, and on routes that ignore it. Throws
 * `malformed_request` for an invalid key.
 */
export function keyedRequestOf(
  route: Route,
  request: FastifyRequest,
  caller: Caller | undefined,
  /** The digest of a body that was not read as bytes (multipart). */
  digest?: Buffer,
): KeyedRequest | undefined {
  const key = request.headers[HEADER];
  if (!takesIdempotencyKey(route) || key === undefined || caller === undefined) return undefined;
  if (typeof key !== "string" || !/^[\x20-\x7e]{1,255}$/.test(key))
    throw new ApiError(
      "malformed_request",
      "The Idempotency-Key must have 1 to 255 printable ASCII characters.",
    );
  const credential =
    caller.kind === "key"
      ? { partitionId: caller.businessId, credentialId: caller.keyId }
      : { partitionId: caller.userId, credentialId: caller.userId };
  return { ...credential, key, fingerprint: fingerprintOf(request, digest) };
}

/**
 * Hashes the method, the URL with query, and the bytes of the body, because a client that
 * repeats a request sends the same bytes.
 */
function fingerprintOf(request: FastifyRequest, digest = bytesOfBody(request)): Buffer {
  return createHash("sha256").update(`${request.method} ${request.url}\n`).update(digest).digest();
}

/** Runs `work` or returns the response stored for the key. `work` receives a function for storing its response. */
export async function answerOnce<T>(
  idempotency: Idempotency | undefined,
  request: KeyedRequest | undefined,
  work: (keepIn: ResponseStore | undefined) => Promise<T>,
): Promise<Outcome<T>> {
  if (idempotency === undefined || request === undefined)
    return { outcome: "answered", answer: await work(undefined) };
  return idempotency.once(request, work, storableRefusal);
}

/** Replays a stored response with its status, body and version. */
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

/** Statuses of errors that depend only on the request and the records, not on credentials or load. */
const STORED_STATUSES: ReadonlySet<number> = new Set([404, 409, 412, 422]);

function storableRefusal(error: unknown): StoredResponse | undefined {
  if (!(error instanceof ApiError) || !STORED_STATUSES.has(error.status)) return undefined;
  return { status: error.status, body: refusalBody(error), version: null };
}
