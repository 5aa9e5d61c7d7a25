import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LaneClaim, planLanes } from "./lanes.ts";

const HORIZON = 40;
const stretch = fc
  .tuple(fc.integer({ min: 0, max: HORIZON - 1 }), fc.integer({ min: 1, max: 12 }))
  .map(([startsAt, length]) => ({ startsAt, endsAt: Math.min(HORIZON, startsAt + length) }));

/** Claims that a resource of that capacity has taken one after another, some of them cancelled since. */
const history = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.tuple(stretch, fc.boolean()), { maxLength: 14 }))
  .map(([capacity, booked]) => {
    let claims: LaneClaim[] = [];
    const gone = new Set<string>();
    booked.forEach(([one, isGone], index) => {
      const plan = planLanes(claims, [one], capacity);
      if (plan === null) return;
      const lanes = new Map(plan.moved.map(({ id, lane }) => [id, lane]));
      claims = claims.map((claim) => ({ ...claim, lane: lanes.get(claim.id) ?? claim.lane }));
      claims.push({ id: String(index), ...one, lane: plan.lanes[0] ?? -1 });
      if (isGone) gone.add(String(index));
    });
    return { capacity, existing: claims.filter(({ id }) => !gone.has(id)) };
  });

describe("lanes", () => {
  it("hold claims that never overlap, and refuse only what is more than the capacity at some instant", () => {
    fc.assert(
      fc.property(
        history,
        fc.array(stretch, { minLength: 1, maxLength: 3 }),
        ({ capacity, existing }, wanted) => {
          const plan = planLanes(existing, wanted, capacity);
          expect(plan === null).toBe(mostAtOnce([...existing, ...wanted]) > capacity);
          if (plan === null) return;
          const lanes = new Map(plan.moved.map(({ id, lane }) => [id, lane]));
          const after = [
            ...existing.map((claim) => ({ ...claim, lane: lanes.get(claim.id) ?? claim.lane })),
            ...wanted.map((one, index) => ({ ...one, lane: plan.lanes[index] ?? -1 })),
          ];
          for (let lane = 0; lane < capacity; lane++) {
            expect(mostAtOnce(after.filter((claim) => claim.lane === lane))).toBeLessThanOrEqual(1);
          }
          expect(after.every(({ lane }) => lane >= 0 && lane < capacity)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("leaves everybody where they are while a lane is free throughout", () => {
    const existing = [{ id: "a", startsAt: 0, endsAt: 10, lane: 0 }];
    expect(planLanes(existing, [{ startsAt: 5, endsAt: 15 }], 2)).toEqual({ lanes: [1], moved: [] });
    expect(planLanes(existing, [{ startsAt: 10, endsAt: 15 }], 2)).toEqual({ lanes: [0], moved: [] });
  });

  it("moves claims when no lane is free throughout although there is room at every instant", () => {
    const existing = [
      { id: "a", startsAt: 0, endsAt: 10, lane: 0 },
      { id: "b", startsAt: 20, endsAt: 30, lane: 1 },
    ];
    const plan = planLanes(existing, [{ startsAt: 5, endsAt: 25 }], 2);
    expect(plan).toEqual({ lanes: [1], moved: [{ id: "b", lane: 0 }] });
  });

  it("counts a claim that was written when the capacity was higher", () => {
    const existing = [{ id: "a", startsAt: 0, endsAt: 10, lane: 1 }];
    expect(planLanes(existing, [{ startsAt: 5, endsAt: 15 }], 1)).toBeNull();
    expect(planLanes(existing, [{ startsAt: 10, endsAt: 15 }], 1)).toEqual({ lanes: [0], moved: [] });
  });
});

function mostAtOnce(claims: readonly { startsAt: number; endsAt: number }[]): number {
  const counts = Array.from(
    { length: HORIZON },
    (_, at) => claims.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt).length,
  );
  return Math.max(...counts);
}
