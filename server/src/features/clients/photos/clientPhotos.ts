import { pagesOfClient, type Reader, type Transaction } from "../../../platform/database/index.ts";
import type { MediaType } from "../../../platform/images/index.ts";
import { photoRecord } from "./photoRecord.ts";
import type { PhotoStorage } from "./photoStorage.ts";
import type { PhotoRecord } from "./schema.ts";
import { deletePhotosOfClient, listPhotosForExport, movePhotosToClient } from "./store.ts";

/** Deletes all photos of a client because the client is erased. A job deletes their blobs. */
export function erasePhotosOf(tx: Transaction, businessId: string, clientId: string, now: number): void {
  tx.write(deletePhotosOfClient, { businessId, clientId, dueAt: now });
}

/** Moves all photos of one client to another because the clients are merged. The caller must have locked both clients. */
export function movePhotos(
  tx: Transaction,
  businessId: string,
  fromClientId: string,
  toClientId: string,
): void {
  tx.write(movePhotosToClient, { businessId, fromClientId, toClientId });
}

/** A photo with the data of its full-size image. The image itself is available at its URL. */
type ExportedPhoto = PhotoRecord & {
  readonly media_type: MediaType;
  readonly byte_length: number;
  readonly width: number;
  readonly height: number;
};

/** Returns all photos of a client, oldest first, in pages for the export of the client's data. */
export async function* exportPhotos(
  reader: Reader,
  storage: PhotoStorage,
  businessId: string,
  clientId: string,
  now: number,
): AsyncGenerator<ExportedPhoto[]> {
  const pages = pagesOfClient(reader, listPhotosForExport, { businessId, clientId }, (row) => [
    row.taken_at,
    row.id,
  ]);
  for await (const page of pages)
    yield page.map((row) => ({
      ...photoRecord(storage, businessId, row, now),
      media_type: row.media_type,
      byte_length: row.byte_length,
      width: row.width,
      height: row.height,
    }));
}
