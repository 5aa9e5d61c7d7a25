import { invalid, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Encryption } from "../../platform/encryption.ts";
import { pauseRelay } from "../../platform/outbox/relay.ts";
import { endpointRecord } from "./endpointRecord.ts";
import { newSecretText, SECRET_PURPOSE } from "./endpointSecret.ts";
import { EVENT_TYPES } from "./permission.ts";
import { MAX_ENDPOINTS, type WebhookEndpointInput, type WebhookEndpointWithSecretRecord } from "./schema.ts";
import { countEndpoints, insertEndpoint, lockBusiness } from "./store.ts";

export interface Subscription {
  readonly businessId: string;
  /** The input of the request. The route has checked the URL and the scopes of the events. */
  readonly input: WebhookEndpointInput;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Creates an endpoint. The endpoint receives events that get their sequence number after the commit; clients can read earlier events from
 * the list of events. Removes duplicate event types and stores the types in the order of the spec. The response contains the secret, which
 * is stored encrypted. Throws `validation_failed` when the business has the maximum number of endpoints.
 */
export async function subscribe(
  tx: Transaction,
  encryption: Encryption,
  { businessId, input, now }: Subscription,
): Promise<WebhookEndpointWithSecretRecord> {
  const [business] = await tx.query(lockBusiness, { businessId });
  if (business === undefined) throw notFound();
  const [existing] = await tx.query(countEndpoints, { businessId });
  if ((existing?.endpoint_count ?? 0) >= MAX_ENDPOINTS)
    throw invalid({
      path: "",
      message: `exceeds the limit of ${MAX_ENDPOINTS} endpoints per business`,
    });
  await pauseRelay(tx);
  const secret = newSecretText();
  const [row] = await tx.query(insertEndpoint, {
    business_id: businessId,
    id: newId(),
    url: input.url,
    events: EVENT_TYPES.filter((type) => input.events.includes(type)),
    source: input.source ?? "manual",
    status: "enabled",
    secret_encrypted: encryption.encrypt(secret, SECRET_PURPOSE),
    created_at: now,
    updated_at: now,
  });
  if (row === undefined) throw new Error("The insert of a webhook endpoint returned no row.");
  return { ...endpointRecord(row), secret };
}
