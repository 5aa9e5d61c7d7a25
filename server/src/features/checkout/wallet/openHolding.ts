import { dateOf, dayAt, zoneNamed } from "@daybook/engine";
import { dateOrNull } from "../../../kernel/instants.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { standingOn } from "./standing.ts";
import {
  findBusiness,
  findLastEntry,
  type Holding,
  insertEntry,
  lockHolding,
  updateHolding,
} from "./store.ts";

/** A holding that is locked, with the end of its ledger. */
export interface OpenHolding {
  readonly holding: Holding;
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
 * Locks a holding and reads what is left of it in a later statement, which sees whatever was taken before the lock was
 * granted; then writes down what has come of it by itself up to today. Undefined for one that is not there.
 */
export async function openHolding(
  tx: Transaction,
  businessId: string,
  holdingId: string,
  now: number,
): Promise<OpenHolding | undefined> {
  const [[holding], [last], { zone }] = await Promise.all([
    tx.query(lockHolding, [businessId, holdingId]),
    tx.query(findLastEntry, [businessId, holdingId]),
    homeOf(tx, businessId),
  ]);
  if (holding === undefined || last === undefined) return undefined;
  const today = dateOf(dayAt(zone, now));
  return settle(tx, businessId, { holding, balance: last.balance_after, number: last.number, today }, now);
}

/** Writes down what has come of a holding by itself up to today; nothing when it is written already. */
export function settle(tx: Transaction, businessId: string, open: OpenHolding, now: number): OpenHolding {
  const { entries, renewsOn, dueOn } = standingOn(open.holding, open.balance, open.today);
  const holding = { ...open.holding, renews_on: renewsOn, due_on: dueOn };
  if (renewsOn !== open.holding.renews_on || dueOn !== open.holding.due_on)
    writeHolding(tx, businessId, holding, now);
  return entries.reduce<OpenHolding>((before, entry) => enter(tx, businessId, before, entry, now), {
    ...open,
    holding,
  });
}

/** Writes an entry behind the last one, and answers the holding as it is then. The database refuses an overdraft. */
export function enter(
  tx: Transaction,
  businessId: string,
  before: OpenHolding,
  { cause, delta, paymentId, refundId }: Entry,
  now: number,
): OpenHolding {
  const after = { ...before, balance: before.balance + delta, number: before.number + 1 };
  const values = [before.holding.id, after.number, cause, delta, before.balance, after.balance];
  tx.write(insertEntry, [businessId, ...values, paymentId ?? null, refundId ?? null, new Date(now)]);
  return after;
}

export function writeHolding(tx: Transaction, businessId: string, holding: Holding, now: number): void {
  const withdrawnAt = dateOrNull(holding.withdrawn_at);
  const values = [holding.id, holding.renews_on, holding.due_on, withdrawnAt];
  tx.write(updateHolding, [businessId, ...values, new Date(now)]);
}

/** Where a wallet is at home: the business's zone, whose days it goes by, and its currency. */
export async function homeOf(reader: Reader, businessId: string) {
  const [business] = await reader.query(findBusiness, [businessId]);
  if (business === undefined) throw new Error(`There is no business ${businessId} to hold a wallet at.`);
  return { zone: zoneNamed(business.time_zone), currency: business.currency };
}
