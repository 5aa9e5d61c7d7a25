import { join } from "node:path";
import type { Config } from "../config.ts";
import type { BlobStore } from "./blobs.ts";
import { diskBlobs } from "./disk.ts";
import { s3Blobs } from "./s3.ts";

export type { BlobName, BlobStore } from "./blobs.ts";
export { diskBlobs, temporaryBlobs } from "./disk.ts";
export { type S3Settings, s3Blobs } from "./s3.ts";

/** Opens the storage of photos: the bucket if one is configured, otherwise the data folder. */
export function openBlobs({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): BlobStore {
  return s3 === undefined ? diskBlobs(join(dataDir, "photos")) : s3Blobs(s3);
}
