import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { utcText } from "@daybook/engine";
import { ApiError } from "../../../kernel/errors.ts";
import type { BlobStore } from "../../../platform/blobs/index.ts";
import { API_PREFIX } from "../../../platform/http/route.ts";
import { SIZES, type Size } from "../../../platform/images/index.ts";

/** The lifetime of a signed URL in milliseconds (spec §8). */
const URL_LIFETIME_MS = 10 * 60_000;

interface PhotoName {
  readonly businessId: string;
  readonly photoId: string;
}

interface PhotoUrls {
  readonly url: string;
  readonly preview_url: string;
  readonly thumbnail_url: string;
  readonly url_expires_at: string;
}

/** The blob store with the images, and the functions that create and verify signed URLs for them. */
export interface PhotoStorage {
  readonly blobs: BlobStore;
  /** Returns the URLs of a photo, which expire exactly ten minutes after `now` (milliseconds). */
  urlsOf(photo: PhotoName, now: number): PhotoUrls;
  /** Returns the image to which a token gives access at `now`, or null for a forged or expired token. */
  verify(token: string, now: number): (PhotoName & { readonly size: Size }) | null;
}

/**
 * Returns the photo storage. The server signs the URLs itself, so that photos on disk and in S3 have the same kind of URL, which expires
 * exactly on time. A token contains business, photo, expiry and size unencrypted, and their HMAC. The HMAC's key is derived from the
 * installation's secret for this purpose only. Tokens are not stored: any process of the installation can verify them.
 */
export function createPhotoStorage(options: {
  readonly blobs: BlobStore;
  /** The installation's secret. */
  readonly secret: string;
  /** Returns the public address of the server, without a trailing slash. */
  readonly address: () => string;
}): PhotoStorage {
  const key = Buffer.from(hkdfSync("sha256", options.secret, "", "daybook photo addresses", 32));
  const signatureOf = (claims: Buffer) => createHmac("sha256", key).update(claims).digest();
  const urlOf = (claims: Buffer) => {
    const token = Buffer.concat([claims, signatureOf(claims)]).toString("base64url");
    return `${options.address()}${API_PREFIX}/public/photos/${token}`;
  };
  return {
    blobs: unavailableOnFailure(options.blobs),
    urlsOf(photo, now) {
      const expiresAt = now + URL_LIFETIME_MS;
      return {
        url: urlOf(claimsOf(photo, expiresAt, "original")),
        preview_url: urlOf(claimsOf(photo, expiresAt, "preview")),
        thumbnail_url: urlOf(claimsOf(photo, expiresAt, "thumbnail")),
        url_expires_at: utcText(expiresAt),
      };
    },
    verify(token, now) {
      const bytes = Buffer.from(token, "base64url");
      // The decoder ignores characters that are not base64, so this check accepts only the canonical text of a token.
      if (bytes.length < MIN_TOKEN_BYTES || bytes.toString("base64url") !== token) return null;
      const claims = bytes.subarray(0, -SIGNATURE_BYTES);
      if (!timingSafeEqual(signatureOf(claims), bytes.subarray(-SIGNATURE_BYTES))) return null;
      if (now >= claims.readUIntBE(EXPIRY_OFFSET, EXPIRY_BYTES)) return null;
      const size = SIZES[claims[CLAIM_BYTES] ?? 0];
      if (size === undefined) return null;
      return { businessId: idAt(claims, 0), photoId: idAt(claims, ID_BYTES), size };
    },
  };
}

/** Wraps a blob store and converts its errors to `unavailable`, because a later retry can succeed. */
function unavailableOnFailure(blobs: BlobStore): BlobStore {
  const fail = (cause: unknown): never => {
    const message = "The photo storage is temporarily unavailable. Try again shortly.";
    throw new ApiError("unavailable", message, undefined, cause);
  };
  return {
    put: (name, content) => blobs.put(name, content).catch(fail),
    get: (name) => blobs.get(name).catch(fail),
    delete: (name) => blobs.delete(name).catch(fail),
  };
}

/** A photo storage for callers that read no blobs, such as the API description. Every access to a blob fails. */
export const NO_PHOTO_STORAGE: PhotoStorage = createPhotoStorage({
  blobs: { put: reject, get: reject, delete: reject },
  secret: "",
  address: () => "",
});

function reject(): Promise<never> {
  return Promise.reject(new Error("The routes were created without photo storage."));
}

const ID_BYTES = 16;
const EXPIRY_OFFSET = 2 * ID_BYTES;
const EXPIRY_BYTES = 6;
const CLAIM_BYTES = EXPIRY_OFFSET + EXPIRY_BYTES;
const SIGNATURE_BYTES = 32;
const MIN_TOKEN_BYTES = CLAIM_BYTES + SIGNATURE_BYTES;

/**
 * Returns the signed part of a token. For the full size, the signed part has no size byte, so that tokens from before the introduction of
 * smaller sizes remain valid.
 */
function claimsOf({ businessId, photoId }: PhotoName, expiresAt: number, size: Size): Buffer {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(expiresAt, 0, EXPIRY_BYTES);
  const sizeByte = size === "original" ? [] : [SIZES.indexOf(size)];
  return Buffer.concat([bytesOfId(businessId), bytesOfId(photoId), expiry, Buffer.from(sizeByte)]);
}

function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function idAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString("hex", at, at + ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
