import { findSlots } from "@daybook/engine";
import { describe, expect, it } from "vitest";
import { referenceBitset, referenceSweep } from "./references.ts";
import { factsOf, monthOf, searchOf, wBerlin } from "./wBerlin.ts";

describe("the workload W-BERLIN", () => {
  it.each(wBerlin.check_sums)(
    "has $per_staff_slots slots of $staff staff members, each on their own",
    (sums) => {
      const month = monthOf(sums.staff);
      const search = searchOf(month);
      const each = month.staffIds.map((id, index) => {
        const items = search.items.map((item) => ({
          ...item,
          any: false,
          candidates: item.candidates.filter(({ staffId }) => staffId === id),
        }));
        const { starts } = findSlots(factsOf(month), { ...search, items });
        expect(starts).toEqual([...referenceSweep(month, index)()]);
        return starts.length;
      });
      expect(each.reduce((sum, count) => sum + count, 0)).toBe(sums.per_staff_slots);
    },
  );

  it.each(wBerlin.check_sums)(
    "has $union_slots starts for any of $staff staff members, the same as the reference",
    (sums) => {
      const month = monthOf(sums.staff);
      const { starts } = findSlots(factsOf(month), searchOf(month));
      expect(starts).toHaveLength(sums.union_slots);
      expect(starts).toEqual([...referenceBitset(month, sums.staff)()]);
    },
  );
});
