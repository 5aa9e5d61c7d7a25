import { type Interval, type Item, resourceInterval } from "./appointmentItems.ts";
import type { Facts } from "./facts.ts";
import { patchTestWindow } from "./patchTest.ts";
import { freeUnits } from "./resources.ts";
import { appendSpan, intersectSpans, noSpans, type Spans, spansOf, subtractSpans } from "./spans.ts";
import { freeStarts } from "./startScan.ts";
import type { Rule } from "./starts.ts";
import { dayAt, startOfDay } from "./wallclock.ts";

/** Returns the limits of an item other than its staff member's time, as one list of allowed starts for each limit. */
export function limitsOf(
  facts: Facts,
  item: Item,
  offset: number,
  sameService: number,
  rules: ReadonlySet<Rule>,
): Spans[] {
  const limits: Spans[] = [];
  if (rules.has("resource") && item.needs.length > 0) limits.push(resourceStarts(facts, item, offset));
  if (rules.has("patch_test") && item.rules.requiresPatchTest && facts.patchTestOn !== undefined) {
    limits.push(patchTestStarts(facts, offset));
  }
  if (rules.has("day_limit") && item.rules.maxPerDay !== null) {
    const full = fullDays(facts, item, offset, item.rules.maxPerDay - sameService);
    limits.push(subtractSpans([facts.fromAt, facts.untilAt], full));
  }
  return limits;
}

/** Returns the starts at which every needed resource type has enough free units, in one or several resources. */
function resourceStarts(facts: Facts, item: Item, offset: number): Spans {
  const interval = resourceInterval(item, offset);
  // Reuses results, because most candidates have the same duration.
  const key = `${interval.from} ${interval.until} ${item.needs.map(({ type, count }) => `${type} ${count}`)}`;
  const byKey = startsByFacts.get(facts) ?? new Map<string, Spans>();
  startsByFacts.set(facts, byKey);
  const known = byKey.get(key) ?? unitStarts(facts, item, interval);
  byKey.set(key, known);
  return known;
}

const startsByFacts = new WeakMap<Facts, Map<string, Spans>>();

function unitStarts(facts: Facts, item: Item, interval: Interval): Spans {
  let starts: Spans = [facts.fromAt, facts.untilAt];
  for (const need of item.needs) {
    const units: Spans[] = [];
    for (const resource of facts.resources) {
      if (resource.type !== need.type) continue;
      for (let unit = 1; unit <= Math.min(resource.capacity, need.count); unit++) {
        units.push(freeStarts(freeUnits(resource, unit), noSpans, interval));
      }
    }
    starts = intersectSpans(starts, coveredAtLeast(units, need.count));
  }
  return starts;
}

/** Returns the time that is contained in at least `count` of the lists. */
function coveredAtLeast(lists: readonly Spans[], count: number): Spans {
  if (lists.length < count) return noSpans;
  if (lists.length === 1) return lists[0] as Spans;
  const edges: [at: number, change: number][] = [];
  for (const spans of lists) {
    for (let i = 0; i < spans.length; i++) edges.push([spans[i] as number, i % 2 === 0 ? 1 : -1]);
  }
  // At the same instant, ends come before starts; appendSpan joins spans of two lists that touch.
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
 * Returns the starts that put the item on a day with more than `maxItems` items of its service. An appointment with two items of
 * one service needs room for both on the day of each. If the items are on both sides of midnight, this rule requires slightly
 * more room than the appointment takes, never less.
 */
function fullDays(facts: Facts, item: Item, offset: number, maxItems: number): Spans {
  const pairs: [number, number][] = [];
  const lastDay = dayAt(facts.zone, facts.untilAt + offset);
  for (let day = dayAt(facts.zone, facts.fromAt + offset); day <= lastDay; day++) {
    if (facts.bookedOn(item.serviceId, day) <= maxItems) continue;
    pairs.push([startOfDay(facts.zone, day) - offset, startOfDay(facts.zone, day + 1) - offset]);
  }
  return spansOf(pairs);
}
