import type { KeyCaller } from "../../../kernel/caller.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { ApiError } from "../../../kernel/errors.ts";
import { isScope } from "../../../kernel/scopes.ts";
import { batchLoader, MAX_SHORT_LOADS } from "../../../platform/batchLoader.ts";
import type { Database } from "../../../platform/database/index.ts";
import { fingerprintOf, isKeyText } from "./keyText.ts";
import { keyUses } from "./keyUses.ts";
import { findCaller, findCallers } from "./store.ts";

/** The part of a request that identifies the caller. */
export interface Credentials {
  readonly headers: { readonly authorization?: string | undefined };
}

export interface ApiKeyAuthenticator {
  /**
   * Authenticates a request and returns its caller. Throws `unauthenticated` for a missing, malformed, unknown or revoked
   * key.
   */
  (request: Credentials): Promise<KeyCaller>;
  /** Waits until the recorded uses of keys are written. Must be called before the database is closed. */
  close(): Promise<void>;
}

/**
 * Returns an authenticator that identifies callers by their API key. Every request looks up its key in the database, because a
 * revocation must apply from the next request on in every process (spec §5). The lookups of concurrent requests share one
 * query (batch loader).
 */
export function apiKeyAuthenticator(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log?: (message: string, error: unknown) => void;
}): ApiKeyAuthenticator {
  const uses = keyUses({ database: options.database, log: options.log ?? console.error });
  const find = batchLoader(async (fingerprints: string[]) => {
    const secrets = fingerprints.map((fingerprint) => Buffer.from(fingerprint, "hex"));
    const [secret] = secrets;
    const rows =
      secret !== undefined && secrets.length === 1
        ? await options.database.query(findCaller, { secret })
        : await options.database.query(findCallers, { secrets });
    return new Map(rows.map((row) => [row.fingerprint, row]));
  }, MAX_SHORT_LOADS);

  const authenticate = async (request: Credentials): Promise<KeyCaller> => {
    const found = await find(fingerprintOf(keyTextOf(request.headers.authorization)));
    if (found === undefined) throw unauthenticated();
    uses.record(found.id, found.last_used_at, options.clock.now());
    return {
      kind: "key",
      keyId: found.id,
      userId: found.created_by,
      businessId: found.business_id,
      label: found.label,
      scopes: found.scopes.filter(isScope),
    };
  };
  return Object.assign(authenticate, { close: () => uses.close() });
}

/** The scheme name is case-insensitive (RFC 9110 §11.1). */
const BEARER = /^bearer +(\S+) *$/i;

function keyTextOf(authorization: string | undefined): string {
  if (authorization === undefined) {
    throw new ApiError("unauthenticated", "Send an API key in the header Authorization: Bearer <key>.");
  }
  const keyText = BEARER.exec(authorization)?.[1];
  if (keyText === undefined || !isKeyText(keyText)) throw unauthenticated();
  return keyText;
}

/**
 * Returns the same error for malformed, unknown and revoked keys, so that an attacker cannot find out whether a guessed key
 * ever existed.
 */
function unauthenticated(): ApiError {
  return new ApiError("unauthenticated", "The API key is malformed, unknown or revoked.");
}
