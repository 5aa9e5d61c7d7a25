export { type CheckedArchive, checkArchive } from "./archiveReader.ts";
export { draftOf } from "./archiveWriter.ts";
export { restoreBackup } from "./restoreBackup.ts";
export { matchesSecret } from "./secretCheck.ts";
export { writeBackup } from "./writeBackup.ts";
