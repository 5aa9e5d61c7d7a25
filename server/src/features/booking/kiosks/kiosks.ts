import { utcOrNull, utcText } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import type { KioskRecord } from "./schema.ts";
import { deleteKiosk, findLocation, type KioskRow, listKiosks, renameKiosk } from "./store.ts";

export function kioskRecord(row: KioskRow): KioskRecord {
  const { id, location_id, name, last_seen_at, created_at, updated_at } = row;
  return {
    id,
    location_id,
    name,
    last_seen_at: utcOrNull(last_seen_at),
    created_at: utcText(created_at),
    updated_at: utcText(updated_at),
  };
}

/** Lists the kiosks of a location, newest first. Throws `not_found` for an unknown location. */
export async function listPairedKiosks(
  reader: Reader,
  businessId: string,
  locationId: string,
  { limit = PAGE_SIZE, cursor }: { readonly limit?: number; readonly cursor?: string } = {},
): Promise<{ items: KioskRecord[]; next_cursor: string | null }> {
  const [location] = await reader.query(findLocation, { businessId, locationId });
  if (location === undefined) throw notFound();
  const listing = { list: "kiosks", businessId, locationId };
  const [afterAt, afterId] = keyOfCursor(listing, cursor, ["instant", "id"]) ?? [null, null];
  const rows = await reader.query(listKiosks, { businessId, locationId, afterAt, afterId, limit: limit + 1 });
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], kioskRecord);
}

interface KioskKey {
  readonly businessId: string;
  readonly locationId: string;
  readonly id: string;
}

/** Renames a kiosk. Throws `not_found` for an unknown kiosk. */
export async function updateKiosk(
  tx: Transaction,
  key: KioskKey,
  { name, now }: { readonly name: string | undefined; readonly now: number },
): Promise<KioskRecord> {
  const [row] = await tx.query(renameKiosk, { ...key, name: name?.trim() ?? null, now });
  if (row === undefined) throw notFound();
  return kioskRecord(row);
}

/** Revokes a kiosk, so that the token in its cookie becomes invalid. Throws `not_found` for an unknown kiosk. */
export async function revokeKiosk(tx: Transaction, key: KioskKey): Promise<{ id: string; deleted: true }> {
  const [row] = await tx.query(deleteKiosk, key);
  if (row === undefined) throw notFound();
  return { id: row.id, deleted: true };
}
