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

/** Where a visit was written from, as its `source` says (contract §3). */
export type Source = "api" | "app" | "online" | "import";

export function sourceOf(caller: Caller): Source {
  return caller.kind === "key" ? "api" : "app";
}
