import { invalid, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Sealer } from "../../platform/encryption.ts";
import { pauseRelay } from "../../platform/outbox/relay.ts";
import { endpointRecord } from "./endpointRecord.ts";
import { newSecretText, SECRET_PURPOSE } from "./endpointSecret.ts";
import { EVENT_TYPES } from "./permission.ts";
import { MAX_ENDPOINTS, type WebhookEndpointInput, type WebhookEndpointWithSecretRecord } from "./schema.ts";
import { countEndpoints, insertEndpoint, lockBusiness } from "./store.ts";

export interface Subscription {
  readonly businessId: string;
  /** Its URL and the right to its events were checked. */
  readonly input: WebhookEndpointInput;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Subscribes a URL: every event that gets its sequence after the commit is sent there; those before it can be read. Events named twice count once,
 * and are kept in the order of the spec. The secret is in the answer, and from then on nowhere but sealed. Throws
 * `validation_failed` when the business has as many endpoints as it may.
 */
export async function subscribe(
  tx: Transaction,
  sealer: Sealer,
  { businessId, input, now }: Subscription,
): Promise<WebhookEndpointWithSecretRecord> {
  const [business] = await tx.query(lockBusiness, [businessId]);
  if (business === undefined) throw notFound();
  const [there] = await tx.query(countEndpoints, [businessId]);
  if ((there?.endpoint_count ?? 0) >= MAX_ENDPOINTS)
    throw invalid({
      path: "",
      message: `is one too many: a business has at most ${MAX_ENDPOINTS} endpoints`,
    });
  await pauseRelay(tx);
  const secret = newSecretText();
  const [row] = await tx.query(insertEndpoint, [
    businessId,
    newId(),
    input.url,
    EVENT_TYPES.filter((type) => input.events.includes(type)),
    input.source ?? "manual",
    sealer.seal(secret, SECRET_PURPOSE),
    new Date(now),
  ]);
  if (row === undefined) throw new Error("The new endpoint's row did not come back.");
  return { ...endpointRecord(row), secret };
}
