import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import type { Command } from "./trip.ts";

/** The caller on whose behalf a transaction runs, as the audit log records it (migration 0027). */
export interface Actor {
  /** `public` is an unauthenticated request, for example of a client who opens a link to a form. */
  readonly kind: "user" | "key" | "public";
  readonly id?: string;
  readonly address: string;
  /** The request id, sent as `X-Request-Id`. */
  readonly request: string;
}

const currentActor = new AsyncLocalStorage<Actor>();

/** Runs `work` for a caller. Transactions that begin in `work` record the caller in the audit log. */
export function asActor<T>(actor: Actor, work: () => T): T {
  return currentActor.run(actor, work);
}

/**
 * Runs `work` without an actor. Use it for background work that a request only triggers, such as a relay round after a commit, so that
 * the audit log does not record the work under that request's caller.
 */
export function asSystem<T>(work: () => T): T {
  return currentActor.exit(work);
}

/**
 * Returns the command that sets the actor after `begin`, in a list; the list is empty without an actor. The command is sent
 * in the same write as `begin`, so it costs no additional round trip. `set local` limits the setting to that transaction.
 */
export function actorSetting(): Command[] {
  const actor = currentActor.getStore();
  if (actor === undefined) return [];
  return [{ text: `set local daybook.actor = ${pg.escapeLiteral(JSON.stringify(actor))}` }];
}
