import type { AppointmentItems, Item } from "./appointmentItems.ts";
import type { Facts } from "./facts.ts";
import { durationOf } from "./phases.ts";
import type { Search } from "./search.ts";
import { intersectSpans, noSpans, type Spans, spansWithin, subtractSpans, unionSpans } from "./spans.ts";
import { appointmentStarts, countSameService, itemStarts } from "./starts.ts";
import { assignStaff, type UnassignedItem } from "./unassignedItem.ts";
import { dayAt, MINUTE, startOfDay } from "./wallclock.ts";

/**
 * Visits for starts that no single member can serve: members are assigned item by item, in the order of the day's
 * booked minutes, the first for whom the rest of the visit can still be served (contract §4, "with backtracking").
 * `dealt` are the starts that need nobody any more; every other start that can be served is in exactly one answer.
 *
 * Works on sets of starts. Going back on a choice is never needed: what the items behind it can be served at depends
 * on where they begin and on nothing else, and is known beforehand. Trying out everybody took a second for six items
 * of twelve members, and ten times that for each further item.
 */
export function mixedAssignments(
  facts: Facts,
  search: Search,
  dealt: Spans,
): { visit: AppointmentItems; starts: Spans }[] {
  const { items, rules } = search;
  const found: { visit: AppointmentItems; starts: Spans }[] = [];
  const answers = new Map<string, Spans>();
  const endings = new Map<string, Spans>();
  const all = spansWithin(appointmentStarts(facts, items, rules), search.fromAt, search.untilAt);
  const possible = subtractSpans(servedFrom(0, 0), dealt);

  const lastDay = dayAt(facts.zone, search.untilAt - 1);
  for (let day = dayAt(facts.zone, search.fromAt); day <= lastDay; day++) {
    const starts = spansWithin(possible, startOfDay(facts.zone, day), startOfDay(facts.zone, day + 1));
    if (starts.length === 0) continue;
    const ordered = items.map((item) => leastBookedFirst(item, search, day));
    assign([], 0, starts, ordered);
  }
  return found;

  /** Starts of the visit at which the items from this one on can be served, when it begins at the offset. */
  function servedFrom(index: number, offset: number): Spans {
    const item = items[index];
    if (item === undefined) return all;
    const key = `${index} ${offset}`;
    const known = endings.get(key);
    if (known !== undefined) return known;
    let served = noSpans;
    for (const candidate of item.candidates) {
      const one = assignStaff(item, candidate);
      const rest = servedFrom(index + 1, offset + lengthOf(one));
      served = unionSpans(served, intersectSpans(rest, allowedStarts(index, offset, one)));
    }
    endings.set(key, served);
    return served;
  }

  /** Each question is answered once: a member is asked for the same item on every day and behind many others. */
  function allowedStarts(index: number, offset: number, item: Item): Spans {
    const key = `${index} ${offset} ${item.staffId}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const allowed = itemStarts(facts, item, offset, countSameService(items, item), rules);
    answers.set(key, allowed);
    return allowed;
  }

  /** Every one of the starts can be served from here on. */
  function assign(
    visit: readonly Item[],
    offset: number,
    starts: Spans,
    ordered: readonly UnassignedItem[],
  ): void {
    const index = visit.length;
    const item = ordered[index];
    if (item === undefined) {
      found.push({ visit, starts });
      return;
    }
    let open = starts;
    for (const candidate of item.candidates) {
      if (open.length === 0) return;
      const one = assignStaff(item, candidate);
      const rest = servedFrom(index + 1, offset + lengthOf(one));
      const own = intersectSpans(intersectSpans(open, allowedStarts(index, offset, one)), rest);
      if (own.length === 0) continue;
      assign([...visit, one], offset + lengthOf(one), own, ordered);
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
