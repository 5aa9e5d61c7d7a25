import type { Facts } from "./facts.ts";
import { findSlots, type Search } from "./search.ts";
import { overlapsSpan } from "./spans.ts";
import type { Rule } from "./starts.ts";
import { startOfDay } from "./wallclock.ts";

/** Why a local day has no slot (contract §4, `explain`). */
export type EmptyReason =
  | "closed"
  | "not_working"
  | "busy"
  | "resource"
  | "notice"
  | "advance"
  | "day_limit"
  | "patch_test"
  | "not_performed";

/** The reasons in order, each with the rules it adds. A start in the past counts as too short a notice. */
const REASONS: readonly (readonly [EmptyReason, readonly Rule[]])[] = [
  ["not_working", ["hours"]],
  ["busy", ["taken"]],
  ["resource", ["resource"]],
  ["notice", ["now", "notice"]],
  ["advance", ["advance"]],
  ["day_limit", ["day_limit"]],
  ["patch_test", ["patch_test"]],
];

/**
 * The first reason that leaves a local day (its day number) without slots: rules are added one after another, in the
 * contract's order, until no slot is left. Only the part of the day inside the search counts. A day on which the
 * location is closed is `closed`; otherwise `not_performed` comes first, for a service that no staff member performs
 * at the location or that cannot be booked online. Precondition: the day has no slots.
 */
export function emptyReasonOf(facts: Facts, search: Search, day: number): EmptyReason {
  const from = Math.max(search.fromAt, startOfDay(facts.zone, day));
  const until = Math.min(search.untilAt, startOfDay(facts.zone, day + 1));
  if (!overlapsSpan(facts.open, from, until)) return "closed";
  const isPerformed = search.items.every((item) => item.candidates.length > 0);
  const isOnline =
    !search.rules.has("online_bookable") || search.items.every((item) => item.rules.onlineBookable);
  if (!isPerformed || !isOnline) return "not_performed";
  const rules = new Set<Rule>();
  for (const [reason, added] of REASONS) {
    for (const rule of added) if (search.rules.has(rule)) rules.add(rule);
    const found = findSlots(facts, { ...search, fromAt: from, untilAt: until, rules });
    if (found.starts.length === 0) return reason;
  }
  return "not_performed";
}
