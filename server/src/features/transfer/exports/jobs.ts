import type { BlobStore } from "../../../platform/blobs/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { endExport, findExpiredExport } from "./store.ts";
import { type ExportWriter, writeNextExport } from "./writeFile.ts";

/** Returns the jobs that write the files of exports and delete expired files. */
export function exportJobs(
  { database, clock }: Context,
  { blobs, writer }: { readonly blobs: BlobStore; readonly writer: ExportFiles | null },
): Job[] {
  const expiry: Job = {
    name: "files of expired exports",
    everyMs: 600_000,
    run: async (signal) => {
      for (;;) {
        const [expired] = await database.query(findExpiredExport, { now: clock.now() });
        if (expired === undefined || signal.aborted) return;
        const { business_id: businessId, id } = expired;
        await blobs.delete({ businessId, id });
        const end = { businessId, exportId: id, status: "expired" as const, now: clock.now() };
        await database.query(endExport, { ...end, byte_length: null, expires_at: clock.now() });
      }
    },
  };
  if (writer === null) return [expiry];
  return [
    {
      name: "exports",
      everyMs: 2_000,
      run: async (signal) => {
        while (!signal.aborted && (await writeNextExport({ database, clock, blobs, ...writer })));
      },
    },
    expiry,
  ];
}

/** The database connection, the folder and the version with which export files are written. */
export type ExportFiles = Pick<ExportWriter, "connectionString" | "folder" | "daybookVersion">;
