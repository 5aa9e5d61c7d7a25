/**
 * The automation platforms with a connector, and AI assistants (MCP), in the order of the screen. API keys for a platform have the
 * platform's name as their label.
 */
export const PLATFORMS = ["zapier", "make", "n8n", "mcp"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Returns the address to enter in a platform in addition to the key. */
export function addressFor(platform: Platform): string {
  return platform === "mcp" ? `${window.location.origin}/mcp` : window.location.origin;
}
