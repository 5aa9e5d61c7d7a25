import type { AppointmentItems, Item } from "./appointmentItems.ts";
import { Cells, earlierBits, hasBit, keepBits } from "./cells.ts";
import type { Facts } from "./facts.ts";
import { gridStarts } from "./grid.ts";
import { performableFrom } from "./performable.ts";
import { durationOf } from "./phases.ts";
import type { Search, SingleStaffAssignment, Slots } from "./search.ts";
import type { Spans } from "./spans.ts";
import { countSameService, itemStarts } from "./starts.ts";
import { assignStaff, type Candidate, type UnassignedItem } from "./unassignedItem.ts";
import { dayAt, startOfDay } from "./wallclock.ts";

/** A candidate for an item, with the cells at which the candidate can perform it. */
interface Performer {
  readonly candidate: Candidate;
  readonly row: Int32Array;
  readonly length: number;
}

/**
 * Finds the slots within `allowed` for several items with `any` staff member. At each start one staff member performs all of
 * them, if possible. Otherwise staff members are chosen item by item: of the candidates with whom the remaining items can still
 * be performed, the one with the fewest booked minutes of the day (contract §4, "with backtracking"). No choice needs to be
 * revised, because `performableFrom` has computed where the remaining items fit.
 */
export function slotsOfSeveralItems(
  facts: Facts,
  search: Search,
  single: readonly SingleStaffAssignment[],
  allowed: Spans,
): Slots {
  const { items } = search;
  const cells = new Cells(facts.zone, search);
  const reaching = { ...facts, fromAt: search.fromAt, untilAt: cells.untilAt };
  const performers = items.map((item) =>
    item.candidates.map((candidate): Performer => {
      const assigned = assignStaff(item, candidate);
      const starts = itemStarts(reaching, assigned, 0, countSameService(items, item), search.rules);
      const length = cells.cellsIn(durationOf(candidate.phases));
      return { candidate, row: cells.within(starts), length };
    }),
  );
  const rows = performableFrom(
    cells,
    search,
    (index, _, rank) => ((performers[index] as readonly Performer[])[rank] as Performer).row,
  );
  const singleRows = single.map(({ ranks }) => rowOfAll(performers, ranks));

  const found = new FoundSlots(single.map((one) => one.items));
  let day = Number.NaN;
  let dayEndsAt = Number.NEGATIVE_INFINITY;
  let singleOrder: number[] = [];
  let ordered: Performer[][] = [];
  for (const at of gridStarts(facts.zone, items[0]?.rules.slotStepMinutes ?? 1, allowed)) {
    const cell = cells.cellAt(at);
    if (!hasBit(rows[0] as Int32Array, cell)) continue;
    if (at >= dayEndsAt) {
      day = dayAt(facts.zone, at);
      dayEndsAt = startOfDay(facts.zone, day + 1);
      const minutes = single.map(({ staffId }) => search.bookedMinutes(staffId, day));
      singleOrder = [...single.keys()].sort(
        (one, other) => (minutes[one] as number) - (minutes[other] as number) || one - other,
      );
      ordered = items.map((item, index) =>
        leastBookedFirst(item, performers[index] as Performer[], search, day),
      );
    }
    const only = singleOrder.find((index) => hasBit(singleRows[index] as Int32Array, cell));
    if (only !== undefined) found.add(at, only);
    else found.addMixed(at, items, chooseStaff(ordered, rows, cell));
  }
  return found;
}

/**
 * Returns the cells at which one staff member can perform all items; `ranks` are the staff member's indexes among the candidates.
 */
function rowOfAll(performers: readonly (readonly Performer[])[], ranks: readonly number[]): Int32Array {
  let all: Int32Array | undefined;
  let offset = 0;
  ranks.forEach((rank, index) => {
    const { row, length } = (performers[index] as readonly Performer[])[rank] as Performer;
    const own = earlierBits(row, offset);
    if (all === undefined) all = own;
    else keepBits(all, own);
    offset += length;
  });
  return all as Int32Array;
}

/** Chooses a candidate for each item. Precondition: the items can be performed from the cell on. */
function chooseStaff(
  ordered: readonly (readonly Performer[])[],
  rows: readonly Int32Array[],
  cell: number,
): Candidate[] {
  let itemCell = cell;
  return ordered.map((performers, index) => {
    const rest = rows[index + 1];
    const chosen = performers.find(
      ({ row, length }) => hasBit(row, itemCell) && (rest === undefined || hasBit(rest, itemCell + length)),
    ) as Performer;
    itemCell += chosen.length;
    return chosen.candidate;
  });
}

function leastBookedFirst(
  item: UnassignedItem,
  performers: readonly Performer[],
  search: Search,
  day: number,
): Performer[] {
  if (!item.any) return [...performers];
  return performers
    .map((performer, rank) => {
      return { performer, rank, minutes: search.bookedMinutes(performer.candidate.staffId, day) };
    })
    .sort((one, other) => one.minutes - other.minutes || one.rank - other.rank)
    .map(({ performer }) => performer);
}

/** Collects slots. Each combination of staff members is stored as one assignment, even if many starts use it. */
class FoundSlots implements Slots {
  readonly starts: number[] = [];
  readonly choices: number[] = [];
  readonly assignments: AppointmentItems[];
  readonly #choiceByStaff = new Map<string, number>();

  constructor(single: readonly AppointmentItems[]) {
    this.assignments = [...single];
  }

  add(at: number, choice: number): void {
    this.starts.push(at);
    this.choices.push(choice);
  }

  addMixed(at: number, items: readonly UnassignedItem[], staff: readonly Candidate[]): void {
    const key = staff.map(({ staffId }) => staffId).join(" ");
    let choice = this.#choiceByStaff.get(key);
    if (choice === undefined) {
      const assigned = items.map((item, index): Item => assignStaff(item, staff[index] as Candidate));
      choice = this.assignments.push(assigned) - 1;
      this.#choiceByStaff.set(key, choice);
    }
    this.add(at, choice);
  }
}
