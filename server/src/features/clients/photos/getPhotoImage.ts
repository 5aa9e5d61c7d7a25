import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { FileAnswer } from "../../../platform/http/route.ts";
import type { MediaType, Size } from "../../../platform/images/index.ts";
import type { PhotoStorage } from "./photoStorage.ts";
import { findImage, type ImageRow } from "./store.ts";

/** Returns the image of a signed URL. Throws `not_found` for a forged or expired token, a deleted photo and a deleted client. */
export async function getPhotoImage(
  reader: Reader,
  storage: PhotoStorage,
  token: string,
  now: number,
): Promise<FileAnswer> {
  const verified = storage.verify(token, now);
  if (verified === null) throw notFound();
  const { businessId, photoId, size } = verified;
  const [row] = await reader.query(findImage, { businessId, photoId });
  if (row === undefined) throw notFound();
  const { id, mediaType } = blobOf(row, size);
  const blob = await storage.blobs.get({ businessId, id });
  if (blob === null) throw new Error("The storage has no blob for a photo's image.");
  return { file: { mediaType, length: blob.length, stream: blob.stream } };
}

/** Returns the blob of an image in this size. Photos from before the introduction of smaller sizes have only the full size. */
function blobOf(row: ImageRow, size: Size): { readonly id: string; readonly mediaType: MediaType } {
  const smallId = { original: null, preview: row.preview_id, thumbnail: row.thumbnail_id }[size];
  return smallId === null
    ? { id: row.id, mediaType: row.media_type }
    : { id: smallId, mediaType: "image/webp" };
}
