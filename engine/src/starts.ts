import { bookingWindow } from "./bookingWindow.ts";
import type { Facts, StaffTime } from "./facts.ts";
import { patchTestWindow } from "./patchTest.ts";
import { freeUnits } from "./resources.ts";
import { appendSpan, intersectSpans, noSpans, type Spans, spansOf, subtractSpans } from "./spans.ts";
import {
  type Item,
  type OnlineRules,
  offsetsOf,
  resourceStretch,
  type Stretch,
  staffStretches,
  type Visit,
} from "./visit.ts";
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
 * their start lies in it.
 */
export function startSpans(facts: Facts, visit: Visit, rules: ReadonlySet<Rule>): Spans {
  const offsets = offsetsOf(visit);
  let starts = visitStarts(facts, visit, rules);
  for (let index = 0; index < visit.length && starts.length > 0; index++) {
    const item = visit[index] as Item;
    const allowed = itemStarts(facts, item, offsets[index] as number, alikeIn(visit, item), rules);
    starts = intersectSpans(starts, allowed);
  }
  return starts;
}

/** How many items of a visit are of one item's service: a day limit needs room for all of them. */
export function alikeIn(
  visit: readonly { readonly serviceId: string }[],
  item: { readonly serviceId: string },
): number {
  let alike = 0;
  for (const other of visit) if (other.serviceId === item.serviceId) alike++;
  return alike;
}

/** What concerns the start of the visit as a whole: the facts' reach, the past, and every service's notice and advance. */
export function visitStarts(
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
export function markStarts(facts: Facts, visit: Visit, rules: ReadonlySet<Rule>, row: Row): void {
  const item = visit[0] as Item;
  const staff = facts.staff.get(item.staffId);
  const stretches = staffStretches(item, 0);
  const stretch = stretches[0] as Stretch;
  const isOneStretch = visit.length === 1 && stretches.length === 1 && rules.has("hours");
  if (isOneStretch && staff !== undefined && limitsOf(facts, item, 0, 1, rules).length === 0) {
    walkStarts(staff.works, rules.has("taken") ? staff.taken : noSpans, stretch, row);
    return;
  }
  const starts = startSpans(facts, visit, rules);
  for (let i = 0; i < starts.length; i += 2)
    row.mark(starts[i] as number, (starts[i + 1] as number) - INSTANT);
}

/** Takes down starts as they are found: every instant from the first to the last, both included. */
export interface Row {
  mark(first: number, last: number): void;
}

/** What limits an item besides its member's time, as the starts that each limit allows. */
function limitsOf(
  facts: Facts,
  item: Item,
  offset: number,
  alike: number,
  rules: ReadonlySet<Rule>,
): Spans[] {
  const limits: Spans[] = [];
  if (rules.has("resource") && item.needs.length > 0) limits.push(resourceStarts(facts, item, offset));
  if (rules.has("patch_test") && item.rules.requiresPatchTest && facts.patchTestOn !== undefined) {
    limits.push(patchTestStarts(facts, offset));
  }
  if (rules.has("day_limit") && item.rules.maxPerDay !== null) {
    const full = fullDays(facts, item, offset, item.rules.maxPerDay - alike);
    limits.push(subtractSpans([facts.fromAt, facts.untilAt], full));
  }
  return limits;
}

function stretchStarts(facts: Facts, staff: StaffTime, stretch: Stretch, rules: ReadonlySet<Rule>): Spans {
  if (rules.has("hours")) {
    return startsWithin(staff.works, rules.has("taken") ? staff.taken : noSpans, stretch);
  }
  const everywhere = [facts.fromAt, facts.untilAt];
  return rules.has("taken") ? subtractSpans(everywhere, startsMeeting(staff.taken, stretch)) : everywhere;
}

function startsWithin(works: Spans, taken: Spans, stretch: Stretch): Spans {
  sheet.clear();
  walkStarts(works, taken, stretch, sheet);
  return sheet.spans();
}

/** A row that keeps the starts as spans. They come in order and never touch, because free stretches never do. */
class SpanSheet implements Row {
  /** Written over again and again and then copied: to grow a new list for each answer took three times as long. */
  readonly #numbers: number[] = [];
  #length = 0;

  mark(first: number, last: number): void {
    this.#numbers[this.#length++] = first;
    this.#numbers[this.#length++] = last + INSTANT;
  }

  clear(): void {
    this.#length = 0;
  }

  spans(): Spans {
    return this.#numbers.slice(0, this.#length);
  }
}

const sheet = new SpanSheet();

/**
 * Finds the starts whose stretch lies whole within `works` and meets nothing of `taken`, earliest first: one walk over
 * both, because this is where a month of fifty people spends its time. Spans never touch, so what fits into two of
 * them never does either.
 */
function walkStarts(works: Spans, taken: Spans, { from, until }: Stretch, row: Row): void {
  let j = 0;
  for (let i = 0; i < works.length; i += 2) {
    let freeFrom = works[i] as number;
    const end = works[i + 1] as number;
    while (j < taken.length && (taken[j + 1] as number) <= freeFrom) j += 2;
    // Taken time may reach into the next of `works`, so j only passes what ends before this end.
    while (j < taken.length && (taken[j] as number) < end) {
      const last = (taken[j] as number) - until;
      if (freeFrom - from <= last) row.mark(freeFrom - from, last);
      freeFrom = taken[j + 1] as number;
      if (freeFrom >= end) break;
      j += 2;
    }
    if (freeFrom < end && freeFrom - from <= end - until) row.mark(freeFrom - from, end - until);
  }
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
function resourceStarts(facts: Facts, item: Item, offset: number): Spans {
  const stretch = resourceStretch(item, offset);
  let starts: Spans = [facts.fromAt, facts.untilAt];
  for (const need of item.needs) {
    const units: Spans[] = [];
    for (const resource of facts.resources) {
      if (resource.type !== need.type) continue;
      for (let unit = 1; unit <= Math.min(resource.capacity, need.count); unit++) {
        units.push(startsWithin(freeUnits(resource, unit), noSpans, stretch));
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

function patchTestStarts(facts: Facts, offset: number): Spans {
  if (facts.patchTestOn === null || facts.patchTestOn === undefined) return noSpans;
  const { fromAt, untilAt } = patchTestWindow(facts.zone, facts.patchTestOn);
  return [fromAt - offset, untilAt - offset];
}

/**
 * Starts that put the item on a day that has more than `most` items of its service. A visit with two items of one
 * service needs room for both on the day of each: a visit across midnight is so asked for a little more than it
 * takes, never for less.
 */
function fullDays(facts: Facts, item: Item, offset: number, most: number): Spans {
  const pairs: [number, number][] = [];
  const lastDay = dayAt(facts.zone, facts.untilAt + offset);
  for (let day = dayAt(facts.zone, facts.fromAt + offset); day <= lastDay; day++) {
    if (facts.bookedOn(item.serviceId, day) <= most) continue;
    pairs.push([startOfDay(facts.zone, day) - offset, startOfDay(facts.zone, day + 1) - offset]);
  }
  return spansOf(pairs);
}
