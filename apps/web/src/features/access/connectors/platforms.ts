/** The automation platforms that have a connector, in the order of the screen. A platform's key has its name as label. */
export const PLATFORMS = ["zapier", "make", "n8n"] as const;
export type Platform = (typeof PLATFORMS)[number];
