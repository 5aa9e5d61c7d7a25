import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

/** Who acts, as the audit log keeps it (migration 0027). */
export interface Actor {
  /** `public`: somebody of whom nobody asks who they are, such as who follows the link to a form. */
  readonly kind: "user" | "key" | "public";
  readonly id?: string;
  readonly address: string;
  /** What the answer's `X-Request-Id` says. */
  readonly request: string;
}

const acting = new AsyncLocalStorage<Actor>();

/** Runs `work` on somebody's behalf: every transaction that begins in it tells the database who it was. */
export function asActor<T>(actor: Actor, work: () => T): T {
  return acting.run(actor, work);
}

/**
 * Runs `work` on nobody's behalf. For what a request only sets off, such as a round of the relay that its commit wakes: it
 * would go on in the name of whoever happened to be the last to write.
 */
export function asSystem<T>(work: () => T): T {
  return acting.exit(work);
}

/**
 * What follows a transaction's begin, in the same text, so that it costs no round trip; nothing where nobody acts but
 * the system. It holds for that transaction alone.
 */
export function actorSetting(): string {
  const actor = acting.getStore();
  return actor === undefined ? "" : `; set local daybook.actor = ${pg.escapeLiteral(JSON.stringify(actor))}`;
}
