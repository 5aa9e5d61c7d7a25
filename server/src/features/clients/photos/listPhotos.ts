import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { keysOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import type { FileAnswer } from "../../../platform/http/route.ts";
import { assertClient } from "../clients/index.ts";
import type { Album } from "./album.ts";
import { photoRecord } from "./photoRecord.ts";
import type { PhotoRecord } from "./schema.ts";
import { findPicture, listPhotos } from "./store.ts";

/**
 * A client's photos, newest first: by when they were taken, for a picture of years ago that is added today is no news.
 * Throws `not_found` for an unknown, foreign or deleted client, and one who is none of a staff member's own.
 */
export async function clientPhotos(
  reader: Reader,
  album: Album,
  businessId: string,
  query: {
    readonly clientId: string;
    readonly limit?: number;
    readonly cursor?: string;
    readonly own: OwnOnly | null;
    readonly now: number;
  },
): Promise<{ items: PhotoRecord[]; next_cursor: string | null }> {
  const { clientId, own, limit = PAGE_SIZE, now } = query;
  const listing = { list: "photos", businessId, clientId };
  const after = keysOfCursor(listing, query.cursor);
  await assertClient(reader, businessId, clientId, own);
  const rows = await reader.query(listPhotos, [businessId, clientId, ...after, limit + 1]);
  return pageOf(
    listing,
    rows,
    limit,
    (row) => [row.taken_at, row.id],
    (row) => photoRecord(album, businessId, row, now),
  );
}

/**
 * The picture that a signed address opens. A forged and an expired one, a photo that is deleted and one of a client who
 * is, are answered alike: `not_found`.
 */
export async function showPhoto(
  reader: Reader,
  album: Album,
  token: string,
  now: number,
): Promise<FileAnswer> {
  const name = album.opened(token, now);
  if (name === null) throw notFound();
  const [picture] = await reader.query(findPicture, [name.businessId, name.id]);
  if (picture === undefined) throw notFound();
  const blob = await album.blobs.get(name);
  if (blob === null) throw new Error("A photo's picture is not in the store.");
  return { file: { mediaType: picture.media_type, length: blob.length, stream: blob.stream } };
}
