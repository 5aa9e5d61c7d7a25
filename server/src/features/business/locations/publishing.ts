import { utcOrNull } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { PublishingRecord } from "./schema.ts";
import { findPublishedAt, setPublishedAt } from "./store.ts";

/** Whether clients can book at a place themselves, and since when. Throws `not_found`. */
export async function publishingOf(
  reader: Reader,
  businessId: string,
  locationId: string,
): Promise<PublishingRecord> {
  const [row] = await reader.query(findPublishedAt, [businessId, locationId]);
  if (row === undefined) throw notFound();
  return recordOf(locationId, row.published_at);
}

/**
 * Opens a place to clients who book themselves, or closes it to them; the team books there all the same. One that is
 * published stays so since then. Throws `not_found`.
 */
export async function publish(
  tx: Transaction,
  businessId: string,
  locationId: string,
  { published, now }: { readonly published: boolean; readonly now: number },
): Promise<PublishingRecord> {
  const [row] = await tx.query(setPublishedAt, [businessId, locationId, published, new Date(now)]);
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
