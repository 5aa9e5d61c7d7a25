import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { MediaType } from "./images/source.ts";
import { photoRecord } from "./photoRecord.ts";
import type { PhotoStorage } from "./photoStorage.ts";
import type { PhotoRecord } from "./schema.ts";
import { deletePhotosOfClient, listPhotosForExport, movePhotosToClient } from "./store.ts";

/** Deletes all photos of a client because the client is erased. The job deletes their blobs. */
export function erasePhotosOf(tx: Transaction, businessId: string, clientId: string, now: number): void {
  tx.write(deletePhotosOfClient, { businessId, clientId, dueAt: now });
}

/** Moves all photos of one client to another because the clients are merged. The caller has locked both. */
export function movePhotos(
  tx: Transaction,
  businessId: string,
  fromClientId: string,
  toClientId: string,
): void {
  tx.write(movePhotosToClient, { businessId, fromClientId, toClientId });
}

/** A photo with the data of its full-size image. The image itself is at its URL. */
type ExportedPhoto = PhotoRecord & {
  readonly media_type: MediaType;
  readonly byte_length: number;
  readonly width: number;
  readonly height: number;
};

/** Returns all photos of a client, oldest first, for the client's export. */
export async function exportPhotos(
  reader: Reader,
  storage: PhotoStorage,
  businessId: string,
  clientId: string,
  now: number,
): Promise<ExportedPhoto[]> {
  const rows = await reader.query(listPhotosForExport, { businessId, clientId });
  return rows.map((row) => ({
    ...photoRecord(storage, businessId, row, now),
    media_type: row.media_type,
    byte_length: row.byte_length,
    width: row.width,
    height: row.height,
  }));
}
