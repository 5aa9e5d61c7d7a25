import type { Caller } from "../../kernel/caller.ts";
import { notFound } from "../../kernel/errors.ts";
import type { Reader } from "../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../platform/http/cursor.ts";
import { deliveryDetails, deliveryRecord } from "./deliveryRecord.ts";
import { readEndpoint } from "./endpoints.ts";
import { assertMayRead } from "./permission.ts";
import type { DeliveryListing, WebhookDeliveryDetailsRecord, WebhookDeliveryRecord } from "./schema.ts";
import { findDeliveryDetails, listDeliveries } from "./store.ts";

/**
 * Returns a page of the delivery log of an endpoint, newest first. Entries are deleted after 30 days. Throws `not_found` for an
 * unknown endpoint, `forbidden_role` if the caller may not read the endpoint's events, and `validation_failed` for a cursor of
 * another list.
 */
export async function deliveryPage(
  reader: Reader,
  endpoint: { readonly businessId: string; readonly endpointId: string; readonly caller: Caller },
  query: DeliveryListing,
): Promise<{ items: WebhookDeliveryRecord[]; next_cursor: string | null }> {
  const { businessId, endpointId, caller } = endpoint;
  assertMayRead(caller, (await readEndpoint(reader, businessId, endpointId)).events);
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "webhook_deliveries", endpointId };
  const [afterAt, afterId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? [null, null];
  const { status = null, event_type: eventType = null, kind = null } = query;
  const filters = { status, eventType, kind };
  const rows = await reader.query(listDeliveries, {
    businessId,
    endpointId,
    ...filters,
    afterAt,
    afterId,
    limit: limit + 1,
  });
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], deliveryRecord);
}

/**
 * Returns a delivery with its request and response bodies. Throws `not_found` for an unknown delivery, and `forbidden_role` if the caller
 * may not read the event.
 */
export async function readDelivery(
  reader: Reader,
  delivery: {
    readonly businessId: string;
    readonly endpointId: string;
    readonly deliveryId: string;
    readonly caller: Caller;
  },
): Promise<WebhookDeliveryDetailsRecord> {
  const { businessId, endpointId, deliveryId, caller } = delivery;
  assertMayRead(caller, (await readEndpoint(reader, businessId, endpointId)).events);
  const [row] = await reader.query(findDeliveryDetails, { businessId, endpointId, deliveryId });
  if (row === undefined) throw notFound();
  // The endpoint may have subscribed to different events when this event was queued.
  assertMayRead(caller, [row.event_type]);
  return deliveryDetails(businessId, row);
}
