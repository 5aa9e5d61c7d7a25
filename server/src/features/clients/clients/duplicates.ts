import { invalid } from "../../../kernel/errors.ts";
import type { Reader, RowOf } from "../../../platform/database/index.ts";
import { clientRecords } from "./clientRecord.ts";
import { type duplicateColumns, findDuplicates } from "./duplicateStore.ts";
import type { DuplicatesRecord } from "./schema.ts";
import { findClient } from "./store.ts";

const MAX_DUPLICATES = 20;

const REASONS = ["phone", "email", "name"] as const;

/**
 * Returns the likely duplicates of a client, with the matching contacts or name as reasons. Throws `validation_failed` for an
 * unknown or deleted client.
 */
export async function listDuplicates(
  reader: Reader,
  businessId: string,
  clientId: string,
  now: number,
): Promise<DuplicatesRecord> {
  const key = { businessId, clientId };
  const [[client], rows] = await Promise.all([
    reader.query(findClient, key),
    reader.query(findDuplicates, { ...key, limit: MAX_DUPLICATES }),
  ]);
  if (client === undefined)
    throw invalid({ path: "/client_id", message: "is not a client of this business" });
  const records = await clientRecords(reader, businessId, rows, now);
  return {
    items: records.map((record, index) => ({ client: record, reasons: reasonsOf(rows[index]) })),
  };
}

function reasonsOf(row: RowOf<typeof duplicateColumns> | undefined): (typeof REASONS)[number][] {
  return REASONS.filter((reason) => row?.[`same_${reason}`]);
}
