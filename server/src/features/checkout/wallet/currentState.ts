import { addMonthsClamped, dateOf, dayOf } from "@daybook/engine";
import type { Entitlement } from "./store.ts";

/** The state of an entitlement on a day, and the ledger entries missing for it. */
export interface EntitlementState {
  /** At most an expiry and a renewal. */
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
 * The state of an entitlement on a local day of the business (`YYYY-MM-DD`). After its last valid day, or once it was
 * withdrawn, the balance expires. Each new period of a membership expires the balance of the one before and renews the
 * credits, without the part that was refunded; periods without any entry are skipped. Computed again for the same day, it has no entries.
 */
export function stateOn(entitlement: Dated, balance: number, today: string): EntitlementState {
  if (entitlement.withdrawn_at !== null) return ended(balance, "void");
  // Dates in this form sort by time.
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

/** The first day after `date` on which a period of a membership begins; null in its last period. */
export function renewalAfter(
  entitlement: Pick<Entitlement, "starts_on" | "period_months" | "expires_on">,
  date: string,
): string | null {
  if (entitlement.period_months === null) return null;
  const start = dayNumber(entitlement.starts_on);
  for (let months = entitlement.period_months; ; months += entitlement.period_months) {
    // Counted from the first day, so that a membership from the 31st renews on the 31st again after a February.
    const next = dateOf(addMonthsClamped(start, months));
    if (entitlement.expires_on !== null && next > entitlement.expires_on) return null;
    if (next > date) return next;
  }
}

/** The day of the next renewal or expiry; null without periods and expiry. */
export function dueOn(entitlement: Pick<Entitlement, "expires_on">, renewsOn: string | null): string | null {
  if (renewsOn !== null) return renewsOn;
  return entitlement.expires_on === null ? null : dayAfter(entitlement.expires_on);
}

export function dayAfter(date: string): string {
  return dateOf(dayNumber(date) + 1);
}

export function dayNumber(date: string): number {
  const day = dayOf(date);
  if (day === undefined) throw new Error(`${date} is not a date.`);
  return day;
}

function ended(balance: number, cause: "expiry" | "void"): EntitlementState {
  return { entries: expire(balance, cause), balance: 0, renewsOn: null, dueOn: null };
}

function expire(balance: number, cause: "expiry" | "void") {
  return balance > 0 ? [{ cause, delta: -balance }] : [];
}
