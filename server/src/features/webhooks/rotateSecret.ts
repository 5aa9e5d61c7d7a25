import type { Caller } from "../../kernel/caller.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Encryption } from "../../platform/encryption.ts";
import { endpointRecord } from "./endpointRecord.ts";
import { newSecretText, SECRET_PURPOSE } from "./endpointSecret.ts";
import { assertMayRead } from "./permission.ts";
import type { WebhookEndpointWithSecretRecord } from "./schema.ts";
import type { WebhookSettings } from "./settings.ts";
import { lockEndpoint, rotateEndpointSecret } from "./store.ts";

export interface Rotation {
  readonly businessId: string;
  readonly endpointId: string;
  readonly caller: Caller;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Replaces the secret of an endpoint; only this answer contains the new one. The old one signs as well for 24 hours, so that
 * a receiver loses no delivery while it changes over, unless it was encrypted with a lost DAYBOOK_SECRET; one from an
 * earlier rotation becomes invalid at once. Throws `not_found`, and `forbidden_role` because a caller with the secret could
 * forge deliveries.
 */
export async function rotateSecret(
  tx: Transaction,
  { encryption, databaseClock }: WebhookSettings,
  { businessId, endpointId, caller, now }: Rotation,
): Promise<WebhookEndpointWithSecretRecord> {
  const [before] = await tx.query(lockEndpoint, { businessId, endpointId });
  if (before === undefined) throw notFound();
  assertMayRead(caller, before.events);
  const secret = newSecretText();
  const [after] = await tx.query(rotateEndpointSecret, {
    businessId,
    endpointId,
    secret: encryption.encrypt(secret, SECRET_PURPOSE),
    earlierSecret: canDecrypt(encryption, before.secret_encrypted) ? before.secret_encrypted : null,
    aheadMs: databaseClock.aheadMs(),
    now,
  });
  if (after === undefined) throw new Error("A locked endpoint was not updated.");
  return { ...endpointRecord(after), secret };
}

function canDecrypt(encryption: Encryption, encrypted: string): boolean {
  try {
    encryption.decrypt(encrypted, SECRET_PURPOSE);
    return true;
  } catch {
    // DAYBOOK_SECRET was replaced since: rotating is how a user repairs the endpoint.
    return false;
  }
}
