/**
 * The automation platforms with a connector, and AI assistants (MCP), in the screen's order. The label of each key is the
 * platform's name.
 */
export const PLATFORMS = ["zapier", "make", "n8n", "mcp"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Returns the address to enter in a platform in addition to the key. */
export function addressFor(platform: Platform): string {
  return platform === "mcp" ? `${window.location.origin}/mcp` : window.location.origin;
}
