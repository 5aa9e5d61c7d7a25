import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { utcText } from "@daybook/engine";
import { ApiError } from "../../../kernel/errors.ts";
import type { BlobName, BlobStore } from "../../../platform/blobs/index.ts";
import { API_PREFIX } from "../../../platform/http/route.ts";

/** How long a photo's address opens it (spec §8). */
export const GOOD_FOR_MS = 10 * 60_000;

/** Where pictures are kept, and the addresses that open them. */
export interface Album {
  readonly blobs: BlobStore;
  /** A photo's address, good from now on for exactly ten minutes. */
  linkTo(name: BlobName, now: number): { url: string; url_expires_at: string };
  /** Which photo a token opens now; null for one that we never made and for one that has expired. */
  opened(token: string, now: number): BlobName | null;
}

/**
 * Addresses are ours whatever store there is: the same for a disk and for S3, and to the millisecond. A token holds
 * business, photo and expiry in the clear, and an HMAC over them with a key that is derived from the installation's
 * secret for this alone. Nothing is stored, so a process that never saw the read opens it too.
 */
export function openAlbum(options: {
  readonly blobs: BlobStore;
  /** The installation's. */
  readonly secret: string;
  /** Where people reach us, without a slash at its end. */
  readonly address: () => string;
}): Album {
  const key = Buffer.from(hkdfSync("sha256", options.secret, "", "daybook photo addresses", 32));
  const signatureOf = (claims: Buffer) => createHmac("sha256", key).update(claims).digest();
  return {
    blobs: awaited(options.blobs),
    linkTo({ businessId, id }, now) {
      const expiresAt = now + GOOD_FOR_MS;
      const claims = Buffer.concat([bytesOfId(businessId), bytesOfId(id), Buffer.alloc(6)]);
      claims.writeUIntBE(expiresAt, 32, 6);
      const token = Buffer.concat([claims, signatureOf(claims)]).toString("base64url");
      return {
        url: `${options.address()}${API_PREFIX}/public/photos/${token}`,
        url_expires_at: utcText(expiresAt),
      };
    },
    opened(token, now) {
      const bytes = Buffer.from(token, "base64url");
      // Decoding skips what is not base64: a token is one text and no other.
      if (bytes.length !== TOKEN_BYTES || bytes.toString("base64url") !== token) return null;
      const claims = bytes.subarray(0, CLAIM_BYTES);
      if (!timingSafeEqual(signatureOf(claims), bytes.subarray(CLAIM_BYTES))) return null;
      if (now >= claims.readUIntBE(32, 6)) return null;
      return { businessId: idOf(claims.subarray(0, 16)), id: idOf(claims.subarray(16, 32)) };
    },
  };
}

/** A store that fails is away for a while: whoever sends the same again is served. */
function awaited(blobs: BlobStore): BlobStore {
  const away = (cause: unknown): never => {
    const message = "Photos are not to be had for a moment. Try again shortly.";
    throw new ApiError("unavailable", message, undefined, cause);
  };
  return {
    put: (name, content) => blobs.put(name, content).catch(away),
    get: (name) => blobs.get(name).catch(away),
    delete: (name) => blobs.delete(name).catch(away),
  };
}

/** Of whoever only describes the routes: nothing is in it. */
export const NO_ALBUM: Album = openAlbum({
  blobs: { put: nowhere, get: nowhere, delete: nowhere },
  secret: "",
  address: () => "",
});

function nowhere(): Promise<never> {
  return Promise.reject(new Error("Photos are kept nowhere: the routes were made without an album."));
}

const CLAIM_BYTES = 38;
const TOKEN_BYTES = CLAIM_BYTES + 32;

function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
