import { NIL_ID } from "./ids.ts";
import type { Role, Scope } from "./scopes.ts";

/** Whoever sent a request, once known: an API key, bound to one business (contract §2). */
export interface KeyCaller {
  readonly kind: "key";
  readonly keyId: string;
  /** The owner who made the key. */
  readonly userId: string;
  readonly businessId: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
}

/** A person signed in to the app, with a role in each of their businesses. */
export interface SessionCaller {
  readonly kind: "session";
  readonly userId: string;
  readonly memberships: readonly { businessId: string; role: Role; staffId: string | null }[];
}

export type Caller = KeyCaller | SessionCaller;

/** Whose visits, blocks and clients a caller is limited to: their own, as a user and as a staff member. */
export interface OwnOnly {
  readonly userId: string;
  readonly staffId: string;
}

/** The limit of contract §2: a member in the role `staff` has their own, everybody else has all of it (null). */
export function ownOnly(caller: Caller, businessId: string): OwnOnly | null {
  if (caller.kind === "key") return null;
  const membership = caller.memberships.find((candidate) => candidate.businessId === businessId);
  if (membership === undefined || membership.role !== "staff") return null;
  // Of a member who is not in the staff nothing is theirs but what they wrote down.
  return { userId: caller.userId, staffId: membership.staffId ?? NIL_ID };
}

/** Where a visit was written from, as its `source` says (contract §3). */
export type Source = "api" | "app" | "online" | "import";

export function sourceOf(caller: Caller): Source {
  return caller.kind === "key" ? "api" : "app";
}
