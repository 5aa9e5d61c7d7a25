import type { Readable } from "node:stream";

/** Keeps files that are too large for the database: on a disk, or with whoever speaks S3. */
export interface BlobStore {
  /** Keeps a blob, whole or not at all; one that is there already is replaced. */
  put(name: BlobName, content: BlobContent): Promise<void>;
  /** Null for one that is not there. Whoever asks reads the stream to its end, or destroys it. */
  get(name: BlobName): Promise<{ readonly length: number; readonly stream: Readable } | null>;
  /** One that is not there is fine: what is deleted twice is deleted. */
  delete(name: BlobName): Promise<void>;
}

/** Both are UUIDs: no name leads anywhere else than into its business's own. */
export interface BlobName {
  readonly businessId: string;
  readonly id: string;
}

export interface BlobContent {
  /** Bytes there will be. */
  readonly length: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** How a blob is called in a store, below the store's own folder or bucket. Throws for names that are no UUIDs. */
export function pathOf({ businessId, id }: BlobName): string[] {
  if (!NAME.test(businessId) || !NAME.test(id)) throw new Error("A blob is named by two UUIDs.");
  // The end of a UUID version 7 is random: the folders fill evenly.
  return [businessId, id.slice(-2), id];
}

const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
