import { endExport } from "../../../src/features/transfer/exports/store.ts";
import type { Ids, Stories, StoryContext } from "../story.ts";

export const EXPORT_STORIES: Stories = {
  listExports: { before: ready },
  getExport: { before: ready },
  getExportFile: { before: ready },
};

const FILE = Buffer.from("1f8b080000000000000303000000000000000000", "hex");

/** Requests an export and stores a file for it, of the same size in every recording. */
async function ready({ server, ask, ids }: StoryContext): Promise<Ids> {
  const { body } = await ask("owner", "POST", "/exports");
  const [businessId, exportId, now] = [String(ids.business), String(body.data.id), server.clock.now()];
  await server.blobs?.put(
    { businessId, id: exportId },
    {
      length: FILE.length,
      chunks: async function* () {
        yield FILE;
      },
    },
  );
  const expires_at = now + 86_400_000;
  const end = { businessId, exportId, status: "ready" as const, byte_length: FILE.length, expires_at, now };
  await server.database.query(endExport, end);
  return { export: exportId };
}
