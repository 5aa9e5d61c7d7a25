import type { AppointmentItems } from "./appointmentItems.ts";
import type { Facts } from "./facts.ts";
import { GridStarts } from "./grid.ts";
import { slotsOfSeveralItems } from "./severalItems.ts";
import { spansWithin } from "./spans.ts";
import { StartAllocator } from "./startAllocator.ts";
import { appointmentStarts, markStarts, type Rule } from "./starts.ts";
import { assignStaff, type Candidate, type UnassignedItem } from "./unassignedItem.ts";

export interface Search {
  readonly items: readonly UnassignedItem[];
  /** The inclusive start of the window for starts; `untilAt` is exclusive. The window lies within that of the facts. */
  readonly fromAt: number;
  readonly untilAt: number;
  readonly rules: ReadonlySet<Rule>;
  /**
   * Returns the minutes of a staff member's items on a local day (a day number); called only when there are several candidates.
   */
  bookedMinutes(staffId: string, day: number): number;
}

/** Slots, one per start, earliest first. `assignments[choices[i]]` has the items of `starts[i]` with their staff. */
export interface Slots {
  readonly starts: readonly number[];
  readonly choices: readonly number[];
  readonly assignments: readonly AppointmentItems[];
}

/**
 * Finds every grid start at which the items can be placed, each with one choice of staff: one staff member who performs all `any`
 * items if possible, otherwise staff members assigned in order, with backtracking. Chooses among several candidates by the
 * fewest booked minutes on the start's local day, then by position, then by id (contract §4).
 *
 * Works on spans instead of starts: accepts or rejects whole days at once, and handles only offered instants one by one. Linear
 * in staff and days.
 */
export function findSlots(facts: Facts, search: Search): Slots {
  const step = search.items[0]?.rules.slotStepMinutes ?? 1;
  const single = singleStaffAssignments(search.items);
  const [fromAt, untilAt] = spansWithin(
    appointmentStarts(facts, search.items, search.rules),
    search.fromAt,
    search.untilAt,
  );
  if (fromAt === undefined || untilAt === undefined) return { starts: [], choices: [], assignments: [] };

  const canMixStaff = search.items.filter((item) => item.any).length > 1;
  if (canMixStaff) return slotsOfSeveralItems(facts, search, single, [fromAt, untilAt]);
  const only = single[0]?.items;
  if (single.length === 1 && only !== undefined) {
    const grid = new GridStarts(facts.zone, step, fromAt, untilAt);
    markStarts(facts, only, search.rules, grid);
    const starts = grid.starts();
    return { starts, choices: zeros(starts.length), assignments: [only] };
  }

  const assignments: AppointmentItems[] = single.map(({ items }) => items);
  const allocator = new StartAllocator(facts.zone, step, fromAt, untilAt, assignments.length);
  assignments.forEach((items, index) => {
    markStarts(facts, items, search.rules, allocator.row(index));
  });
  allocator.allocate((index, day) =>
    search.bookedMinutes((single[index] as SingleStaffAssignment).staffId, day),
  );
  return { ...allocator.slots(), assignments };
}

/** Returns a list of zeros. Copying them at once takes a tenth of the time of writing them one by one. */
function zeros(count: number): number[] {
  while (zeroBuffer.length < count) zeroBuffer.push(0);
  return zeroBuffer.slice(0, count);
}

const zeroBuffer: number[] = [];

/** An assignment of one staff member to all `any` items. */
export interface SingleStaffAssignment {
  readonly staffId: string;
  readonly items: AppointmentItems;
  /** For each item, the index of its staff member among the item's candidates. */
  readonly ranks: readonly number[];
}

/** Returns the assignments in which one staff member performs all `any` items, in the order of the candidates. */
function singleStaffAssignments(items: readonly UnassignedItem[]): SingleStaffAssignment[] {
  if (items.some((item) => item.candidates.length === 0)) return [];
  const first = items.find((item) => item.any);
  if (first === undefined) {
    const assigned = items.map((item) => assignStaff(item, item.candidates[0] as Candidate));
    return [{ staffId: "", items: assigned, ranks: items.map(() => 0) }];
  }
  const performers = items.map(
    (item) => new Map(item.candidates.map(({ staffId }, rank) => [staffId, rank])),
  );
  const found: SingleStaffAssignment[] = [];
  for (const { staffId } of first.candidates) {
    const ranks = items.map((item, index) => (item.any ? (performers[index]?.get(staffId) ?? -1) : 0));
    if (ranks.includes(-1)) continue;
    const assigned = items.map((item, index) =>
      assignStaff(item, item.candidates[ranks[index] as number] as Candidate),
    );
    found.push({ staffId, items: assigned, ranks });
  }
  return found;
}
