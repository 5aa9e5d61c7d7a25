import { notFound } from "../../kernel/errors.ts";
import type { Reader, Transaction } from "../../platform/database/index.ts";
import { keysOfCursor, PAGE_SIZE, pageOf } from "../../platform/http/cursor.ts";
import { endpointRecord } from "./endpointRecord.ts";
import type { WebhookEndpointRecord } from "./schema.ts";
import { deleteEndpoint, findEndpoint, listEndpoints } from "./store.ts";

/** The endpoints of a business, newest first (contract §8). */
export async function endpointPage(
  reader: Reader,
  businessId: string,
  query: { readonly limit?: number; readonly cursor?: string },
): Promise<{ items: WebhookEndpointRecord[]; next_cursor: string | null }> {
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "webhooks", businessId };
  const after = keysOfCursor(listing, query.cursor);
  const rows = await reader.query(listEndpoints, [businessId, ...after, limit + 1]);
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], endpointRecord);
}

/** One endpoint. Throws `not_found`. */
export async function readEndpoint(
  reader: Reader,
  businessId: string,
  endpointId: string,
): Promise<WebhookEndpointRecord> {
  const [row] = await reader.query(findEndpoint, [businessId, endpointId]);
  if (row === undefined) throw notFound();
  return endpointRecord(row);
}

/**
 * Removes an endpoint and its log. From the commit on nothing more is sent there; what is being sent at that moment may
 * still arrive, but its result is written nowhere. Throws `not_found`.
 */
export async function unsubscribe(
  tx: Transaction,
  businessId: string,
  endpointId: string,
): Promise<{ id: string; deleted: true }> {
  const [removed] = await tx.query(deleteEndpoint, [businessId, endpointId]);
  if (removed === undefined) throw notFound();
  return { id: removed.id, deleted: true };
}
