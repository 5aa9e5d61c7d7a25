import type { AppointmentItems, Item } from "./appointmentItems.ts";
import type { Facts } from "./facts.ts";
import { gridStarts } from "./grid.ts";
import { mixedAssignments } from "./mixedAssignments.ts";
import { spansWithin } from "./spans.ts";
import { StartAllocator } from "./startAllocator.ts";
import { appointmentStarts, markStarts, type Rule, startSpans } from "./starts.ts";
import { assignStaff, type Candidate, type UnassignedItem } from "./unassignedItem.ts";

export interface Search {
  readonly items: readonly UnassignedItem[];
  /** Starts with `fromAt ≤ start < untilAt`, within the facts' window. */
  readonly fromAt: number;
  readonly untilAt: number;
  readonly rules: ReadonlySet<Rule>;
  /** Minutes of a staff member's items on a local day (its day number); asked only where there is a choice. */
  bookedMinutes(staffId: string, day: number): number;
}

/** Slots, one per start, earliest first: the visit of `starts[i]` is `visits[choices[i]]`. */
export interface Slots {
  readonly starts: readonly number[];
  readonly choices: readonly number[];
  readonly assignments: readonly AppointmentItems[];
}

/**
 * Every grid start at which the visit can be placed, each with one choice of staff: one member who performs all
 * `any` items if there is one, else members assigned in order, with backtracking; among candidates the one with
 * the fewest booked minutes on the start's local day, then position, then id (contract §4).
 *
 * Works on spans, not on starts: whole days are ruled in or out at once, and an instant is looked at only when it
 * is offered. Linear in staff and days.
 */
export function findSlots(facts: Facts, search: Search): Slots {
  const step = search.items[0]?.rules.slotStepMinutes ?? 1;
  const alone = loneVisits(search.items);
  const [fromAt, untilAt] = spansWithin(
    appointmentStarts(facts, search.items, search.rules),
    search.fromAt,
    search.untilAt,
  );
  if (fromAt === undefined || untilAt === undefined) return { starts: [], choices: [], assignments: [] };

  const only = alone[0]?.visit;
  const isOpen = search.items.filter((item) => item.any).length > 1;
  if (alone.length === 1 && only !== undefined && !isOpen) {
    const starts = gridStarts(
      facts.zone,
      step,
      spansWithin(startSpans(facts, only, search.rules), fromAt, untilAt),
    );
    return { starts, choices: starts.map(() => 0), assignments: [only] };
  }

  const assignments: AppointmentItems[] = alone.map(({ visit }) => visit);
  const board = new StartAllocator(facts.zone, step, fromAt, untilAt, assignments.length);
  assignments.forEach((visit, index) => {
    markStarts(facts, visit, search.rules, board.row(index));
  });
  board.deal((index, day) => search.bookedMinutes((alone[index] as LoneVisit).staffId, day));
  if (isOpen) {
    for (const { visit, starts } of mixedAssignments(facts, search, board.dealtStarts())) {
      if (board.fill(assignments.length, starts)) assignments.push(visit);
    }
  }
  return { ...board.slots(), assignments };
}

interface LoneVisit {
  readonly staffId: string;
  readonly visit: AppointmentItems;
}

/** The visits in which one member performs all `any` items, in the order of the members. */
function loneVisits(items: readonly UnassignedItem[]): LoneVisit[] {
  if (items.some((item) => item.candidates.length === 0)) return [];
  const first = items.find((item) => item.any);
  if (first === undefined) {
    return [{ staffId: "", visit: items.map((item) => assignStaff(item, item.candidates[0] as Candidate)) }];
  }
  const performers = items.map(
    (item) => new Map(item.candidates.map((candidate) => [candidate.staffId, candidate])),
  );
  const found: LoneVisit[] = [];
  for (const { staffId } of first.candidates) {
    const visit: Item[] = [];
    items.forEach((item, index) => {
      const candidate = item.any ? performers[index]?.get(staffId) : item.candidates[0];
      if (candidate !== undefined) visit.push(assignStaff(item, candidate));
    });
    if (visit.length === items.length) found.push({ staffId, visit });
  }
  return found;
}
