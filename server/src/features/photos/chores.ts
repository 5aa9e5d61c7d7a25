import type { BlobStore } from "../../platform/blobs/index.ts";
import type { Chore } from "../../platform/chores/index.ts";
import type { Context } from "../../platform/context.ts";
import { removeDeletedBlobs } from "./removeDeletedBlobs.ts";

export function photoChores({ database, clock }: Context, blobs: BlobStore): Chore[] {
  return [
    {
      name: "pictures of deleted photos",
      everyMs: 60_000,
      run: async (signal) => void (await removeDeletedBlobs(database, blobs, clock, signal)),
    },
  ];
}
