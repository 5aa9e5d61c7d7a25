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

/** A request that may be sent again: who sent it, under which key, and what it asked for. */
export interface KeyedRequest {
  /** Where its row lives: the business of an API key, the user of a session. */
  readonly partitionId: string;
  /** The API key or the user: keys of different callers are different keys. */
  readonly credentialId: string;
  /** 1–255 printable characters. */
  readonly key: string;
  /** SHA-256 of method, path and body. */
  readonly fingerprint: Buffer;
}

/** An answer as it is given again: status, body and the version for `ETag`. */
export interface StoredResponse {
  readonly status: number;
  readonly body: string;
  readonly version: number | null;
}

/**
 * Keeps the answer of the request in the transaction of its effect: both commit, or neither does. `anew` puts it in the
 * place of the one that this request has kept and committed before; null takes that one back, so that whoever sends the
 * request again has it done again.
 */
export type ResponseStore = (tx: Transaction, answer: StoredResponse | null, how?: "anew") => void;

export type Outcome<T> =
  | { readonly outcome: "answered"; readonly answer: T }
  | { readonly outcome: "replayed"; readonly stored: StoredResponse };

export interface Idempotency {
  /**
   * Does `work` at most once for a request, however often it is sent (contract §1), and answers what it answered, or
   * what was kept. `work` keeps its answer with the function it is handed; a refusal it throws is kept when
   * `refusalOf` knows it, in a transaction of its own; also in the place of an answer that `work` had kept and that came
   * to nothing behind its commit. Throws `idempotency_key_reused` when the key came with another
   * request.
   */
  once<T>(
    request: KeyedRequest,
    work: (keep: ResponseStore) => Promise<T>,
    refusalOf: (error: unknown) => StoredResponse | undefined,
  ): Promise<Outcome<T>>;
}

const KEPT_FOR_MS = 24 * 3_600_000;
/** One that was first can itself be undone by the end of its 24 hours; more than once is not chance. */
const MOST_TRIES = 5;

/**
 * The primary key decides. An answer counts only once its row is in: a twin that works at the same time comes to the
 * row of the first, waits there for its commit, and is then undone whole and answered with what the first one said.
 * Nothing is locked beforehand, so a key costs one small read, and one row that leaves with the commit (decision 13).
 */
export function idempotency({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Idempotency {
  const oldest = () => oldestStoredAt(clock);

  async function find({ partitionId, credentialId, key, fingerprint }: KeyedRequest) {
    const [stored] = await database.query(findStoredResponse, [partitionId, credentialId, key, oldest()]);
    if (stored !== undefined && !stored.request_sha256.equals(fingerprint)) {
      throw new ApiError("idempotency_key_reused", "This idempotency key belongs to another request.");
    }
    return stored;
  }

  const rowOf = (request: KeyedRequest, answer: StoredResponse) => [
    request.partitionId,
    request.credentialId,
    request.key,
    request.fingerprint,
    answer.status,
    answer.body,
    answer.version,
    new Date(clock.now()),
  ];

  /** Of what was kept by us, and not by a twin. */
  const insteadOf = (
    own: StoredResponse,
    request: KeyedRequest,
    { status, body, version }: StoredResponse,
  ) => {
    const { partitionId, credentialId, key, fingerprint } = request;
    return [partitionId, credentialId, key, fingerprint, own.status, own.body, status, body, version];
  };

  async function isRefusedAfterAll(
    request: KeyedRequest,
    own: StoredResponse | undefined,
    refusal: StoredResponse,
  ): Promise<boolean> {
    if (own === undefined) return false;
    return (await database.query(replaceOwnResponse, insteadOf(own, request, refusal))).length > 0;
  }

  return {
    async once(request, work, refusalOf) {
      for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
        const stored = await find(request);
        if (stored !== undefined) return { outcome: "replayed", stored };
        let own: StoredResponse | undefined;
        try {
          const answer = await work((tx, answer, how) => {
            if (answer === null) {
              if (own !== undefined) tx.write(deleteOwnResponse, insteadOf(own, request, own).slice(0, 6));
              return;
            }
            if (how === "anew" && own !== undefined) {
              tx.write(replaceOwnResponse, insteadOf(own, request, answer));
              return;
            }
            own = answer;
            tx.write(insertResponse, rowOf(request, answer));
          });
          return { outcome: "answered", answer };
        } catch (error) {
          if (isTaken(error)) continue;
          const refusal = refusalOf(error);
          if (refusal === undefined) throw error;
          const rows = await database.query(insertResponseIfAbsent, rowOf(request, refusal));
          if (rows.length > 0 || (await isRefusedAfterAll(request, own, refusal))) throw error;
        }
      }
      throw new Error("An idempotency key was taken again and again, and never found.");
    },
  };
}

/** The moment before which kept answers are past their time. */
export function oldestStoredAt(clock: Clock): Date {
  return new Date(clock.now() - KEPT_FOR_MS);
}

/** On a cluster the constraint of a part has the part's number behind its name. */
function isTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint?.startsWith("idempotency_keys_pkey") === true;
}
