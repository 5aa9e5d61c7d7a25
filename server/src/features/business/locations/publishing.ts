import { utcOrNull } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { PublishingRecord } from "./schema.ts";
import { findPublishedAt, setPublishedAt } from "./store.ts";

/** Reads whether clients can book online at a location, and the time of publication. Throws `not_found` for an unknown location. */
export async function publishingRecord(
  reader: Reader,
  businessId: string,
  locationId: string,
): Promise<PublishingRecord> {
  const [row] = await reader.query(findPublishedAt, { businessId, id: locationId });
  if (row === undefined) throw notFound();
  return recordOf(locationId, row.published_at);
}

/**
 * Enables or disables online booking at a location. Staff can book in both cases. Publishing a published location keeps its `published_at`.
 * Throws `not_found` for an unknown location.
 */
export async function replacePublishing(
  tx: Transaction,
  businessId: string,
  locationId: string,
  { isPublished, now }: { readonly isPublished: boolean; readonly now: number },
): Promise<PublishingRecord> {
  const [row] = await tx.query(setPublishedAt, { businessId, id: locationId, isPublished, now });
  if (row === undefined) throw notFound();
  return recordOf(locationId, row.published_at);
}

function recordOf(locationId: string, publishedAt: number | null): PublishingRecord {
  return {
    location_id: locationId,
    published: publishedAt !== null,
    published_at: utcOrNull(publishedAt),
  };
}
