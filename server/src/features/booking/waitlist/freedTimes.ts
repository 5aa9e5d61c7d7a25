import { zoneNamed } from "@daybook/engine";
import { atBusiness } from "../../../platform/businessTime.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { matchedAt, REST_MS } from "./answerTimes.ts";
import type { DueRows } from "./dueRows.ts";
import { insertPlanned, listWaitingLocations } from "./freedStore.ts";

const BATCH_SIZE = 500;

/**
 * Replaces each new row of freed time with one row for each location that has waiting or offered entries. A row is due after a
 * delay, or immediately for the time of an ended offer; a row that would be due at night is due at the next 08:00. Drops rows
 * whose time has passed and merges rows for the same time.
 */
export async function planFreedTimes(context: Context, rows: DueRows, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const taken = await context.database.transaction((tx) => planBatch(tx, context, rows));
    if (taken < BATCH_SIZE) return;
  }
}

async function planBatch(tx: Transaction, context: Context, due: DueRows): Promise<number> {
  const rows = await due.takeUnplanned(tx, BATCH_SIZE);
  if (rows.length === 0) return 0;
  const businessIds = [...new Set(rows.map((row) => row.business_id))].sort();
  const locations = await tx.query(listWaitingLocations, { businessIds });
  const planned = new Set<string>();
  for (const row of rows) {
    const now = await atBusiness(context, row.business_id, async () => context.clock.now());
    if (row.ends_at !== null && row.ends_at <= now) continue;
    for (const { business_id, location_id, time_zone } of locations) {
      if (business_id !== row.business_id) continue;
      const { starts_at, ends_at } = row;
      const due_at = matchedAt(zoneNamed(time_zone), now, row.is_offer ? 0 : REST_MS);
      const key = [business_id, location_id, due_at, starts_at, ends_at].join(" ");
      if (planned.has(key)) continue;
      planned.add(key);
      tx.write(insertPlanned, { business_id, location_id, due_at, starts_at, ends_at });
    }
  }
  return rows.length;
}
