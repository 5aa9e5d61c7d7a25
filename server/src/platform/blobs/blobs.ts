import type { Readable } from "node:stream";

/** Stores files that are too large for the database: on disk or in S3-compatible storage. */
export interface BlobStore {
  /** Stores a blob atomically; replaces an existing one. */
  put(name: BlobName, content: BlobContent): Promise<void>;
  /** Null for a missing blob. The caller must read the stream to its end or destroy it. */
  get(name: BlobName): Promise<{ readonly length: number; readonly stream: Readable } | null>;
  /** Deleting a missing blob succeeds. */
  delete(name: BlobName): Promise<void>;
}

/** Both are UUIDs, so that a name cannot leave the folder of its business. */
export interface BlobName {
  readonly businessId: string;
  readonly id: string;
}

export interface BlobContent {
  /** In bytes. */
  readonly length: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** The path of a blob below the folder or bucket of its store. Throws for names that are not UUIDs. */
export function pathOf({ businessId, id }: BlobName): string[] {
  if (!NAME.test(businessId) || !NAME.test(id)) throw new Error("The name of a blob must be two UUIDs.");
  // The end of a UUID version 7 is random: the folders fill evenly.
  return [businessId, id.slice(-2), id];
}

const NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
