import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planUnits, type UnitClaim } from "./units.ts";

const HORIZON = 40;
const interval = fc
  .tuple(fc.integer({ min: 0, max: HORIZON - 1 }), fc.integer({ min: 1, max: 12 }))
  .map(([startsAt, length]) => ({ startsAt, endsAt: Math.min(HORIZON, startsAt + length) }));

/** Generates claims on a resource with a random capacity. Plans the claims one after another, and then deletes some claims. */
const history = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.tuple(interval, fc.boolean()), { maxLength: 14 }))
  .map(([capacity, booked]) => {
    let claims: UnitClaim[] = [];
    const deleted = new Set<string>();
    booked.forEach(([one, isDeleted], index) => {
      const plan = planUnits(claims, [one], capacity);
      if (plan === null) return;
      const units = new Map(plan.moved.map(({ id, unit }) => [id, unit]));
      claims = claims.map((claim) => ({ ...claim, unit: units.get(claim.id) ?? claim.unit }));
      claims.push({ id: String(index), ...one, unit: plan.units[0] ?? -1 });
      if (isDeleted) deleted.add(String(index));
    });
    return { capacity, existing: claims.filter(({ id }) => !deleted.has(id)) };
  });

describe("planUnits", () => {
  it("never puts overlapping claims on one unit, and refuses only when the capacity is exceeded at an instant", () => {
    fc.assert(
      fc.property(
        history,
        fc.array(interval, { minLength: 1, maxLength: 3 }),
        ({ capacity, existing }, wanted) => {
          const plan = planUnits(existing, wanted, capacity);
          expect(plan === null).toBe(maxOverlapping([...existing, ...wanted]) > capacity);
          if (plan === null) return;
          const units = new Map(plan.moved.map(({ id, unit }) => [id, unit]));
          const after = [
            ...existing.map((claim) => ({ ...claim, unit: units.get(claim.id) ?? claim.unit })),
            ...wanted.map((one, index) => ({ ...one, unit: plan.units[index] ?? -1 })),
          ];
          for (let unit = 0; unit < capacity; unit++) {
            expect(maxOverlapping(after.filter((claim) => claim.unit === unit))).toBeLessThanOrEqual(1);
          }
          expect(after.every(({ unit }) => unit >= 0 && unit < capacity)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("moves no existing claim while a unit is free throughout", () => {
    const existing = [{ id: "a", startsAt: 0, endsAt: 10, unit: 0 }];
    expect(planUnits(existing, [{ startsAt: 5, endsAt: 15 }], 2)).toEqual({ units: [1], moved: [] });
    expect(planUnits(existing, [{ startsAt: 10, endsAt: 15 }], 2)).toEqual({ units: [0], moved: [] });
  });

  it("moves claims when no unit is free throughout although there is room at every instant", () => {
    const existing = [
      { id: "a", startsAt: 0, endsAt: 10, unit: 0 },
      { id: "b", startsAt: 20, endsAt: 30, unit: 1 },
    ];
    const plan = planUnits(existing, [{ startsAt: 5, endsAt: 25 }], 2);
    expect(plan).toEqual({ units: [1], moved: [{ id: "b", unit: 0 }] });
  });

  it("counts a claim that was written when the capacity was higher", () => {
    const existing = [{ id: "a", startsAt: 0, endsAt: 10, unit: 1 }];
    expect(planUnits(existing, [{ startsAt: 5, endsAt: 15 }], 1)).toBeNull();
    expect(planUnits(existing, [{ startsAt: 10, endsAt: 15 }], 1)).toEqual({ units: [0], moved: [] });
  });
});

function maxOverlapping(claims: readonly { startsAt: number; endsAt: number }[]): number {
  const counts = Array.from(
    { length: HORIZON },
    (_, at) => claims.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt).length,
  );
  return Math.max(...counts);
}
