import {
  type AppointmentItems,
  type Item,
  type OnlineRules,
  offsetsOf,
  type Stretch,
  staffStretches,
} from "./appointmentItems.ts";
import { bookingWindow } from "./bookingWindow.ts";
import type { Facts, StaffTime } from "./facts.ts";
import { limitsOf } from "./limits.ts";
import { intersectSpans, noSpans, type Spans, subtractSpans } from "./spans.ts";
import { freeStarts, MILLISECOND, type StartSink, scanStarts, startsOverlapping } from "./startScan.ts";

/** The rules that decide whether a visit may start at an instant, in the order in which a refusal names them. */
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
 * Who asks, and for what. The team may place a visit wherever nothing is in the way; it is offered only what also
 * lies in working hours and in the future. Online, what is not offered is refused (contract §4, §5).
 */
export const RULES_FOR = {
  teamPlacing: new Set<Rule>(["taken", "resource"]),
  teamOffering: new Set<Rule>(["hours", "taken", "resource", "now"]),
  online: new Set<Rule>(RULES),
} as const;

/**
 * The instants at which a visit may start under the rules, as spans within the facts' window. Availability, booking,
 * move, resize and undo all ask this one function: availability looks for the grid in its answer, the others whether
 * their start lies in it.
 */
export function startSpans(facts: Facts, visit: AppointmentItems, rules: ReadonlySet<Rule>): Spans {
  const offsets = offsetsOf(visit);
  let starts = appointmentStarts(facts, visit, rules);
  for (let index = 0; index < visit.length && starts.length > 0; index++) {
    const item = visit[index] as Item;
    const allowed = itemStarts(facts, item, offsets[index] as number, countSameService(visit, item), rules);
    starts = intersectSpans(starts, allowed);
  }
  return starts;
}

/** How many items of a visit are of one item's service: a day limit needs room for all of them. */
export function countSameService(
  visit: readonly { readonly serviceId: string }[],
  item: { readonly serviceId: string },
): number {
  let alike = 0;
  for (const other of visit) if (other.serviceId === item.serviceId) alike++;
  return alike;
}

/** What concerns the start of the visit as a whole: the facts' reach, the past, and every service's notice and advance. */
export function appointmentStarts(
  facts: Facts,
  visit: readonly { readonly rules: OnlineRules }[],
  rules: ReadonlySet<Rule>,
): Spans {
  let { fromAt, untilAt } = facts;
  if (rules.has("now")) fromAt = Math.max(fromAt, facts.now);
  for (const { rules: menu } of visit) {
    if (rules.has("online_bookable") && !menu.onlineBookable) return noSpans;
    if (!rules.has("notice") && !rules.has("advance")) continue;
    const window = bookingWindow(facts.zone, facts.now, menu.minNoticeMinutes, menu.maxAdvanceDays);
    if (rules.has("notice")) fromAt = Math.max(fromAt, window.fromAt);
    if (rules.has("advance")) untilAt = Math.min(untilAt, window.untilAt);
  }
  return fromAt < untilAt ? [fromAt, untilAt] : noSpans;
}

/**
 * Starts of the visit that suit one item of it, which begins `offset` milliseconds later and is one of `alike` items
 * of its service. No other item matters here: a visit never conflicts with itself (contract §5).
 */
export function itemStarts(
  facts: Facts,
  item: Item,
  offset: number,
  alike: number,
  rules: ReadonlySet<Rule>,
): Spans {
  const staff = facts.staff.get(item.staffId);
  if (staff === undefined) return noSpans;
  const stretches = staffStretches(item, offset).map((stretch) =>
    stretchStarts(facts, staff, stretch, rules),
  );
  return [...stretches, ...limitsOf(facts, item, offset, alike, rules)].reduce(intersectSpans);
}

/**
 * Tells a row where a visit may start, as `startSpans` would say it, save that starts out of the facts' reach and
 * the booking window are left to the row to cut off. Of a visit that is one stretch of somebody's work, as most are,
 * no list is ever made: it takes half as long.
 */
export function markStarts(
  facts: Facts,
  visit: AppointmentItems,
  rules: ReadonlySet<Rule>,
  row: StartSink,
): void {
  const item = visit[0] as Item;
  const staff = facts.staff.get(item.staffId);
  const stretches = staffStretches(item, 0);
  const stretch = stretches[0] as Stretch;
  const isOneStretch = visit.length === 1 && stretches.length === 1 && rules.has("hours");
  if (isOneStretch && staff !== undefined && limitsOf(facts, item, 0, 1, rules).length === 0) {
    scanStarts(staff.working, rules.has("taken") ? staff.taken : noSpans, stretch, row);
    return;
  }
  const starts = startSpans(facts, visit, rules);
  for (let i = 0; i < starts.length; i += 2)
    row.mark(starts[i] as number, (starts[i + 1] as number) - MILLISECOND);
}

function stretchStarts(facts: Facts, staff: StaffTime, stretch: Stretch, rules: ReadonlySet<Rule>): Spans {
  if (rules.has("hours")) {
    return freeStarts(staff.working, rules.has("taken") ? staff.taken : noSpans, stretch);
  }
  const everywhere = [facts.fromAt, facts.untilAt];
  return rules.has("taken") ? subtractSpans(everywhere, startsOverlapping(staff.taken, stretch)) : everywhere;
}
