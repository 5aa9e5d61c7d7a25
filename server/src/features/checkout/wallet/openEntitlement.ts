import { dateOf, dayAt, type Zone, zoneNamed } from "@daybook/engine";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { stateOn } from "./currentState.ts";
import {
  type Entitlement,
  type EntryRow,
  findLastEntry,
  insertEntry,
  lockEntitlement,
  updateEntitlement,
} from "./store.ts";

/** A locked entitlement with the balance and number of its last ledger entry. */
export interface OpenEntitlement {
  readonly entitlement: Entitlement;
  readonly balance: number;
  readonly number: number;
  /** The current local day of the business, `YYYY-MM-DD`. */
  readonly today: string;
}

export interface Entry {
  readonly cause: Exclude<EntryRow["cause"], "issue">;
  readonly delta: number;
  readonly paymentId?: string;
  readonly refundId?: string;
  readonly reason?: string;
}

/**
 * Locks an entitlement and reads its balance in a later statement, which sees all entries that were committed before the lock was acquired.
 * Then writes the expiry and renewal that are due by today. Returns undefined for an unknown entitlement.
 */
export async function openEntitlement(
  tx: Transaction,
  businessId: string,
  entitlementId: string,
  now: number,
): Promise<OpenEntitlement | undefined> {
  const [[entitlement], [last], { zone }] = await Promise.all([
    tx.query(lockEntitlement, { businessId, entitlementId }),
    tx.query(findLastEntry, { businessId, entitlementId }),
    walletSettings(tx, businessId),
  ]);
  if (entitlement === undefined || last === undefined) return undefined;
  const today = dateOf(dayAt(zone, now));
  return writeDue(tx, { entitlement, balance: last.balance_after, number: last.number, today }, now);
}

/** Writes the expiry and renewal of an entitlement that are due by today, unless they are already written. */
export function writeDue(tx: Transaction, open: OpenEntitlement, now: number): OpenEntitlement {
  const { entries, renewsOn, dueOn } = stateOn(open.entitlement, open.balance, open.today);
  const entitlement = { ...open.entitlement, renews_on: renewsOn, due_on: dueOn };
  if (renewsOn !== open.entitlement.renews_on || dueOn !== open.entitlement.due_on)
    tx.write(updateEntitlement, { ...entitlement, updated_at: now });
  return entries.reduce<OpenEntitlement>((before, entry) => writeEntry(tx, before, entry, now), {
    ...open,
    entitlement,
  });
}

/** Appends an entry to the ledger and returns the updated entitlement. The database rejects an overdraft. */
export function writeEntry(
  tx: Transaction,
  before: OpenEntitlement,
  { cause, delta, paymentId, refundId, reason }: Entry,
  now: number,
): OpenEntitlement {
  const after = { ...before, balance: before.balance + delta, number: before.number + 1 };
  tx.write(insertEntry, {
    business_id: before.entitlement.business_id,
    entitlement_id: before.entitlement.id,
    number: after.number,
    cause,
    delta,
    balance_before: before.balance,
    balance_after: after.balance,
    payment_id: paymentId ?? null,
    refund_id: refundId ?? null,
    reason: reason ?? null,
    created_at: now,
  });
  return after;
}

/** Returns the time zone that determines the local days of a wallet, and the currency of its gift cards. */
export async function walletSettings(
  reader: Reader,
  businessId: string,
): Promise<{ readonly zone: Zone; readonly currency: string }> {
  const { time_zone, currency } = await businessRecord(reader, businessId);
  return { zone: zoneNamed(time_zone), currency };
}
