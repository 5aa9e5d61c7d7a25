import { NIL_ID } from "./ids.ts";
import type { Role, Scope } from "./scopes.ts";

/** An authenticated API key, which belongs to one business (contract §2). */
export interface KeyCaller {
  readonly kind: "key";
  readonly keyId: string;
  /** The owner to whom the key belongs: its creator, or a later owner after that one has left. */
  readonly userId: string;
  readonly businessId: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
}

/** A user with a session, and the user's role in each business. */
export interface SessionCaller {
  readonly kind: "session";
  readonly sessionId: string;
  readonly userId: string;
  readonly memberships: readonly { businessId: string; role: Role; staffId: string | null }[];
}

export type Caller = KeyCaller | SessionCaller;

/**
 * A tablet that an owner or manager has paired for the front desk of a location. It may call only kiosk routes, so it is not a
 * `Caller`.
 */
export interface KioskCaller {
  readonly kind: "kiosk";
  readonly kioskId: string;
  readonly businessId: string;
  readonly locationId: string;
}

/** Restricts a caller to their own appointments, blocks and clients: the records that belong to this user or to this staff member. */
export interface OwnOnly {
  readonly userId: string;
  readonly staffId: string;
}

/** Returns the role of a session's user in the business; null for an API key and for a user without a membership. */
export function roleOf(caller: Caller, businessId: string): Role | null {
  if (caller.kind === "key") return null;
  return caller.memberships.find((candidate) => candidate.businessId === businessId)?.role ?? null;
}

/** Returns the restriction that contract §2 sets for the role `staff`; null for all other callers. */
export function ownOnly(caller: Caller, businessId: string): OwnOnly | null {
  if (caller.kind === "key") return null;
  const membership = caller.memberships.find((candidate) => candidate.businessId === businessId);
  if (membership === undefined || membership.role !== "staff") return null;
  // A business member who is not linked to a staff member may access only the records that they created.
  return { userId: caller.userId, staffId: membership.staffId ?? NIL_ID };
}

/** The `source` of an appointment (contract §3). */
export type Source = "api" | "app" | "online" | "import";

export function sourceOf(caller: Caller): Source {
  return caller.kind === "key" ? "api" : "app";
}
