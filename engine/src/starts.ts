import { bookingWindow } from "./bookingWindow.ts";
import { type Facts, freeTime } from "./facts.ts";
import { patchTestWindow } from "./patchTest.ts";
import { freeUnits } from "./resources.ts";
import { appendSpan, intersectSpans, noSpans, type Spans, spansOf, subtractSpans } from "./spans.ts";
import { type Item, offsetsOf, resourceStretch, type Stretch, staffStretches, type Visit } from "./visit.ts";
import { dayAt, startOfDay } from "./wallclock.ts";

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

/** Starts are instants: a span of starts includes its last one, so that half-open spans end one millisecond later. */
const INSTANT = 1;

/**
 * The instants at which a visit may start under the rules, as spans within the facts' window. Availability, booking,
 * move, resize and undo all ask this one function: availability looks for the grid in its answer, the others whether
 * their start lies in it. `kept` spares repeating what the same item at the same offset has answered.
 */
export function startSpans(
  facts: Facts,
  visit: Visit,
  rules: ReadonlySet<Rule>,
  kept = new Map<string, Spans>(),
): Spans {
  const offsets = offsetsOf(visit);
  let starts = visitSpans(facts, visit, rules);
  for (let index = 0; index < visit.length && starts.length > 0; index++) {
    const item = visit[index] as Item;
    const offset = offsets[index] as number;
    // A day limit asks how many items the whole visit has, so the beginnings of a visit are answers of their own.
    const key = `${index} ${offset} ${item.staffId} ${item.rules.maxPerDay === null ? "" : visit.length}`;
    let allowed = kept.get(key);
    if (allowed === undefined) {
      allowed = itemSpans(facts, visit, item, offset, rules);
      kept.set(key, allowed);
    }
    starts = intersectSpans(starts, allowed);
  }
  return starts;
}

/** What concerns the start of the visit as a whole: the facts' reach, the past, and every service's notice and advance. */
function visitSpans(facts: Facts, visit: Visit, rules: ReadonlySet<Rule>): Spans {
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

function itemSpans(facts: Facts, visit: Visit, item: Item, offset: number, rules: ReadonlySet<Rule>): Spans {
  let starts = staffSpansOf(facts, item, offset, rules);
  if (rules.has("resource") && item.needs.length > 0) {
    starts = intersectSpans(starts, resourceSpans(facts, item, offset));
  }
  if (rules.has("patch_test") && item.rules.requiresPatchTest && facts.patchTestOn !== undefined) {
    starts = intersectSpans(starts, patchTestSpans(facts, offset));
  }
  if (rules.has("day_limit") && item.rules.maxPerDay !== null) {
    starts = subtractSpans(starts, fullDays(facts, visit, item, offset));
  }
  return starts;
}

function staffSpansOf(facts: Facts, item: Item, offset: number, rules: ReadonlySet<Rule>): Spans {
  const staff = facts.staff.get(item.staffId);
  if (staff === undefined) return noSpans;
  const stretches = staffStretches(item, offset);
  let starts: Spans = [facts.fromAt, facts.untilAt];
  const within = rules.has("hours") ? (rules.has("taken") ? freeTime(staff) : staff.works) : undefined;
  for (const [index, stretch] of stretches.entries()) {
    if (within !== undefined) {
      const fitting = startsFitting(within, stretch);
      starts = index === 0 ? fitting : intersectSpans(starts, fitting);
    } else if (rules.has("taken")) {
      starts = subtractSpans(starts, startsMeeting(staff.taken, stretch));
    }
  }
  return starts;
}

/** Starts whose stretch lies whole within one of the spans. */
function startsFitting(within: Spans, { from, until }: Stretch): Spans {
  const starts: number[] = [];
  for (let i = 0; i < within.length; i += 2) {
    const first = (within[i] as number) - from;
    const last = (within[i + 1] as number) - until;
    // Spans never touch, so what fits into two of them never does either.
    if (first <= last) starts.push(first, last + INSTANT);
  }
  return starts;
}

/** Starts whose stretch would overlap one of the spans; touching is not overlapping. */
function startsMeeting(spans: Spans, { from, until }: Stretch): Spans {
  const starts: number[] = [];
  for (let i = 0; i < spans.length; i += 2) {
    appendSpan(starts, (spans[i] as number) - until + INSTANT, (spans[i + 1] as number) - from);
  }
  return starts;
}

/** Starts at which every needed type has enough free units, of one or several resources. */
function resourceSpans(facts: Facts, item: Item, offset: number): Spans {
  const stretch = resourceStretch(item, offset);
  let starts: Spans = [facts.fromAt, facts.untilAt];
  for (const need of item.needs) {
    const units: Spans[] = [];
    for (const resource of facts.resources) {
      if (resource.type !== need.type) continue;
      for (let unit = 1; unit <= Math.min(resource.capacity, need.count); unit++) {
        units.push(startsFitting(freeUnits(resource, unit), stretch));
      }
    }
    starts = intersectSpans(starts, coveredAtLeast(units, need.count));
  }
  return starts;
}

/** The time that lies in at least `count` of the lists. */
function coveredAtLeast(lists: readonly Spans[], count: number): Spans {
  if (lists.length < count) return noSpans;
  if (lists.length === 1) return lists[0] as Spans;
  const edges: [at: number, change: number][] = [];
  for (const spans of lists) {
    for (let i = 0; i < spans.length; i++) edges.push([spans[i] as number, i % 2 === 0 ? 1 : -1]);
  }
  // At one instant ends come before beginnings; what two lists hand over without a gap is joined by appendSpan.
  edges.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const covered: number[] = [];
  let depth = 0;
  let since = 0;
  for (const [at, change] of edges) {
    if (depth >= count) appendSpan(covered, since, at);
    depth += change;
    since = at;
  }
  return covered;
}

function patchTestSpans(facts: Facts, offset: number): Spans {
  if (facts.patchTestOn === null || facts.patchTestOn === undefined) return noSpans;
  const { fromAt, untilAt } = patchTestWindow(facts.zone, facts.patchTestOn);
  return [fromAt - offset, untilAt - offset];
}

/**
 * Starts that put the item on a day that has no room for it. A visit with two items of one service needs room for
 * both on the day of each: a visit across midnight is so asked for a little more than it takes, never for less.
 */
function fullDays(facts: Facts, visit: Visit, item: Item, offset: number): Spans {
  const most = item.rules.maxPerDay ?? Number.POSITIVE_INFINITY;
  const wanted = visit.filter((other) => other.serviceId === item.serviceId).length;
  const pairs: [number, number][] = [];
  const lastDay = dayAt(facts.zone, facts.untilAt + offset);
  for (let day = dayAt(facts.zone, facts.fromAt + offset); day <= lastDay; day++) {
    if (facts.bookedOn(item.serviceId, day) + wanted <= most) continue;
    pairs.push([startOfDay(facts.zone, day) - offset, startOfDay(facts.zone, day + 1) - offset]);
  }
  return spansOf(pairs);
}
