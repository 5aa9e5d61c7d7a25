/**
 * Builds what is missing or stale and prints one line. Answers whether the pages are there: a server without them, in a
 * folder that it may not write to, still serves the API.
 */
export declare function ensurePages(): boolean;
