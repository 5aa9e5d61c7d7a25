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
  /** The versions that the caller accepts, or null to accept any. */
  readonly ifMatch: IfMatch;
  /** If set, the client must be one of this staff member's own clients. Null means no restriction. */
  readonly own: OwnOnly | null;
}

/**
 * Deletes a client and publishes `client.updated` (contract §9). The row remains for the appointments that reference it. The erasure is due
 * seven days after `deleted_at`. The row stays locked until the transaction ends, so that no concurrent transaction can book an appointment
 * for the client. The calling route cancels the upcoming appointments in the same transaction. Throws `not_found` for an unknown or deleted
 * client, and `version_mismatch` for a version that the caller does not accept.
 */
export async function deleteClient(tx: Transaction, deletion: ClientDeletion): Promise<void> {
  const { businessId, clientId, now, ifMatch, own } = deletion;
  const [[client], [business]] = await Promise.all([
    tx.query(lockClientForDeletion, { businessId, clientId }),
    tx.query(findWebhookPayload, { businessId }),
  ]);
  if (client === undefined || business === undefined) throw notFound();
  await assertOwnClient(tx, businessId, clientId, own);
  if (isStale(ifMatch, client.version)) throw versionMismatch(client.version);
  tx.write(markClientDeleted, { businessId, clientId, now });
  publishClientDeletion(tx, businessId, business.webhook_payload, { clientId, at: now });
}
