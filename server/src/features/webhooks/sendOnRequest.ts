import type { Caller } from "../../kernel/caller.ts";
import type { DatabaseClock } from "../../kernel/clock.ts";
import { notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { refreshNextDue } from "./delivery/nextDue.ts";
import { deliveryRecord } from "./deliveryRecord.ts";
import { assertMayRead } from "./permission.ts";
import type { WebhookDeliveryRecord } from "./schema.ts";
import { findDelivery, insertDelivery, lockEndpoint } from "./store.ts";

export interface SendRequest {
  readonly businessId: string;
  readonly endpointId: string;
  readonly caller: Caller;
}

/**
 * Queues a test, even if the endpoint is disabled. A test belongs to no event and has one attempt. A failure only appears in
 * the delivery log. Throws `not_found` for an unknown endpoint, and `forbidden_role` if the caller may not read the endpoint's
 * events.
 */
export async function sendTest(
  tx: Transaction,
  databaseClock: DatabaseClock,
  request: SendRequest,
): Promise<WebhookDeliveryRecord> {
  await lockForSending(tx, databaseClock, request);
  return send(tx, databaseClock, request, { kind: "test", event_id: null, event_type: "test" });
}

/**
 * Queues a new delivery of the same event with the full number of attempts, even if the endpoint is disabled. For a test, queues a new
 * test. Throws `not_found` for an unknown delivery, and `forbidden_role` if the caller may not read the event.
 */
export async function redeliver(
  tx: Transaction,
  databaseClock: DatabaseClock,
  request: SendRequest & { readonly deliveryId: string },
): Promise<WebhookDeliveryRecord> {
  const { businessId, endpointId, deliveryId } = request;
  const [, [earlier]] = await Promise.all([
    lockForSending(tx, databaseClock, request),
    tx.query(findDelivery, { businessId, endpointId, deliveryId }),
  ]);
  if (earlier === undefined) throw notFound();
  const kind = earlier.event_id === null ? "test" : "redelivery";
  return send(tx, databaseClock, request, { kind, ...earlier });
}

async function lockForSending(
  tx: Transaction,
  databaseClock: DatabaseClock,
  { businessId, endpointId, caller }: SendRequest,
): Promise<void> {
  const [endpoint] = await tx.query(lockEndpoint, {
    businessId,
    endpointId,
    aheadMs: databaseClock.aheadMs(),
  });
  if (endpoint === undefined) throw notFound();
  assertMayRead(caller, endpoint.events);
}

async function send(
  tx: Transaction,
  databaseClock: DatabaseClock,
  { businessId, endpointId }: SendRequest,
  sent: {
    readonly kind: "test" | "redelivery";
    readonly event_id: string | null;
    readonly event_type: string;
  },
): Promise<WebhookDeliveryRecord> {
  const [row] = await tx.query(insertDelivery, {
    business_id: businessId,
    id: newId(),
    endpoint_id: endpointId,
    ...sent,
    aheadMs: databaseClock.aheadMs(),
  });
  if (row === undefined) throw new Error("The insert of a webhook delivery returned no row.");
  await refreshNextDue(tx, businessId, endpointId);
  return deliveryRecord(row);
}
