export { type CheckedArchive, checkArchive } from "./archiveReader.ts";
export { draftOf } from "./archiveWriter.ts";
export type { ExportContents } from "./exportContents.ts";
export { EXPORT } from "./format.ts";
export { importExport } from "./importExport.ts";
export { restoreBackup } from "./restoreBackup.ts";
export { matchesSecret } from "./secretCheck.ts";
export { writeBackup } from "./writeBackup.ts";
export { writeExport } from "./writeExport.ts";
