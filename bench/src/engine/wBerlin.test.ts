import { findSlots } from "@daybook/engine";
import { describe, expect, it } from "vitest";
import { bitsetFloor, sweepFloor } from "./floors.ts";
import { factsOf, monthOf, searchOf, wBerlin } from "./wBerlin.ts";

describe("the workload W-BERLIN", () => {
  it.each(wBerlin.check_sums)(
    "has $per_staff_slots slots of $staff staff, $union_slots for anybody",
    (sums) => {
      const month = monthOf(sums.staff);
      const anybody = searchOf(month);
      const each = month.staffIds.map((id, index) => {
        const items = anybody.items.map((item) => ({
          ...item,
          any: false,
          candidates: item.candidates.filter(({ staffId }) => staffId === id),
        }));
        const { starts } = findSlots(factsOf(month), { ...anybody, items });
        expect(starts).toEqual([...sweepFloor(month, index)()]);
        return starts.length;
      });
      expect(each.reduce((sum, count) => sum + count, 0)).toBe(sums.per_staff_slots);
    },
  );

  it.each(wBerlin.check_sums)(
    "is offered whole: $union_slots starts by anybody of $staff, as the floor finds them",
    (sums) => {
      const month = monthOf(sums.staff);
      const { starts } = findSlots(factsOf(month), searchOf(month));
      expect(starts).toHaveLength(sums.union_slots);
      expect(starts).toEqual([...bitsetFloor(month, sums.staff)()]);
    },
  );
});
