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

export interface Asked {
  readonly businessId: string;
  readonly endpointId: string;
  readonly caller: Caller;
}

/**
 * Sends a test, which tells of nothing: one attempt, also to an endpoint that is disabled. Its failure is in the log
 * and counts for nothing else. Throws `not_found` and `forbidden_role`.
 */
export async function sendTest(
  tx: Transaction,
  databaseClock: DatabaseClock,
  asked: Asked,
): Promise<WebhookDeliveryRecord> {
  await lockForSending(tx, asked);
  return send(tx, databaseClock, asked, { kind: "test", eventId: null, eventType: "test" });
}

/**
 * Sends what a delivery sent once more: a delivery of its own, with all its attempts, also to an endpoint that is
 * disabled. A test is sent again as another test. Throws `not_found` and `forbidden_role`.
 */
export async function redeliver(
  tx: Transaction,
  databaseClock: DatabaseClock,
  asked: Asked & { readonly deliveryId: string },
): Promise<WebhookDeliveryRecord> {
  const { businessId, endpointId, deliveryId } = asked;
  const [, [earlier]] = await Promise.all([
    lockForSending(tx, asked),
    tx.query(findDelivery, [businessId, endpointId, deliveryId]),
  ]);
  if (earlier === undefined) throw notFound();
  const kind = earlier.event_id === null ? "test" : "redelivery";
  return send(tx, databaseClock, asked, {
    kind,
    eventId: earlier.event_id,
    eventType: earlier.event_type,
  });
}

async function lockForSending(tx: Transaction, { businessId, endpointId, caller }: Asked): Promise<void> {
  const [endpoint] = await tx.query(lockEndpoint, [businessId, endpointId]);
  if (endpoint === undefined) throw notFound();
  assertMayRead(caller, endpoint.events);
}

async function send(
  tx: Transaction,
  databaseClock: DatabaseClock,
  { businessId, endpointId }: Asked,
  what: { readonly kind: "test" | "redelivery"; readonly eventId: string | null; readonly eventType: string },
): Promise<WebhookDeliveryRecord> {
  const [row] = await tx.query(insertDelivery, [
    businessId,
    newId(),
    endpointId,
    what.kind,
    what.eventId,
    what.eventType,
    databaseClock.aheadMs(),
  ]);
  if (row === undefined) throw new Error("The new delivery's row did not come back.");
  await refreshNextDue(tx, businessId, endpointId);
  return deliveryRecord(row);
}
