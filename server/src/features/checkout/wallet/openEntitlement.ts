import { dateOf, dayAt, zoneNamed } from "@daybook/engine";
import { dateOrNull } from "../../../kernel/instants.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { stateOn } from "./currentState.ts";
import {
  type Entitlement,
  findBusiness,
  findLastEntry,
  insertEntry,
  lockEntitlement,
  updateEntitlement,
} from "./store.ts";

/** A entitlement that is locked, with the end of its ledger. */
export interface OpenEntitlement {
  readonly entitlement: Entitlement;
  readonly balance: number;
  /** Of the last entry. */
  readonly number: number;
  /** The day it is at the business, `YYYY-MM-DD`. */
  readonly today: string;
}

/** A change of what is left. */
export interface Entry {
  readonly cause: "redeem" | "give_back" | "renewal" | "expiry" | "void";
  readonly delta: number;
  readonly paymentId?: string;
  readonly refundId?: string;
}

/**
 * Locks a entitlement and reads what is left of it in a later statement, which sees whatever was taken before the lock was
 * granted; then writes down what has come of it by itself up to today. Undefined for one that is not there.
 */
export async function openEntitlement(
  tx: Transaction,
  businessId: string,
  entitlementId: string,
  now: number,
): Promise<OpenEntitlement | undefined> {
  const [[entitlement], [last], { zone }] = await Promise.all([
    tx.query(lockEntitlement, [businessId, entitlementId]),
    tx.query(findLastEntry, [businessId, entitlementId]),
    businessOf(tx, businessId),
  ]);
  if (entitlement === undefined || last === undefined) return undefined;
  const today = dateOf(dayAt(zone, now));
  return settle(
    tx,
    businessId,
    { entitlement, balance: last.balance_after, number: last.number, today },
    now,
  );
}

/** Writes down what has come of a entitlement by itself up to today; nothing when it is written already. */
export function settle(
  tx: Transaction,
  businessId: string,
  open: OpenEntitlement,
  now: number,
): OpenEntitlement {
  const { entries, renewsOn, dueOn } = stateOn(open.entitlement, open.balance, open.today);
  const entitlement = { ...open.entitlement, renews_on: renewsOn, due_on: dueOn };
  if (renewsOn !== open.entitlement.renews_on || dueOn !== open.entitlement.due_on)
    writeEntitlement(tx, businessId, entitlement, now);
  return entries.reduce<OpenEntitlement>((before, entry) => enter(tx, businessId, before, entry, now), {
    ...open,
    entitlement,
  });
}

/** Writes an entry behind the last one, and answers the entitlement as it is then. The database refuses an overdraft. */
export function enter(
  tx: Transaction,
  businessId: string,
  before: OpenEntitlement,
  { cause, delta, paymentId, refundId }: Entry,
  now: number,
): OpenEntitlement {
  const after = { ...before, balance: before.balance + delta, number: before.number + 1 };
  const values = [before.entitlement.id, after.number, cause, delta, before.balance, after.balance];
  tx.write(insertEntry, [businessId, ...values, paymentId ?? null, refundId ?? null, new Date(now)]);
  return after;
}

export function writeEntitlement(
  tx: Transaction,
  businessId: string,
  entitlement: Entitlement,
  now: number,
): void {
  const withdrawnAt = dateOrNull(entitlement.withdrawn_at);
  const values = [entitlement.id, entitlement.renews_on, entitlement.due_on, withdrawnAt];
  tx.write(updateEntitlement, [businessId, ...values, new Date(now)]);
}

/** Where a wallet is at home: the business's zone, whose days it goes by, and its currency. */
export async function businessOf(reader: Reader, businessId: string) {
  const [business] = await reader.query(findBusiness, [businessId]);
  if (business === undefined) throw new Error(`There is no business ${businessId} to hold a wallet at.`);
  return { zone: zoneNamed(business.time_zone), currency: business.currency };
}
