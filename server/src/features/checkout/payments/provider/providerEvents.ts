import type { Reader } from "../../../../platform/database/index.ts";
import { deleteOldEvents, findEvent, insertEvent } from "./eventStore.ts";
import type { PaymentProvider, ProviderEvent } from "./provider.ts";

export async function wasHandled(
  reader: Reader,
  businessId: string,
  provider: PaymentProvider,
  event: ProviderEvent,
): Promise<boolean> {
  const found = await reader.query(findEvent, {
    businessId,
    provider: provider.name,
    eventId: event.id,
  });
  return found.length > 0;
}

export async function markHandled(
  reader: Reader,
  businessId: string,
  provider: PaymentProvider,
  event: ProviderEvent,
  now: number,
): Promise<void> {
  await reader.query(insertEvent, {
    business_id: businessId,
    provider: provider.name,
    event_id: event.id,
    received_at: now,
  });
}

/** The time in milliseconds for which handled events are kept. Providers repeat an event for only a few days. */
const RETENTION_MS = 30 * 86_400_000;

/** Deletes at most `limit` old events and returns the number of deleted events. */
export async function deleteHandledEvents(reader: Reader, now: number, limit: number): Promise<number> {
  const [row] = await reader.query(deleteOldEvents, { beforeAt: now - RETENTION_MS, limit });
  return row?.deleted ?? 0;
}
