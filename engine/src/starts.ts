import {
  type AppointmentItems,
  type Interval,
  type Item,
  type OnlineRules,
  offsetsOf,
  staffIntervals,
} from "./appointmentItems.ts";
import { bookingWindow } from "./bookingWindow.ts";
import type { Facts, StaffTime } from "./facts.ts";
import { limitsOf } from "./limits.ts";
import { intersectSpans, noSpans, type Spans, subtractSpans } from "./spans.ts";
import { freeStarts, MILLISECOND, type StartSink, scanStarts, startsOverlapping } from "./startScan.ts";

/** The rules that decide whether an appointment may start at an instant, in the order in which a refusal names them. */
export const RULES = [
  "hours",
  "taken",
  "resource",
  "now",
  "notice",
  "advance",
  "day_limit",
  "patch_test",
  "online_bookable",
] as const;

export type Rule = (typeof RULES)[number];

/**
 * The rules for each audience and purpose. The audience `team` may place an appointment wherever it overlaps no claim, but is
 * offered only starts in working hours and in the future. Online, the engine refuses every start that it does
 * not offer (contract §4, §5).
 */
export const RULES_FOR = {
  teamPlacing: new Set<Rule>(["taken", "resource"]),
  teamOffering: new Set<Rule>(["hours", "taken", "resource", "now"]),
  online: new Set<Rule>(RULES),
} as const;

/**
 * Returns the instants at which an appointment may start under the rules, as spans within the facts' window. Availability,
 * booking, rescheduling, resizing and undo all call this function: availability returns the grid instants in the spans; the
 * others check that the requested start lies in the spans.
 */
export function startSpans(facts: Facts, items: AppointmentItems, rules: ReadonlySet<Rule>): Spans {
  const offsets = offsetsOf(items);
  let starts = appointmentStarts(facts, items, rules);
  for (let index = 0; index < items.length && starts.length > 0; index++) {
    const item = items[index] as Item;
    const allowed = itemStarts(facts, item, offsets[index] as number, countSameService(items, item), rules);
    starts = intersectSpans(starts, allowed);
  }
  return starts;
}

/** Counts the items that have the same service as `item`: a day limit needs room for all of them. */
export function countSameService(
  items: readonly { readonly serviceId: string }[],
  item: { readonly serviceId: string },
): number {
  let count = 0;
  for (const other of items) if (other.serviceId === item.serviceId) count++;
  return count;
}

/**
 * Returns the starts that satisfy the rules about the whole appointment: the facts' window, the current time, and every service's
 * minimum notice and maximum advance.
 */
export function appointmentStarts(
  facts: Facts,
  items: readonly { readonly rules: OnlineRules }[],
  rules: ReadonlySet<Rule>,
): Spans {
  let { fromAt, untilAt } = facts;
  if (rules.has("now")) fromAt = Math.max(fromAt, facts.now);
  for (const { rules: online } of items) {
    if (rules.has("online_bookable") && !online.onlineBookable) return noSpans;
    if (!rules.has("notice") && !rules.has("advance")) continue;
    const bookable = bookingWindow(facts.zone, facts.now, online.minNoticeMinutes, online.maxAdvanceDays);
    if (rules.has("notice")) fromAt = Math.max(fromAt, bookable.fromAt);
    if (rules.has("advance")) untilAt = Math.min(untilAt, bookable.untilAt);
  }
  return fromAt < untilAt ? [fromAt, untilAt] : noSpans;
}

/**
 * Returns the starts of the appointment at which one of its items fits. The item begins `offset` milliseconds later, and the
 * appointment has `sameService` items of its service. Other items do not matter here: an appointment never conflicts with itself
 * (contract §5).
 */
export function itemStarts(
  facts: Facts,
  item: Item,
  offset: number,
  sameService: number,
  rules: ReadonlySet<Rule>,
): Spans {
  const staff = facts.staff.get(item.staffId);
  if (staff === undefined) return noSpans;
  const intervals = staffIntervals(item, offset).map((interval) =>
    intervalStarts(facts, staff, interval, rules),
  );
  return [...intervals, ...limitsOf(facts, item, offset, sameService, rules)].reduce(intersectSpans);
}

/**
 * Marks the starts of `startSpans` in a sink. The sink must drop starts outside the facts' window and the booking window. For
 * most appointments, which are a single interval of work, this function builds no list and takes half as long.
 */
export function markStarts(
  facts: Facts,
  items: AppointmentItems,
  rules: ReadonlySet<Rule>,
  sink: StartSink,
): void {
  const item = items[0] as Item;
  const staff = facts.staff.get(item.staffId);
  const intervals = staffIntervals(item, 0);
  const interval = intervals[0] as Interval;
  const isOneInterval = items.length === 1 && intervals.length === 1 && rules.has("hours");
  if (isOneInterval && staff !== undefined && limitsOf(facts, item, 0, 1, rules).length === 0) {
    scanStarts(staff.working, rules.has("taken") ? staff.taken : noSpans, interval, sink);
    return;
  }
  const starts = startSpans(facts, items, rules);
  for (let i = 0; i < starts.length; i += 2)
    sink.mark(starts[i] as number, (starts[i + 1] as number) - MILLISECOND);
}

function intervalStarts(facts: Facts, staff: StaffTime, interval: Interval, rules: ReadonlySet<Rule>): Spans {
  if (rules.has("hours")) {
    return freeStarts(staff.working, rules.has("taken") ? staff.taken : noSpans, interval);
  }
  const all = [facts.fromAt, facts.untilAt];
  return rules.has("taken") ? subtractSpans(all, startsOverlapping(staff.taken, interval)) : all;
}
