import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Keeps texts that must be read again, but not by whoever gets hold of the database or of a backup of it. */
export interface Encryption {
  /** Answers the sealed text, another one each time. It opens for the same purpose only. */
  encrypt(text: string, purpose: string): string;
  /** Throws when the text was changed, sealed for another purpose or with another secret. */
  decrypt(sealed: string, purpose: string): string;
}

const VERSION = "v1.";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM under a key derived from the installation's secret (HKDF-SHA256, RFC 5869), so that the same secret can
 * serve elsewhere without one use telling of the other. The purpose is authenticated with the text. What comes out
 * begins with the version of this recipe.
 */
export function createEncryption(secret: string): Encryption {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "daybook sealed texts 1", 32));
  return {
    encrypt(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(purpose));
      const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString("base64url");
    },
    decrypt(sealed, purpose) {
      if (!sealed.startsWith(VERSION)) throw new Error("The text was not sealed in a way known here.");
      const bytes = Buffer.from(sealed.slice(VERSION.length), "base64url");
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
      const hidden = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(hidden), decipher.final()]).toString("utf8");
    },
  };
}
