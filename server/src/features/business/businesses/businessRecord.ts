import { utcText } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader, RowOf, Transaction } from "../../../platform/database/index.ts";
import type { BusinessRecord } from "./schema.ts";
import {
  type businessColumns,
  findBusiness,
  findIdBySlugOrId,
  findPublishedLocation,
  lockBusinessRow,
} from "./store.ts";

/** Reads the API record of a business (contract §3). Throws `not_found` for an unknown business. */
export async function businessRecord(reader: Reader, businessId: string): Promise<BusinessRecord> {
  const [row] = await reader.query(findBusiness, { id: businessId });
  if (row === undefined) throw notFound();
  return recordOf(row);
}

/** Returns the id of the business with this slug or id, or null if no business has it. */
export async function findBusinessId(reader: Reader, slugOrId: string): Promise<string | null> {
  const [found] = await reader.query(findIdBySlugOrId, { slugOrId });
  return found?.id ?? null;
}

/**
 * Locks the business's row, which serializes changes of its memberships: two owners who remove each other concurrently cannot both succeed.
 * Returns undefined for an unknown business.
 */
export async function lockBusiness(
  tx: Transaction,
  businessId: string,
): Promise<{ readonly name: string } | undefined> {
  const [business] = await tx.query(lockBusinessRow, { id: businessId });
  return business;
}

/** Returns the record with the URL of the business's booking page, if at least one location is published. */
export async function withBookingUrl(
  reader: Reader,
  business: BusinessRecord,
  address: string,
): Promise<BusinessRecord> {
  const [published] = await reader.query(findPublishedLocation, { businessId: business.id });
  return {
    ...business,
    online_booking_url: published === undefined ? null : `${address}/b/${business.slug}`,
  };
}

/** Converts a row to the API record, without the address of the booking page. */
function recordOf(row: RowOf<typeof businessColumns>): BusinessRecord {
  return {
    ...row,
    online_booking_url: null,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
