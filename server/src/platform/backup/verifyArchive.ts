import { StartupError } from "../startupError.ts";
import { checkArchive } from "./archiveReader.ts";
import type { ArchiveKind, Manifest } from "./format.ts";

/** Verifies the hashes of the file on disk, and compares its row counts with those read from the database. */
export async function verifyArchive(draft: string, manifest: Manifest, kind: ArchiveKind): Promise<void> {
  try {
    const read = await checkArchive(draft, kind);
    const differs = read.manifest.tables.find(({ rows }, index) => rows !== manifest.tables[index]?.rows);
    if (differs)
      throw new StartupError(
        `${kind.subject} is damaged: the number of rows of ${differs.name} in the file differs from the number in the database.`,
      );
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    throw new StartupError(
      `${kind.subject} was written, but its verification failed. ${error.message} The file was deleted. Check the disk and try again.`,
    );
  }
}
