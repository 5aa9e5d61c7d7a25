import { addMonthsClamped, dateOf, dayOf } from "@daybook/engine";
import type { Entitlement } from "./store.ts";

/** What stands in a entitlement's ledger, and what has come of it by a day. */
export interface EntitlementState {
  /** The entries still to be written for it; at most a lapse and a renewal. */
  readonly entries: readonly { readonly cause: "expiry" | "void" | "renewal"; readonly delta: number }[];
  readonly balance: number;
  readonly renewsOn: string | null;
  readonly dueOn: string | null;
}

/**
 * What has happened to a entitlement by itself up to a day of the business (`YYYY-MM-DD`): past its last good day, or once
 * it was taken back, all that is left lapses; with each new period of a membership what is left of the one before
 * lapses, and its credits come anew. Periods that nobody looked into are skipped: they came and lapsed. Asked on the
 * same day again it answers no entries.
 */
export function stateOn(entitlement: Entitlement, balance: number, today: string): EntitlementState {
  if (entitlement.withdrawn_at !== null) return ended(balance, "void");
  // Dates in this form are in the order of time.
  if (entitlement.expires_on !== null && entitlement.expires_on < today) return ended(balance, "expiry");
  const { renews_on: renewsOn, total } = entitlement;
  if (renewsOn === null || renewsOn > today)
    return { entries: [], balance, renewsOn, dueOn: dueOn(entitlement, renewsOn) };
  const next = renewalAfter(entitlement, today);
  return {
    entries: [...lapse(balance, "expiry"), { cause: "renewal", delta: total }],
    balance: total,
    renewsOn: next,
    dueOn: dueOn(entitlement, next),
  };
}

/** The first day after `date` on which a membership's next period begins; null in its last one. */
export function renewalAfter(
  entitlement: Pick<Entitlement, "starts_on" | "period_months" | "expires_on">,
  date: string,
): string | null {
  if (entitlement.period_months === null) return null;
  const start = dayNumber(entitlement.starts_on);
  for (let months = entitlement.period_months; ; months += entitlement.period_months) {
    // Always counted from the first day, so that one that began on the 31st comes back to it after a February.
    const next = dateOf(addMonthsClamped(start, months));
    if (entitlement.expires_on !== null && next > entitlement.expires_on) return null;
    if (next > date) return next;
  }
}

/** The day on which something will happen by itself; what has no end and no periods is never due. */
export function dueOn(entitlement: Pick<Entitlement, "expires_on">, renewsOn: string | null): string | null {
  if (renewsOn !== null) return renewsOn;
  return entitlement.expires_on === null ? null : dayAfter(entitlement.expires_on);
}

export function dayAfter(date: string): string {
  return dateOf(dayNumber(date) + 1);
}

export function dayNumber(date: string): number {
  const day = dayOf(date);
  if (day === undefined) throw new Error(`${date} is no date; the database should not have kept it.`);
  return day;
}

function ended(balance: number, cause: "expiry" | "void"): EntitlementState {
  return { entries: lapse(balance, cause), balance: 0, renewsOn: null, dueOn: null };
}

function lapse(balance: number, cause: "expiry" | "void") {
  return balance > 0 ? [{ cause, delta: -balance }] : [];
}
