import type { Caller } from "../../kernel/caller.ts";
import { invalid, notFound } from "../../kernel/errors.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Encryption } from "../../platform/encryption.ts";
import { endpointRecord } from "./endpointRecord.ts";
import { newSecretText, SECRET_PURPOSE, validSecrets } from "./endpointSecret.ts";
import { assertMayRead } from "./permission.ts";
import type { WebhookEndpointWithSecretRecord } from "./schema.ts";
import type { WebhookSettings } from "./settings.ts";
import { lockEndpoint, rotateEndpointSecret } from "./store.ts";

/**
 * The maximum number of replaced secrets with which deliveries are still signed, because each secret adds a signature to every delivery.
 */
const MAX_EARLIER_SECRETS = 10;

export interface Rotation {
  readonly businessId: string;
  readonly endpointId: string;
  readonly caller: Caller;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Replaces the secret of an endpoint. Only this response contains the new secret. For 24 hours, deliveries are also signed with
 * the replaced secret, so that the receiver loses no delivery while it changes to the new secret. A replaced secret that was
 * encrypted with a lost DAYBOOK_SECRET is dropped. Throws `not_found` for an unknown endpoint, `forbidden_role` if the caller
 * may not read the events, because the secret allows forging deliveries, and `validation_failed` for the eleventh rotation
 * within 24 hours.
 */
export async function rotateSecret(
  tx: Transaction,
  { encryption, databaseClock }: WebhookSettings,
  { businessId, endpointId, caller, now }: Rotation,
): Promise<WebhookEndpointWithSecretRecord> {
  const aheadMs = databaseClock.aheadMs();
  const [before] = await tx.query(lockEndpoint, { businessId, endpointId, aheadMs });
  if (before === undefined) throw notFound();
  assertMayRead(caller, before.events);
  const earlierSecrets = validSecrets(before.earlier_secrets, before.now).filter(({ encrypted }) =>
    canDecrypt(encryption, encrypted),
  );
  if (earlierSecrets.length >= MAX_EARLIER_SECRETS)
    throw invalid({ path: "", message: `exceeds the limit of ${MAX_EARLIER_SECRETS} rotations in 24 hours` });
  const secret = newSecretText();
  const [after] = await tx.query(rotateEndpointSecret, {
    businessId,
    endpointId,
    secret: encryption.encrypt(secret, SECRET_PURPOSE),
    earlierSecrets,
    replacedSecret: canDecrypt(encryption, before.secret_encrypted) ? before.secret_encrypted : null,
    aheadMs,
    now,
  });
  if (after === undefined) throw new Error("The update of a locked endpoint returned no row.");
  return { ...endpointRecord(after), secret };
}

function canDecrypt(encryption: Encryption, encrypted: string): boolean {
  try {
    encryption.decrypt(encrypted, SECRET_PURPOSE);
    return true;
  } catch {
    // DAYBOOK_SECRET has been replaced. This is not an error, because the endpoint gets a new secret that can be decrypted.
    return false;
  }
}
