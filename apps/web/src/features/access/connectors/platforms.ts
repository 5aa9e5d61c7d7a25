/**
 * The automation platforms that have a connector, and assistants (MCP), in the order of the screen. The key of each has its name
 * as label.
 */
export const PLATFORMS = ["zapier", "make", "n8n", "mcp"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Returns the address that a platform asks for beside the key. */
export function addressFor(platform: Platform): string {
  return platform === "mcp" ? `${window.location.origin}/mcp` : window.location.origin;
}
