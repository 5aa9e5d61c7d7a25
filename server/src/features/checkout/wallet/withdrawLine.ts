import type { Transaction } from "../../../platform/database/index.ts";
import { type OpenEntitlement, openEntitlement, writeEntry } from "./openEntitlement.ts";
import { findExpired, listOfLine, updateEntitlement } from "./store.ts";

/** A prepaid line whose price a refund returns in part or in full. The sale of the line is completed. */
export interface RefundedLine {
  readonly saleId: string;
  readonly saleLineId: string;
  readonly refundId: string;
  /** The price of the line after its discounts, in minor units. */
  readonly lineMinor: number;
  /** The sum of the line's refunds in minor units, including this one. */
  readonly refundedMinor: number;
  readonly now: number;
}

/**
 * Withdraws the units whose price a refund of a prepaid line returns: ceil(total × refunded ÷ line total), minus the units that earlier
 * refunds have withdrawn or that have expired. Withdraws the units from the entitlements with the highest balances first. For a membership,
 * the share applies to the credits of each period: the membership renews with fewer credits, and does not renew after a full refund. If too
 * few units are unused, writes nothing and returns the number of missing units; otherwise returns 0. The sale must be locked.
 */
export async function withdrawLine(
  tx: Transaction,
  businessId: string,
  { saleId, saleLineId, refundId, lineMinor, refundedMinor, now }: RefundedLine,
): Promise<number> {
  const line = { businessId, saleId, saleLineId };
  const opened: OpenEntitlement[] = [];
  for (const { id } of await tx.query(listOfLine, line)) {
    const open = await openEntitlement(tx, businessId, id, now);
    if (open !== undefined) opened.push(open);
  }
  const [expired] = await tx.query(findExpired, line);
  const sum = (part: (open: OpenEntitlement) => number) => opened.reduce((all, open) => all + part(open), 0);
  const gone = sum(({ entitlement }) => entitlement.withdrawn_units) + (expired?.units ?? 0);
  const share = shareUp(
    sum(({ entitlement }) => entitlement.total),
    refundedMinor,
    lineMinor,
  );
  let due = Math.max(0, share - gone);
  const unused = sum(({ balance }) => balance);
  if (due > unused) return due - unused;
  for (const open of opened.toSorted((one, other) => other.balance - one.balance)) {
    const { entitlement } = open;
    const isEnding = refundedMinor === lineMinor && entitlement.kind === "membership";
    const units = isEnding ? open.balance : Math.min(due, open.balance);
    due -= units;
    if (units === 0 && !isEnding) continue;
    tx.write(updateEntitlement, {
      ...entitlement,
      ...(isEnding ? { withdrawn_at: now, renews_on: null, due_on: null } : {}),
      withdrawn_units: entitlement.withdrawn_units + units,
      updated_at: now,
    });
    if (units > 0) writeEntry(tx, open, { cause: "withdraw", delta: -units, refundId }, now);
  }
  return 0;
}

/**
 * Computes ceil(units × part ÷ whole). Uses BigInt because the product can exceed the integers that a double represents exactly.
 */
function shareUp(units: number, part: number, whole: number): number {
  if (whole === 0) return 0;
  const [all, of] = [BigInt(units) * BigInt(part), BigInt(whole)];
  return Number((all + of - 1n) / of);
}
