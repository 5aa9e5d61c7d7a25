import { localText, utcOrNull, utcText, zoneNamed } from "@daybook/engine";
import type { OwnOnly } from "../../../../kernel/caller.ts";
import { notFound } from "../../../../kernel/errors.ts";
import { moneyOf } from "../../../../kernel/money.ts";
import type { Reader } from "../../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../../platform/http/cursor.ts";
import { feeUnder } from "../../../business/policies/index.ts";
import { type DepositRow, findDeposit, listDeposits } from "./depositStore.ts";
import type { DepositListing, DepositRecord } from "./schema.ts";

/**
 * Returns the balance of a deposit: the amount minus the part that was kept as a fee and the part that was refunded, in minor units.
 * Returns 0 for a pending or failed deposit, and for a deposit that is a payment of a sale.
 */
export function balanceMinor(row: DepositRow): number {
  if (row.sale_id !== null || row.status === "pending" || row.status === "failed") return 0;
  return row.amount - row.refunded_amount - row.refunding_amount - row.kept_amount;
}

/**
 * Returns the fee that the business may keep from a deposit, in minor units, under the policy that the client accepted at booking. The fee
 * applies to a no-show or a cancellation inside the policy's window, and is at most the balance. Returns null unless the appointment was
 * cancelled, declined or missed.
 */
export function feeMinor(row: DepositRow): number | null {
  const { appointment_status: status, policy } = row;
  if (status !== "cancelled" && status !== "declined" && status !== "no_show") return null;
  if (status === "declined" || policy === null) return 0;
  const charged = {
    startsAt: row.appointment_starts_at,
    cancelledAt: row.appointment_cancelled_at,
    totalMinor: row.prices_amount,
  };
  const fee = feeUnder(policy, status === "no_show" ? "no_show" : "late_cancel", charged) ?? 0;
  return Math.min(fee, balanceMinor(row));
}

export function depositRecord(row: DepositRow): DepositRecord {
  const money = (amount: number) => moneyOf(amount, row.currency);
  const fee = feeMinor(row);
  return {
    id: row.payment_id,
    appointment_id: row.appointment_id,
    appointment_status: row.appointment_status,
    appointment_starts_at: localText(zoneNamed(row.time_zone), row.appointment_starts_at),
    time_zone: row.time_zone,
    location_id: row.location_id,
    client:
      row.client_id === null
        ? null
        : { id: row.client_id, first_name: row.first_name ?? "", last_name: row.last_name },
    sale_id: row.sale_id,
    method: row.method === "cash" || row.method === "external" ? row.method : "card",
    status: row.status,
    settles_at: utcOrNull(row.settle_at),
    amount: money(row.amount),
    kept: money(row.kept_amount),
    refunded: money(row.refunded_amount + row.refunding_amount),
    balance: money(balanceMinor(row)),
    fee: fee === null ? null : money(fee),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}

/**
 * Reads the row of a deposit. Throws `not_found` for an unknown deposit and for a deposit that the `own` restriction hides from the caller.
 */
export async function readDeposit(
  reader: Reader,
  businessId: string,
  paymentId: string,
  own: OwnOnly | null = null,
): Promise<DepositRow> {
  const [row] = await reader.query(findDeposit, { businessId, paymentId, ownStaffId: own?.staffId ?? null });
  if (row === undefined) throw notFound();
  return row;
}

/** Returns a page of deposits, newest first. Throws `validation_failed` for a cursor of another list. */
export async function depositPage(
  reader: Reader,
  businessId: string,
  listing: DepositListing,
  own: OwnOnly | null,
): Promise<{ items: DepositRecord[]; next_cursor: string | null }> {
  const { appointment_id, location_id, status, limit = PAGE_SIZE, cursor } = listing;
  const filters = { ...listing, list: "deposits", businessId };
  const [beforeAt, beforeId] = keyOfCursor(filters, cursor, ["instant", "id"]) ?? [null, null];
  const rows = await reader.query(listDeposits, {
    businessId,
    appointmentId: appointment_id ?? null,
    locationId: location_id ?? null,
    statuses: status ?? null,
    ownStaffId: own?.staffId ?? null,
    beforeAt,
    beforeId,
    limit: limit + 1,
  });
  return pageOf(filters, rows, limit, (row) => [row.created_at, row.payment_id], depositRecord);
}
