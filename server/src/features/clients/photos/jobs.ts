import type { BlobStore } from "../../../platform/blobs/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { deleteDiscardedBlobs } from "./deleteDiscardedBlobs.ts";

export function photoJobs({ database, clock }: Context, blobs: BlobStore): Job[] {
  return [
    {
      name: "blobs of deleted photos",
      everyMs: 60_000,
      run: async (signal) => void (await deleteDiscardedBlobs(database, blobs, clock, signal)),
    },
  ];
}
