import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts secrets for the database, so that a copy of the database does not reveal them. */
export interface Encryption {
  /** Returns a different ciphertext each time, which can be decrypted only for the same purpose. */
  encrypt(text: string, purpose: string): string;
  /** Decrypts a ciphertext. Throws if it was changed, or was encrypted for another purpose or with another secret. */
  decrypt(encrypted: string, purpose: string): string;
}

const VERSION = "v1.";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates an `Encryption` that uses AES-256-GCM with a key derived from the installation's secret (HKDF-SHA256, RFC 5869), so
 * that other uses of the secret have independent keys. The purpose is authenticated as additional data. The ciphertext begins
 * with the version of this format.
 */
export function createEncryption(secret: string): Encryption {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "daybook sealed texts 1", 32));
  return {
    encrypt(text, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(purpose));
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64url");
    },
    decrypt(encrypted, purpose) {
      if (!encrypted.startsWith(VERSION)) throw new Error("The ciphertext has an unknown version.");
      const bytes = Buffer.from(encrypted.slice(VERSION.length), "base64url");
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
      const ciphertext = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
    },
  };
}
