import type { Reader } from "../../../platform/database/index.ts";
import { deleteEnded, findHoldPayment, type HoldPaymentRow, listDue } from "./store.ts";

/** Returns the payment of a hold if its visitor can still pay or has paid; undefined otherwise. */
export async function openPayment(
  reader: Reader,
  businessId: string,
  holdId: string,
): Promise<HoldPaymentRow | undefined> {
  const [row] = await reader.query(findHoldPayment, { business_id: businessId, hold_id: holdId });
  return row?.status === "open" ? row : undefined;
}

const PAGE = 100;

/** Returns payments whose hold has expired, and those whose authorisation must be cancelled. */
export async function duePayments(
  reader: Reader,
  now: number,
): Promise<{ readonly businessId: string; readonly holdId: string }[]> {
  const rows = await reader.query(listDue, { now, limit: PAGE });
  return rows.map((row) => ({ businessId: row.business_id, holdId: row.hold_id }));
}

/** Booked and released holds are kept for a day, so that late webhooks of the provider find them. */
const KEPT_MS = 24 * 60 * 60_000;

/** Deletes at most `limit` rows that ended a day ago, and returns how many. */
export async function deleteEndedPayments(reader: Reader, now: number, limit: number): Promise<number> {
  const [row] = await reader.query(deleteEnded, { beforeAt: now - KEPT_MS, limit });
  return row?.deleted ?? 0;
}
