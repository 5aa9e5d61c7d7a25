import type { Readable } from "node:stream";

/** A store for files that are too large for the database, on disk or in S3-compatible storage. */
export interface BlobStore {
  /** Stores a blob atomically and replaces an existing one. */
  put(name: BlobName, content: BlobContent): Promise<void>;
  /** Opens a blob; returns null if it is missing. The caller must read the stream to its end or destroy it. */
  get(name: BlobName): Promise<{ readonly length: number; readonly stream: Readable } | null>;
  /** Deletes a blob; does nothing if it is missing. */
  delete(name: BlobName): Promise<void>;
}

/**
 * The name of a blob. Both parts are UUIDs, so that a name cannot contain a path outside its business's
 * folder.
 */
export interface BlobName {
  readonly businessId: string;
  readonly id: string;
}

export interface BlobContent {
  /** The length in bytes. */
  readonly length: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Returns the path of a blob below the folder or bucket of its store. Throws for names that are not UUIDs. */
export function pathOf({ businessId, id }: BlobName): string[] {
  if (!NAME.test(businessId) || !NAME.test(id)) throw new Error("The name of a blob must be two UUIDs.");
  // The last characters of a UUID version 7 are random, so the folders fill evenly.
  return [businessId, id.slice(-2), id];
}

const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
