import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { publishClientDeletion } from "./events.ts";
import { assertOwnClient } from "./readClients.ts";
import { findWebhookPayload, lockClientForDeletion, markClientDeleted } from "./store.ts";
import { versionMismatch } from "./updateClient.ts";

export interface ClientDeletion {
  readonly businessId: string;
  readonly clientId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The versions the caller accepts, or null when any will do. */
  readonly ifMatch: IfMatch;
  /** The staff member whose own client it must be; null where any may be deleted. */
  readonly own: OwnOnly | null;
}

/**
 * Deletes a client, from this commit on and everywhere, and emits `client.updated` (contract §9). The row stays, for
 * the visits that point at it; `deleted_at` says from when on the seven days count after which it is emptied. Keeps
 * the client locked, so that no visit is written for them any more: their coming ones are cancelled by the caller, in
 * the same transaction. Throws `not_found` and `version_mismatch`.
 */
export async function deleteClient(tx: Transaction, deletion: ClientDeletion): Promise<void> {
  const { businessId, clientId, now, ifMatch, own } = deletion;
  const [[client], [business]] = await Promise.all([
    tx.query(lockClientForDeletion, [businessId, clientId]),
    tx.query(findWebhookPayload, [businessId]),
  ]);
  if (client === undefined || business === undefined) throw notFound();
  await assertOwnClient(tx, businessId, clientId, own);
  if (isStale(ifMatch, client.version)) throw versionMismatch(client.version);
  tx.write(markClientDeleted, [businessId, clientId, new Date(now)]);
  publishClientDeletion(tx, businessId, business.webhook_payload, { clientId, at: now });
}
