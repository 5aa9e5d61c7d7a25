import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { Album } from "./album.ts";
import type { MediaType } from "./images/source.ts";
import { photoRecord } from "./photoRecord.ts";
import type { PhotoRecord } from "./schema.ts";
import { deleteOfClient, listForExport, moveToClient } from "./store.ts";

/** Removes a client's photos because the client is erased; their pictures leave the store soon after. */
export function erasePhotosOf(tx: Transaction, businessId: string, clientId: string, now: number): void {
  tx.write(deleteOfClient, [businessId, clientId, new Date(now)]);
}

/** Puts the photos of one client into the file of another, because they are one person. Both must be locked. */
export function movePhotos(
  tx: Transaction,
  businessId: string,
  fromClientId: string,
  toClientId: string,
): void {
  tx.write(moveToClient, [businessId, fromClientId, toClientId]);
}

/** A photo with everything that is kept of it; the picture itself is behind its address. */
export type ExportedPhoto = PhotoRecord & {
  readonly media_type: MediaType;
  readonly byte_length: number;
  readonly width: number;
  readonly height: number;
};

/** Everything that is kept of a client's photos, oldest first: for whoever asks what is known of them. */
export async function exportPhotos(
  reader: Reader,
  album: Album,
  businessId: string,
  clientId: string,
  now: number,
): Promise<ExportedPhoto[]> {
  const rows = await reader.query(listForExport, [businessId, clientId]);
  return rows.map((row) => ({
    ...photoRecord(album, businessId, row, now),
    media_type: row.media_type,
    byte_length: row.byte_length,
    width: row.width,
    height: row.height,
  }));
}
