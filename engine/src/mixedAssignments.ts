import type { AppointmentItems, Item } from "./appointmentItems.ts";
import type { Facts } from "./facts.ts";
import { durationOf } from "./phases.ts";
import type { Search } from "./search.ts";
import { intersectSpans, noSpans, type Spans, spansWithin, subtractSpans, unionSpans } from "./spans.ts";
import { appointmentStarts, countSameService, itemStarts } from "./starts.ts";
import { assignStaff, type UnassignedItem } from "./unassignedItem.ts";
import { dayAt, MINUTE, startOfDay } from "./wallclock.ts";

/** One assignment of staff and the starts, as spans, at which it is used. */
interface AssignedStarts {
  readonly items: AppointmentItems;
  readonly starts: Spans;
}

/**
 * Assignments for starts at which no single staff member can perform all `any` items: staff members are assigned item
 * by item, least booked minutes of the day first, the first with whom the remaining items can still be performed
 * (contract §4, "with backtracking"). `allocated` are the starts that already have an assignment; every other possible
 * start is in exactly one answer.
 *
 * Works on sets of starts and never revises a choice: the starts at which the remaining items can be performed depend
 * only on their offset, and are computed first. Trying every combination took a second for six items of twelve staff
 * members, and ten times that for each further item.
 */
export function mixedAssignments(facts: Facts, search: Search, allocated: Spans): AssignedStarts[] {
  const { items, rules } = search;
  const found: AssignedStarts[] = [];
  const allowedByKey = new Map<string, Spans>();
  const performableByKey = new Map<string, Spans>();
  const all = spansWithin(appointmentStarts(facts, items, rules), search.fromAt, search.untilAt);
  const possible = subtractSpans(performableFrom(0, 0), allocated);

  const lastDay = dayAt(facts.zone, search.untilAt - 1);
  for (let day = dayAt(facts.zone, search.fromAt); day <= lastDay; day++) {
    const starts = spansWithin(possible, startOfDay(facts.zone, day), startOfDay(facts.zone, day + 1));
    if (starts.length === 0) continue;
    const ordered = items.map((item) => leastBookedFirst(item, search, day));
    assignFrom([], 0, starts, ordered);
  }
  return found;

  /** Starts of the appointment at which the items from `index` on can be performed, the first of them `offset` later. */
  function performableFrom(index: number, offset: number): Spans {
    const item = items[index];
    if (item === undefined) return all;
    const key = `${index} ${offset}`;
    const known = performableByKey.get(key);
    if (known !== undefined) return known;
    let performable = noSpans;
    for (const candidate of item.candidates) {
      const assigned = assignStaff(item, candidate);
      const rest = performableFrom(index + 1, offset + lengthOf(assigned));
      performable = unionSpans(performable, intersectSpans(rest, allowedStarts(index, offset, assigned)));
    }
    performableByKey.set(key, performable);
    return performable;
  }

  /** Computed once per key, because every day and many preceding combinations need the same answer. */
  function allowedStarts(index: number, offset: number, item: Item): Spans {
    const key = `${index} ${offset} ${item.staffId}`;
    const known = allowedByKey.get(key);
    if (known !== undefined) return known;
    const allowed = itemStarts(facts, item, offset, countSameService(items, item), rules);
    allowedByKey.set(key, allowed);
    return allowed;
  }

  /** Assigns the items that follow `assigned`. Precondition: they can be performed at every one of the starts. */
  function assignFrom(
    assigned: readonly Item[],
    offset: number,
    starts: Spans,
    ordered: readonly UnassignedItem[],
  ): void {
    const index = assigned.length;
    const item = ordered[index];
    if (item === undefined) {
      found.push({ items: assigned, starts });
      return;
    }
    let open = starts;
    for (const candidate of item.candidates) {
      if (open.length === 0) return;
      const next = assignStaff(item, candidate);
      const rest = performableFrom(index + 1, offset + lengthOf(next));
      const own = intersectSpans(intersectSpans(open, allowedStarts(index, offset, next)), rest);
      if (own.length === 0) continue;
      assignFrom([...assigned, next], offset + lengthOf(next), own, ordered);
      open = subtractSpans(open, own);
    }
  }
}

const lengthOf = (item: Item) => durationOf(item.phases) * MINUTE;

function leastBookedFirst(item: UnassignedItem, search: Search, day: number): UnassignedItem {
  if (!item.any) return item;
  const candidates = item.candidates
    .map((candidate, rank) => ({ candidate, rank, minutes: search.bookedMinutes(candidate.staffId, day) }))
    .sort((one, other) => one.minutes - other.minutes || one.rank - other.rank)
    .map(({ candidate }) => candidate);
  return { ...item, candidates };
}
