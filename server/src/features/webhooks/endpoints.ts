import { notFound } from "../../kernel/errors.ts";
import type { Reader, Transaction } from "../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../platform/http/cursor.ts";
import { endpointRecord } from "./endpointRecord.ts";
import type { WebhookEndpointRecord } from "./schema.ts";
import { deleteEndpoint, findEndpoint, listEndpoints } from "./store.ts";

/** Returns a page of the endpoints of a business, newest first (contract §8). */
export async function endpointPage(
  reader: Reader,
  businessId: string,
  query: { readonly limit?: number; readonly cursor?: string },
): Promise<{ items: WebhookEndpointRecord[]; next_cursor: string | null }> {
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "webhooks", businessId };
  const [afterAt, afterId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? [null, null];
  const rows = await reader.query(listEndpoints, { businessId, afterAt, afterId, limit: limit + 1 });
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], endpointRecord);
}

export async function readEndpoint(
  reader: Reader,
  businessId: string,
  endpointId: string,
): Promise<WebhookEndpointRecord> {
  const [row] = await reader.query(findEndpoint, { businessId, endpointId });
  if (row === undefined) throw notFound();
  return endpointRecord(row);
}

/**
 * Deletes an endpoint and its log. No delivery is sent to the endpoint after the commit. A delivery in flight may still arrive, but its
 * result is not recorded. Throws `not_found` for an unknown endpoint.
 */
export async function unsubscribe(
  tx: Transaction,
  businessId: string,
  endpointId: string,
): Promise<{ id: string; deleted: true }> {
  const [removed] = await tx.query(deleteEndpoint, { businessId, endpointId });
  if (removed === undefined) throw notFound();
  return { id: removed.id, deleted: true };
}
