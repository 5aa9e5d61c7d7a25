import type { Caller } from "../../kernel/caller.ts";
import { ApiError } from "../../kernel/errors.ts";
import { EVENT_SCOPES, type EventType } from "../../kernel/events.ts";
import type { Scope } from "../../kernel/scopes.ts";

/** Every event type, in the order of the spec. */
export const EVENT_TYPES = Object.keys(EVENT_SCOPES) as [EventType, ...EventType[]];

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENT_SCOPES, text);
}

/**
 * Returns the event types whose bodies the caller may read: for an API key, the event types of its scopes; for a session, all event types,
 * because the role of the user is already checked.
 */
export function readableEvents(caller: Caller): EventType[] {
  return caller.kind === "session"
    ? EVENT_TYPES
    : EVENT_TYPES.filter((type) => caller.scopes.includes(EVENT_SCOPES[type]));
}

/** Throws `forbidden_role`, with the missing scopes, unless the caller may read each of these events (spec §6 rule 1). */
export function assertMayRead(caller: Caller, events: readonly string[]): void {
  const readable: readonly string[] = readableEvents(caller);
  const missing = new Set<Scope>();
  for (const type of events) {
    if (isEventType(type) && !readable.includes(type)) missing.add(EVENT_SCOPES[type]);
  }
  if (missing.size === 0) return;
  const required = [...missing].join(" ");
  throw new ApiError(
    "forbidden_role",
    `This operation requires the ${missing.size === 1 ? "scope" : "scopes"} ${[...missing].join(" and ")}.`,
    {
      required,
    },
  );
}
