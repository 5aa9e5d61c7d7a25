import fc from "fast-check";
import { expect, it } from "vitest";
import { claimed } from "../cases/examples.ts";
import { freeUnits } from "./resources.ts";
import { coversSpan } from "./spans.ts";
import { planUnits, type UnitClaim } from "./units.ts";

/* A model of a resource and of the database's exclusion constraint (the guard): guarded claims of one unit never
   overlap, and every guarded claim is on an existing unit. The units that the engine assigns must satisfy the guard
   after any history, including a capacity that was lowered below the number of claims. Otherwise the guard would
   refuse a valid booking on every retry. */

/** A stored claim. `guarded` is false when the claim was overbooked or no unit was free. */
interface StoredClaim extends UnitClaim {
  readonly guarded: boolean;
  readonly exclusive: boolean;
}

interface Interval {
  readonly startsAt: number;
  readonly endsAt: number;
}

const HORIZON = 40;
const interval = fc
  .tuple(fc.integer({ min: 0, max: HORIZON - 1 }), fc.integer({ min: 2, max: 9 }))
  .map(([startsAt, length]): Interval => ({ startsAt, endsAt: Math.min(HORIZON, startsAt + length) }));

const appointment = fc.record({
  kind: fc.constant("appointment" as const),
  wanted: interval.chain((one) => fc.constantFrom([one], [one], [one, one])),
  force: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});
const block = fc.record({ kind: fc.constant("block" as const), wanted: interval });
const end = fc.record({ kind: fc.constant("end" as const), nth: fc.nat() });
const change = fc.record({ kind: fc.constant("change" as const), capacity: fc.integer({ min: 1, max: 4 }) });
const operations = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: appointment },
    { weight: 1, arbitrary: block },
    { weight: 3, arbitrary: end },
    { weight: 1, arbitrary: change },
  ),
  { minLength: 10, maxLength: 60, size: "max" },
);

it("planned units satisfy the database's guard, whatever changes of capacity come between", () => {
  let moves = 0;
  let shrunk = 0;
  fc.assert(
    fc.property(operations, (list) => {
      let stored: StoredClaim[] = [];
      let capacity = 3;
      let number = 0;
      for (const operation of list) {
        if (operation.kind === "end")
          stored = stored.filter((_, index) => index !== operation.nth % stored.length);
        if (operation.kind === "change") capacity = operation.capacity;
        if (operation.kind === "block") {
          const guarded = !stored.some((other) => overlap(other, operation.wanted));
          stored.push({ id: `${number++}`, ...operation.wanted, unit: 0, guarded, exclusive: true });
        }
        if (operation.kind === "appointment") {
          const fits = operation.wanted.map((one, index) =>
            isFree(stored, operation.wanted.slice(0, index), one, capacity),
          );
          if (!operation.force && fits.includes(false)) continue;
          const guarded = operation.wanted.filter((_, index) => fits[index]);
          const existing = chainOf(stored, operation.wanted).filter((claim) => claim.guarded);
          const plan = planUnits(existing, guarded, capacity);
          // A claim that fits the capacity finds no unit only if, at another time, claims from before the capacity was lowered
          // exceed the new capacity.
          if (plan === null) expect(maxOverlapping([...existing, ...guarded])).toBeGreaterThan(capacity);
          if (plan === null) shrunk++;
          if ((plan?.moved.length ?? 0) > 0) moves++;
          const units = new Map(plan?.moved.map(({ id, unit }) => [id, unit]));
          for (const unit of [...units.values(), ...(plan?.units ?? [])]) expect(unit).toBeLessThan(capacity);
          stored = stored.map((claim) => ({ ...claim, unit: units.get(claim.id) ?? claim.unit }));
          let next = 0;
          operation.wanted.forEach((one, index) => {
            const unit = fits[index] === true ? plan?.units[next++] : undefined;
            stored.push({
              id: `${number++}`,
              ...one,
              unit: unit ?? 0,
              guarded: unit !== undefined,
              exclusive: false,
            });
          });
        }
        expect(refusedByGuard(stored)).toEqual([]);
      }
    }),
    { numRuns: 2000 },
  );
  // The test covers histories that move claims and histories that lower the capacity below the number of claims.
  expect(Math.min(moves, shrunk)).toBeGreaterThan(0);
});

function overlap(one: Interval, other: Interval): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}

/** Whether a unit is free for the whole time. Overbooked claims and blocks also take the unit. */
function isFree(
  stored: readonly StoredClaim[],
  before: readonly Interval[],
  one: Interval,
  capacity: number,
): boolean {
  const claims = [
    ...stored.map(({ startsAt, endsAt, exclusive }) => claimed(startsAt, endsAt, { exclusive })),
    ...before.map(({ startsAt, endsAt }) => claimed(startsAt, endsAt)),
  ];
  const resource = { id: "room", type: "room", capacity, claims };
  return coversSpan(freeUnits(resource, 1), one.startsAt, one.endsAt);
}

/** Returns every claim that overlaps the wanted time, directly or through other claims. */
function chainOf(stored: readonly StoredClaim[], wanted: readonly Interval[]): StoredClaim[] {
  let reach = {
    startsAt: Math.min(...wanted.map(({ startsAt }) => startsAt)),
    endsAt: Math.max(...wanted.map(({ endsAt }) => endsAt)),
  };
  for (;;) {
    const chain = stored.filter((claim) => overlap(claim, reach));
    const wider = {
      startsAt: Math.min(reach.startsAt, ...chain.map(({ startsAt }) => startsAt)),
      endsAt: Math.max(reach.endsAt, ...chain.map(({ endsAt }) => endsAt)),
    };
    if (wider.startsAt === reach.startsAt && wider.endsAt === reach.endsAt) return chain;
    reach = wider;
  }
}

function maxOverlapping(claims: readonly Interval[]): number {
  return Math.max(
    0,
    ...claims.map(
      ({ startsAt }) =>
        claims.filter((other) => other.startsAt <= startsAt && startsAt < other.endsAt).length,
    ),
  );
}

function refusedByGuard(stored: readonly StoredClaim[]): StoredClaim[][] {
  const guarded = stored.filter((claim) => claim.guarded);
  return guarded.flatMap((one, index) =>
    guarded
      .slice(index + 1)
      .filter((other) => other.unit === one.unit && overlap(one, other))
      .map((other) => [one, other]),
  );
}
