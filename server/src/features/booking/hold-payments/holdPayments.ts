import type { Reader } from "../../../platform/database/index.ts";
import { deleteEnded, findHoldPayment, type HoldPaymentRow, listDue } from "./store.ts";

/** Returns the payment of a hold while its status is open; undefined otherwise. */
export async function openPayment(
  reader: Reader,
  businessId: string,
  holdId: string,
): Promise<HoldPaymentRow | undefined> {
  const [row] = await reader.query(findHoldPayment, { business_id: businessId, hold_id: holdId });
  return row?.status === "open" ? row : undefined;
}

const PAGE = 100;
/**
 * The time in milliseconds before the expiry of a hold at which the job first requests the status of the hold's payment from the provider.
 * The visitor may have paid and closed the page, and the webhook may be lost. The job runs four times within this time, so that a single
 * failed request does not prevent the booking.
 */
const AHEAD_MS = 60_000;

/** Returns up to `PAGE` open payments, and payments whose authorisation must be cancelled, of holds that expire soon or have expired. */
export async function duePayments(
  reader: Reader,
  now: number,
): Promise<{ readonly businessId: string; readonly holdId: string }[]> {
  const rows = await reader.query(listDue, { untilAt: now + AHEAD_MS, limit: PAGE });
  return rows.map((row) => ({ businessId: row.business_id, holdId: row.hold_id }));
}

/** Payments of booked and released holds are stored for one day, so that late webhooks of the provider find them. */
const KEPT_MS = 24 * 60 * 60_000;

/** Deletes at most `limit` payments that ended at least a day ago and returns their number. */
export async function deleteEndedPayments(reader: Reader, now: number, limit: number): Promise<number> {
  const [row] = await reader.query(deleteEnded, { beforeAt: now - KEPT_MS, limit });
  return row?.deleted ?? 0;
}
