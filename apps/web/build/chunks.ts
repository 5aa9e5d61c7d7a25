import type { Rolldown } from "vite";

/**
 * Puts all modules that every page needs into one file, because the service worker handles one large file faster than 40
 * small files.
 */
export const CHUNK_GROUPS: readonly Rolldown.CodeSplittingGroup[] = [{ name: "start", tags: ["$initial"] }];
