import { addMonthsClamped, dateOf, dayOf } from "@daybook/engine";
import type { Entitlement } from "./store.ts";

/** The state of an entitlement on a day, and the missing ledger entries that lead to this state. */
export interface EntitlementState {
  /** At most one expiry and one renewal, in this order, or one `void` for a withdrawn entitlement. */
  readonly entries: readonly { readonly cause: "expiry" | "void" | "renewal"; readonly delta: number }[];
  readonly balance: number;
  readonly renewsOn: string | null;
  readonly dueOn: string | null;
}

type Dated = Pick<
  Entitlement,
  "total" | "withdrawn_units" | "starts_on" | "expires_on" | "period_months" | "renews_on" | "withdrawn_at"
>;

/**
 * Computes the state of an entitlement on a local day of the business (`YYYY-MM-DD`). The balance expires after the last valid day, or once
 * the entitlement is withdrawn. When a new period of a membership begins, the balance of the previous period expires and the credits are
 * renewed, minus the refunded credits. Periods that passed without an entry are skipped. Once the entries are written, the state for the
 * same day contains no entries.
 */
export function stateOn(entitlement: Dated, balance: number, today: string): EntitlementState {
  if (entitlement.withdrawn_at !== null) return ended(balance, "void");
  // Dates in this format can be compared as text.
  if (entitlement.expires_on !== null && entitlement.expires_on < today) return ended(balance, "expiry");
  const { renews_on: renewsOn, total, withdrawn_units } = entitlement;
  if (renewsOn === null || renewsOn > today)
    return { entries: [], balance, renewsOn, dueOn: dueOn(entitlement, renewsOn) };
  const next = renewalAfter(entitlement, today);
  const credits = Math.max(0, total - withdrawn_units);
  const renewal = credits > 0 ? [{ cause: "renewal" as const, delta: credits }] : [];
  return {
    entries: [...expire(balance, "expiry"), ...renewal],
    balance: credits,
    renewsOn: next,
    dueOn: dueOn(entitlement, next),
  };
}

/** Returns the first day after `date` on which a membership period begins, or null in the last period. */
export function renewalAfter(
  entitlement: Pick<Entitlement, "starts_on" | "period_months" | "expires_on">,
  date: string,
): string | null {
  if (entitlement.period_months === null) return null;
  const start = dayNumber(entitlement.starts_on);
  for (let months = entitlement.period_months; ; months += entitlement.period_months) {
    // Counts from the first day, so that a membership that starts on the 31st still renews on the 31st after February.
    const next = dateOf(addMonthsClamped(start, months));
    if (entitlement.expires_on !== null && next > entitlement.expires_on) return null;
    if (next > date) return next;
  }
}

/** Returns the day of the next renewal or expiry, or null if the entitlement neither renews nor expires. */
export function dueOn(entitlement: Pick<Entitlement, "expires_on">, renewsOn: string | null): string | null {
  if (renewsOn !== null) return renewsOn;
  return entitlement.expires_on === null ? null : dayAfter(entitlement.expires_on);
}

export function dayAfter(date: string): string {
  return dateOf(dayNumber(date) + 1);
}

export function dayNumber(date: string): number {
  const day = dayOf(date);
  if (day === undefined) throw new Error(`${date} is not a valid date.`);
  return day;
}

function ended(balance: number, cause: "expiry" | "void"): EntitlementState {
  return { entries: expire(balance, cause), balance: 0, renewsOn: null, dueOn: null };
}

function expire(balance: number, cause: "expiry" | "void") {
  return balance > 0 ? [{ cause, delta: -balance }] : [];
}
