import { dateOf, dayAt } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { dueOn, renewalAfter } from "./currentState.ts";
import { openEntitlement, walletSettings, writeDue, writeEntry } from "./openEntitlement.ts";
import { type Entitlement, listOfSale, listWithdrawnByRefund, updateEntitlement } from "./store.ts";

export interface FailedRefund {
  readonly saleId: string;
  readonly refundId: string;
  /** Lines that other refunds have refunded in full. Their entitlements remain withdrawn. */
  readonly endedLineIds: ReadonlySet<string>;
  readonly now: number;
}

/**
 * Restores the units that a failed refund had withdrawn, and makes the withdrawn entitlements usable again. If an entitlement has
 * expired since the withdrawal, its restored units expire immediately. A membership renews on the same days as before. The sale
 * must be locked.
 */
export async function restoreWithdrawn(
  tx: Transaction,
  businessId: string,
  { saleId, refundId, endedLineIds, now }: FailedRefund,
): Promise<void> {
  const taken = await tx.query(listWithdrawnByRefund, { businessId, refundId });
  const unitsOf = new Map(taken.map((row) => [row.entitlement_id, row.units]));
  for (const { id } of await tx.query(listOfSale, { businessId, saleId })) {
    const open = await openEntitlement(tx, businessId, id, now);
    if (open === undefined) throw new Error(`Entitlement ${id} was not found.`);
    const delta = unitsOf.get(id) ?? 0;
    const { withdrawn_at, withdrawn_units, sale_line_id } = open.entitlement;
    const isContinued = withdrawn_at !== null && !endedLineIds.has(sale_line_id ?? "");
    if (delta === 0 && !isContinued) continue;
    const days = isContinued ? await daysFrom(tx, businessId, open.entitlement, withdrawn_at) : {};
    const change = { withdrawn_units: withdrawn_units - delta, updated_at: now };
    const entitlement = { ...open.entitlement, ...days, ...change };
    tx.write(updateEntitlement, entitlement);
    const restored = { ...open, entitlement };
    const after = delta > 0 ? writeEntry(tx, restored, { cause: "restore", delta, refundId }, now) : restored;
    writeDue(tx, after, now);
  }
}

/**
 * Returns the columns that make a withdrawn entitlement usable again. The renewal date and the due date are those from the time
 * of the withdrawal.
 */
async function daysFrom(tx: Transaction, businessId: string, entitlement: Entitlement, withdrawnAt: number) {
  const { zone } = await walletSettings(tx, businessId);
  const renewsOn = renewalAfter(entitlement, dateOf(dayAt(zone, withdrawnAt)));
  return { withdrawn_at: null, renews_on: renewsOn, due_on: dueOn(entitlement, renewsOn) };
}
