import fc from "fast-check";
import { expect, it } from "vitest";
import { claimed } from "../cases/examples.ts";
import { freeUnits } from "./resources.ts";
import { coversSpan } from "./spans.ts";
import { planUnits, type UnitClaim } from "./units.ts";

/*
 * A resource as the calendar keeps it, and the rule by which the database guards it: guarded claims of one unit never
 * overlap, and a claim is only ever put on a unit that there is. Whatever has happened before, a capacity that shrank
 * under its claims included, what the engine hands out must pass: else a booking that fits is refused by the guard
 * for as long as it tries.
 */

/** One that is not guarded was forced, or found no unit. */
interface Kept extends UnitClaim {
  readonly guarded: boolean;
  readonly exclusive: boolean;
}

interface Stretch {
  readonly startsAt: number;
  readonly endsAt: number;
}

const HORIZON = 40;
const stretch = fc
  .tuple(fc.integer({ min: 0, max: HORIZON - 1 }), fc.integer({ min: 2, max: 9 }))
  .map(([startsAt, length]): Stretch => ({ startsAt, endsAt: Math.min(HORIZON, startsAt + length) }));

const visit = fc.record({
  what: fc.constant("visit" as const),
  wanted: stretch.chain((one) => fc.constantFrom([one], [one], [one, one])),
  force: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});
const block = fc.record({ what: fc.constant("block" as const), wanted: stretch });
const end = fc.record({ what: fc.constant("end" as const), nth: fc.nat() });
const change = fc.record({ what: fc.constant("change" as const), capacity: fc.integer({ min: 1, max: 4 }) });
const deeds = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: visit },
    { weight: 1, arbitrary: block },
    { weight: 3, arbitrary: end },
    { weight: 1, arbitrary: change },
  ),
  { minLength: 10, maxLength: 60, size: "max" },
);

it("units that were handed out pass the database's guard, whatever became of the capacity since", () => {
  let moves = 0;
  let shrunk = 0;
  fc.assert(
    fc.property(deeds, (list) => {
      let kept: Kept[] = [];
      let capacity = 3;
      let number = 0;
      for (const deed of list) {
        if (deed.what === "end") kept = kept.filter((_, index) => index !== deed.nth % kept.length);
        if (deed.what === "change") capacity = deed.capacity;
        if (deed.what === "block") {
          const guarded = !kept.some((other) => overlap(other, deed.wanted));
          kept.push({ id: `${number++}`, ...deed.wanted, unit: 0, guarded, exclusive: true });
        }
        if (deed.what === "visit") {
          const fits = deed.wanted.map((one, index) =>
            isFree(kept, deed.wanted.slice(0, index), one, capacity),
          );
          if (!deed.force && fits.includes(false)) continue;
          const guarded = deed.wanted.filter((_, index) => fits[index]);
          const existing = chainOf(kept, deed.wanted).filter((claim) => claim.guarded);
          const plan = planUnits(existing, guarded, capacity);
          // A claim that fits by count finds no unit only among those from when there were more.
          if (plan === null) expect(mostAtOnce([...existing, ...guarded])).toBeGreaterThan(capacity);
          if (plan === null) shrunk++;
          if ((plan?.moved.length ?? 0) > 0) moves++;
          const units = new Map(plan?.moved.map(({ id, unit }) => [id, unit]));
          for (const unit of [...units.values(), ...(plan?.units ?? [])]) expect(unit).toBeLessThan(capacity);
          kept = kept.map((claim) => ({ ...claim, unit: units.get(claim.id) ?? claim.unit }));
          let next = 0;
          deed.wanted.forEach((one, index) => {
            const unit = fits[index] === true ? plan?.units[next++] : undefined;
            kept.push({
              id: `${number++}`,
              ...one,
              unit: unit ?? 0,
              guarded: unit !== undefined,
              exclusive: false,
            });
          });
        }
        expect(refusedByGuard(kept)).toEqual([]);
      }
    }),
    { numRuns: 2000 },
  );
  // Histories in which nothing was coloured anew, or no capacity stood in the way, would show nothing.
  expect(Math.min(moves, shrunk)).toBeGreaterThan(0);
});

function overlap(one: Stretch, other: Stretch): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}

/** Whether a unit is free throughout, forced claims and blocks counted. */
function isFree(kept: readonly Kept[], before: readonly Stretch[], one: Stretch, capacity: number): boolean {
  const claims = [
    ...kept.map(({ startsAt, endsAt, exclusive }) => claimed(startsAt, endsAt, { exclusive })),
    ...before.map(({ startsAt, endsAt }) => claimed(startsAt, endsAt)),
  ];
  const resource = { id: "room", type: "room", capacity, claims };
  return coversSpan(freeUnits(resource, 1), one.startsAt, one.endsAt);
}

/** Every claim that overlaps the wanted time, directly or through others. */
function chainOf(kept: readonly Kept[], wanted: readonly Stretch[]): Kept[] {
  let reach = {
    startsAt: Math.min(...wanted.map(({ startsAt }) => startsAt)),
    endsAt: Math.max(...wanted.map(({ endsAt }) => endsAt)),
  };
  for (;;) {
    const chain = kept.filter((claim) => overlap(claim, reach));
    const wider = {
      startsAt: Math.min(reach.startsAt, ...chain.map(({ startsAt }) => startsAt)),
      endsAt: Math.max(reach.endsAt, ...chain.map(({ endsAt }) => endsAt)),
    };
    if (wider.startsAt === reach.startsAt && wider.endsAt === reach.endsAt) return chain;
    reach = wider;
  }
}

function mostAtOnce(claims: readonly Stretch[]): number {
  return Math.max(
    0,
    ...claims.map(
      ({ startsAt }) =>
        claims.filter((other) => other.startsAt <= startsAt && startsAt < other.endsAt).length,
    ),
  );
}

function refusedByGuard(kept: readonly Kept[]): Kept[][] {
  const guarded = kept.filter((claim) => claim.guarded);
  return guarded.flatMap((one, index) =>
    guarded
      .slice(index + 1)
      .filter((other) => other.unit === one.unit && overlap(one, other))
      .map((other) => [one, other]),
  );
}
