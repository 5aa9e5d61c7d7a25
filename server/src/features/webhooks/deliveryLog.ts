import type { Caller } from "../../kernel/caller.ts";
import type { Reader } from "../../platform/database/index.ts";
import { keysOfCursor, PAGE_SIZE, pageOf } from "../../platform/http/cursor.ts";
import { deliveryRecord } from "./deliveryRecord.ts";
import { readEndpoint } from "./endpoints.ts";
import { assertMayRead } from "./permission.ts";
import type { DeliveryListing, WebhookDeliveryRecord } from "./schema.ts";
import { listDeliveries } from "./store.ts";

/** The log of an endpoint, newest first; entries leave it after 30 days. Throws `not_found` and `forbidden_role`. */
export async function deliveryPage(
  reader: Reader,
  endpoint: { readonly businessId: string; readonly endpointId: string; readonly caller: Caller },
  query: DeliveryListing,
): Promise<{ items: WebhookDeliveryRecord[]; next_cursor: string | null }> {
  const { businessId, endpointId, caller } = endpoint;
  assertMayRead(caller, (await readEndpoint(reader, businessId, endpointId)).events);
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "webhook_deliveries", endpointId };
  const after = keysOfCursor(listing, query.cursor);
  const { status = null, event_type = null, kind = null } = query;
  const filters = [status, event_type, kind];
  const rows = await reader.query(listDeliveries, [businessId, endpointId, ...filters, ...after, limit + 1]);
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], deliveryRecord);
}
