import type { BlobStore } from "../../../platform/blobs/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { removeDeletedBlobs } from "./removeDeletedBlobs.ts";

export function photoJobs({ database, clock }: Context, blobs: BlobStore): Job[] {
  return [
    {
      name: "pictures of deleted photos",
      everyMs: 60_000,
      run: async (signal) => void (await removeDeletedBlobs(database, blobs, clock, signal)),
    },
  ];
}
