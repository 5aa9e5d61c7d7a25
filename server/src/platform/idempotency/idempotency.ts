import pg from "pg";
import type { Clock } from "../../kernel/clock.ts";
import { ApiError } from "../../kernel/errors.ts";
import type { Database, Transaction } from "../database/index.ts";
import {
  deleteOwnResponse,
  findStoredResponse,
  insertResponse,
  insertResponseIfAbsent,
  replaceOwnResponse,
} from "./store.ts";

/** A request with an idempotency key: the credential that sent it, the key and the fingerprint of the content. */
export interface KeyedRequest {
  /** The id of the API key's business, or of the session's user. */
  readonly partitionId: string;
  /** The id of the API key or user. Different callers do not share idempotency keys. */
  readonly credentialId: string;
  /** The idempotency key: 1–255 printable characters. */
  readonly key: string;
  /** The SHA-256 hash of method, URL and body. */
  readonly fingerprint: Buffer;
}

/** A stored response: status, body and the version for `ETag`. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string;
  readonly version: number | null;
}

/**
 * Stores the response in the transaction of the request's effect, so that both commit or neither. `replace` replaces the committed
 * response of this request; null deletes it, so that a repeated request is executed again.
 */
export type ResponseStore = (tx: Transaction, response: StoredResponse | null, how?: "replace") => void;

export type Outcome<T> =
  | { readonly outcome: "answered"; readonly answer: T }
  | { readonly outcome: "replayed"; readonly stored: StoredResponse };

export interface Idempotency {
  /**
   * Lets `work` take effect at most once, however often the request is sent (contract §1), and returns its result or the stored
   * response. `work` receives a function for storing its response. If `refusalOf` converts an error to a response, this
   * response is stored in a separate transaction, and replaces a response that `work` had committed before it failed. Throws
   * `idempotency_key_reused` if the key was used for a different request.
   */
  once<T>(
    request: KeyedRequest,
    work: (storeResponse: ResponseStore) => Promise<T>,
    refusalOf: (error: unknown) => StoredResponse | undefined,
  ): Promise<Outcome<T>>;
}

const STORED_FOR_MS = 24 * 3_600_000;
/** A stored response can expire between two statements, but only once. More failed attempts indicate a bug. */
const MAX_ATTEMPTS = 5;

/**
 * Creates an `Idempotency` in which the primary key decides between concurrent requests. Of two requests with the same key, the
 * second waits at its insert until the first commits; then its transaction is rolled back, and it gets the response stored for
 * the first. No other row is locked, so a key costs one small read and one row in the same commit (decision 13).
 */
export function idempotency({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Idempotency {
  async function find({ fingerprint, ...request }: KeyedRequest) {
    const [stored] = await database.query(findStoredResponse, {
      ...keyOf(request),
      oldestAt: oldestStoredAt(clock),
    });
    if (stored !== undefined && !stored.request_sha256.equals(fingerprint)) {
      throw new ApiError(
        "idempotency_key_reused",
        "This Idempotency-Key was already used for a different request. Use a new key.",
      );
    }
    return stored;
  }

  const rowOf = (request: KeyedRequest, { status, body, version }: StoredResponse) => ({
    ...keyOf(request),
    request_sha256: request.fingerprint,
    status,
    body,
    version,
    created_at: clock.now(),
  });

  /** Identifies the row that this request has stored, as opposed to a concurrent request's row. */
  const ownRow = (request: KeyedRequest, { status, body }: StoredResponse) => ({
    ...keyOf(request),
    request_sha256: request.fingerprint,
    status,
    body,
  });

  const replacing = (request: KeyedRequest, own: StoredResponse, by: StoredResponse) => ({
    ...ownRow(request, own),
    newStatus: by.status,
    newBody: by.body,
    newVersion: by.version,
  });

  async function replaceOwn(
    request: KeyedRequest,
    own: StoredResponse | undefined,
    refusal: StoredResponse,
  ): Promise<boolean> {
    if (own === undefined) return false;
    const rows = await database.query(replaceOwnResponse, replacing(request, own, refusal));
    return rows.length > 0;
  }

  return {
    async once(request, work, refusalOf) {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const stored = await find(request);
        if (stored !== undefined) return { outcome: "replayed", stored };
        let own: StoredResponse | undefined;
        try {
          const answer = await work((tx, response, how) => {
            if (response === null) {
              if (own !== undefined) tx.write(deleteOwnResponse, ownRow(request, own));
              return;
            }
            if (how === "replace" && own !== undefined) {
              tx.write(replaceOwnResponse, replacing(request, own, response));
              return;
            }
            own = response;
            tx.write(insertResponse, rowOf(request, response));
          });
          return { outcome: "answered", answer };
        } catch (error) {
          if (isDuplicateKey(error)) continue;
          const refusal = refusalOf(error);
          if (refusal === undefined) throw error;
          const rows = await database.query(insertResponseIfAbsent, rowOf(request, refusal));
          if (rows.length > 0 || (await replaceOwn(request, own, refusal))) throw error;
        }
      }
      throw new Error(
        "Other requests repeatedly stored the idempotency key first, but their responses were not found.",
      );
    },
  };
}

function keyOf({ partitionId, credentialId, key }: Omit<KeyedRequest, "fingerprint">) {
  return { partition_id: partitionId, credential_id: credentialId, key };
}

/** Returns the time up to which stored responses have expired, in milliseconds since the epoch. */
export function oldestStoredAt(clock: Clock): number {
  return clock.now() - STORED_FOR_MS;
}

/**
 * Returns whether the error is a violation of the primary key. A cluster reports the constraint only in the message, with the number of the
 * shard after its name.
 */
function isDuplicateKey(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "23505" &&
    error.message.includes("idempotency_keys_pkey")
  );
}
