/** The scopes of API keys (spec §2, §5). */
export const SCOPES = [
  "appointments:read",
  "appointments:write",
  "clients:read",
  "clients:write",
  "services:read",
  "staff:read",
  "payments:read",
] as const;

export type Scope = (typeof SCOPES)[number];

/** The roles of business members (contract §2). */
export const ROLES = ["owner", "manager", "reception", "staff"] as const;

export type Role = (typeof ROLES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
