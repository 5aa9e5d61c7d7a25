import type { Rolldown } from "vite";

/**
 * Puts all modules that every page needs into one file, because loading one large file through the service worker is faster
 * than loading 40 small files.
 */
export const CHUNK_GROUPS: readonly Rolldown.CodeSplittingGroup[] = [{ name: "start", tags: ["$initial"] }];
