import type { Caller } from "../../kernel/caller.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Sealer } from "../../platform/encryption.ts";
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
 * Gives an endpoint another secret, told this once. The one it had signs beside it for 24 hours, so that a receiver can
 * change over without losing anything; one from an earlier rotation is void at once, and one that was sealed with a lost
 * secret of the installation can sign no more. Throws `not_found` and
 * `forbidden_role`: whoever holds the secret could pass for us.
 */
export async function rotateSecret(
  tx: Transaction,
  { sealer, databaseClock }: WebhookSettings,
  { businessId, endpointId, caller, now }: Rotation,
): Promise<WebhookEndpointWithSecretRecord> {
  const [before] = await tx.query(lockEndpoint, [businessId, endpointId]);
  if (before === undefined) throw notFound();
  assertMayRead(caller, before.events);
  const secret = newSecretText();
  const [after] = await tx.query(rotateEndpointSecret, [
    businessId,
    endpointId,
    opens(sealer, before.secret_encrypted) ? before.secret_encrypted : null,
    sealer.seal(secret, SECRET_PURPOSE),
    databaseClock.aheadMs(),
    new Date(now),
  ]);
  if (after === undefined) throw new Error("A locked endpoint was not there to be given a secret.");
  return { ...endpointRecord(after), secret };
}

function opens(sealer: Sealer, sealed: string): boolean {
  try {
    sealer.open(sealed, SECRET_PURPOSE);
    return true;
  } catch {
    // The installation's secret is another one than when it was sealed: this rotation is the way out of that.
    return false;
  }
}
