import type { Rolldown } from "vite";

/**
 * Puts all modules that every page needs into one file, because 40 small files through the service worker take longer than one of
 * the same size.
 */
export const CHUNK_GROUPS: readonly Rolldown.CodeSplittingGroup[] = [{ name: "start", tags: ["$initial"] }];
