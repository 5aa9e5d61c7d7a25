import { addFollowed, type Cells } from "./cells.ts";
import { durationOf } from "./phases.ts";
import type { Search } from "./search.ts";
import type { Candidate } from "./unassignedItem.ts";

/**
 * Returns, for each index, the cells at which the items from that index on can be performed back to back by any of their
 * candidates; entry 0 is for the whole appointment. `rowOf` returns the cells at which a candidate can perform an item.
 *
 * An item's rules depend on its own start only, never on the items before it. So one pass from the last item to the first decides
 * all combinations of staff: it is linear in items and candidates, while trying the combinations is exponential.
 */
export function performableFrom(
  cells: Cells,
  search: Search,
  rowOf: (index: number, candidate: Candidate, rank: number) => Int32Array,
): Int32Array[] {
  const { items } = search;
  const rows: Int32Array[] = [];
  for (let index = items.length - 1; index >= 0; index--) {
    const row = cells.none();
    const next = rows[index + 1];
    items[index]?.candidates.forEach((candidate, rank) => {
      const distance = cells.cellsIn(durationOf(candidate.phases));
      addFollowed(row, rowOf(index, candidate, rank), next, distance);
    });
    rows[index] = row;
  }
  return rows;
}
