import { utcOrNull, utcText } from "@daybook/engine";
import { invalid, notFound } from "../../../kernel/errors.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { TestClockRecord } from "./schema.ts";
import { findClock, insertTestClock, lockClock, startAdvance } from "./store.ts";

const MAX_ADVANCE_YEARS = 2;
/** The latest instant of a test clock, because the API rejects later times of appointments. */
const LAST_AT = Date.UTC(2190, 0, 1);

/** Makes a new business a sandbox. */
export function addTestClock(tx: Transaction, businessId: string, now: number): void {
  tx.write(insertTestClock, { business_id: businessId, created_at: now, updated_at: now });
}

/** Returns the test clock of a business. Throws `not_found` for a business that is not a sandbox. */
export async function readTestClock(
  reader: Reader,
  businessId: string,
  now: number,
): Promise<TestClockRecord> {
  const [row] = await reader.query(findClock, { business_id: businessId });
  if (row === undefined) throw notFound();
  return recordOf(row, now);
}

/**
 * Requests an advance of the test clock to `to`. A worker performs the advance. Throws `not_found` for a business that is not a sandbox.
 * Throws `validation_failed` while the clock is advancing, and for an instant that is too far ahead or not after the sandbox's
 * time.
 */
export async function advanceTestClock(
  tx: Transaction,
  businessId: string,
  to: number,
  now: number,
): Promise<TestClockRecord> {
  const [row] = await tx.query(lockClock, { business_id: businessId });
  if (row === undefined) throw notFound();
  if (row.target_at !== null)
    throw invalid({
      path: "",
      message: "is not accepted while the clock is advancing: wait for the status `ready`",
    });
  const maxAt = Math.min(yearsLater(now, MAX_ADVANCE_YEARS), LAST_AT);
  if (to <= now)
    throw invalid({ path: "/to", message: `must be after the current time of the sandbox, ${utcText(now)}` });
  if (to > maxAt) throw invalid({ path: "/to", message: `must not be after ${utcText(maxAt)}` });
  tx.write(startAdvance, { businessId, targetAt: to, now });
  return recordOf({ clock_at: now, target_at: to }, now);
}

function yearsLater(at: number, years: number): number {
  const date = new Date(at);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

function recordOf(
  { clock_at, target_at }: { readonly clock_at: number | null; readonly target_at: number | null },
  now: number,
): TestClockRecord {
  return {
    status: target_at === null ? "ready" : "advancing",
    now: utcText(Math.max(clock_at ?? now, now)),
    advancing_to: utcOrNull(target_at),
  };
}
