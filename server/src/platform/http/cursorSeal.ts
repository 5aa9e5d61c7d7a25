import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";

/** The list of a cursor. A cursor of another list cannot be decrypted. */
export interface CursorScope {
  readonly operationId: string;
  /** The business in the path; absent on routes without a business. */
  readonly businessId?: string | undefined;
  /** The ids in the path except the business. A cursor for the appointments of one client is not valid for another client. */
  readonly params?: Readonly<Record<string, string>> | undefined;
}

/** Encrypts and authenticates the cursors of all lists (decision 38). */
export interface CursorSeal {
  /** Encrypts a position and returns the cursor for callers. The same position always gives the same cursor. */
  seal(scope: CursorScope, position: string): string;
  /** Decrypts the position in a cursor; returns null if the text is not a cursor of this list. */
  open(scope: CursorScope, cursor: string): string | null;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Maximum length of a cursor in characters. Sort keys of lists are limited so that every cursor fits. */
export const MAX_CURSOR_LENGTH = 511;

/**
 * Creates a `CursorSeal` that uses AES-256-GCM with a key derived from the installation's secret, so that cursors are valid in every
 * process and after a restart. The scope is authenticated as additional data. The nonce is a MAC of scope and position with a separate
 * key, so processes need no shared counter. The same position always gives the same cursor, so cursors can be compared and recorded.
 */
export function createCursorSeal(secret: string): CursorSeal {
  const derived = (purpose: string) => Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  const key = derived("daybook cursors 1");
  const nonceKey = derived("daybook cursor nonces 1");
  return {
    seal(scope, position) {
      const data = dataOf(scope);
      const nonce = createHmac("sha256", nonceKey)
        .update(`${data.length}.`)
        .update(data)
        .update(position)
        .digest()
        .subarray(0, NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(data);
      const ciphertext = Buffer.concat([cipher.update(position, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url");
    },
    open(scope, cursor) {
      const bytes = Buffer.from(cursor, "base64url");
      // Node's decoder ignores invalid characters and unused bits. This check accepts only the canonical encoding of a cursor.
      if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString("base64url") !== cursor) return null;
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(dataOf(scope)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        // The tag does not match: the cursor was changed, or belongs to another list or installation.
        return null;
      }
    },
  };
}

function dataOf({ operationId, businessId = "", params = {} }: CursorScope): Buffer {
  const ids = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify([operationId, businessId.toLowerCase(), ids]));
}
