import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedSlots } from "../cases/expectedSlots.ts";
import { oracleOf } from "../cases/oracle.ts";
import {
  type Audience,
  calendarAt,
  calendarMinutes,
  factsOf,
  firstVisit,
  numberIn,
  searchOf,
} from "../cases/salonFacts.ts";
import { type Salon, salons } from "../cases/salons.ts";
import { type AppointmentItems, timeTaken } from "./appointmentItems.ts";
import { type Claim, type Facts, takenBy } from "./facts.ts";
import { checkPlacement } from "./placement.ts";
import { findSlots } from "./search.ts";
import { RULES_FOR } from "./starts.ts";
import { MINUTE } from "./wallclock.ts";

const AUDIENCES: readonly Audience[] = ["team", "online"];

describe("one start, against the oracle", () => {
  it("refuses the team exactly where something is in the way, and says what", () => {
    everyVisit((salon, visit) => {
      const oracle = oracleOf(salon, "team");
      const facts = factsOf(salon, "team");
      for (const minute of minutesOf(salon, 11)) {
        const placement = checkPlacement(facts, visit, calendarAt(salon) + minute * MINUTE, "team");
        const isFree = oracle.refusal(visit, minute, RULES_FOR.teamPlacing) === undefined;
        expect([minute, placement.accepted]).toEqual([minute, isFree]);
        expect(placement.conflicts.length === 0).toBe(isFree);
        for (const { startsAt, endsAt, staffId, resourceId } of placement.conflicts) {
          expect(startsAt).toBeLessThan(endsAt);
          expect(staffId === null || resourceId === null).toBe(true);
        }
      }
    });
  });

  it("refuses online what the grid or any rule forbids, and names the first", () => {
    everyVisit((salon, visit) => {
      const oracle = oracleOf(salon, "online");
      const facts = factsOf(salon, "online");
      const step = visit[0]?.rules.slotStepMinutes ?? 1;
      for (const minute of minutesOf(salon, 5)) {
        const placement = checkPlacement(facts, visit, calendarAt(salon) + minute * MINUTE, "online");
        const refusedBy = oracle.isOnGrid(minute, step)
          ? (oracle.refusal(visit, minute, RULES_FOR.online) ?? null)
          : "grid";
        expect([minute, placement.refusedBy]).toEqual([minute, refusedBy]);
        expect(placement.accepted).toBe(refusedBy === null);
      }
    });
  });
});

describe("what is offered", () => {
  it("can be placed by whom it was offered to, with resources that are free throughout", () => {
    everySlot((salon, audience, facts, visit, startsAt) => {
      const oracle = oracleOf(salon, audience);
      const placement = checkPlacement(facts, visit, startsAt, audience);
      expect([placement.accepted, placement.conflicts]).toEqual([true, []]);
      placement.items.forEach((item, index) => {
        const { needs = [], bufferBeforeMinutes = 0, bufferAfterMinutes = 0 } = visit[index] ?? {};
        const from = (item.startsAt - calendarAt(salon)) / MINUTE - bufferBeforeMinutes;
        const until = (item.endsAt - calendarAt(salon)) / MINUTE + bufferAfterMinutes;
        for (const { type, count } of needs) {
          const units = item.resourceIds.map(numberIn).filter((one) => salon.resources[one]?.type === type);
          expect(units).toHaveLength(count);
          for (const one of new Set(units)) {
            const taken = units.filter((other) => other === one).length;
            expect(oracle.freeUnits(one, from, until)).toBeGreaterThanOrEqual(taken);
          }
        }
      });
    });
  });

  it("is refused, wherever nothing else was free, once what it takes is taken", () => {
    everySlot((_, audience, facts, visit, startsAt) => {
      const { items } = checkPlacement(facts, visit, startsAt, audience);
      const taken = timeTaken(
        visit,
        startsAt,
        items.map(({ resourceIds }) => resourceIds),
      );
      const after = checkPlacement(withTaken(facts, taken), visit, startsAt, "team");
      expect(after.accepted).toBe(false);
      expect(new Set(after.conflicts.map(({ causeId }) => causeId))).toContain("the visit itself");
    });
  });

  it("does not depend on the order in which facts were collected", () => {
    fc.assert(
      fc.property(salons, fc.constantFrom(...AUDIENCES), (salon, audience) => {
        const { fromAt, untilAt } = expectedSlots(salon, audience);
        const facts = factsOf(salon, audience);
        const staff = [...facts.staff].reverse().map(([id, time]) => {
          const claims = [...(time.claims ?? [])].reverse();
          return [id, { ...time, claims, taken: takenBy(claims) }] as const;
        });
        const resources = facts.resources.map((one) => ({ ...one, claims: [...one.claims].reverse() }));
        const search = searchOf(salon, audience, fromAt, untilAt);
        expect(findSlots({ ...facts, staff: new Map(staff), resources }, search)).toEqual(
          findSlots(facts, search),
        );
      }),
    );
  });
});

/** A salon with a visit of its first performers, where every service has one. */
function everyVisit(check: (salon: Salon, visit: AppointmentItems) => void): void {
  fc.assert(
    fc.property(salons, (salon) => {
      const visit = firstVisit(salon);
      fc.pre(visit !== undefined);
      check(salon, visit);
    }),
    { numRuns: 100 },
  );
}

/** Up to thirty of the slots that a salon offers. */
function everySlot(
  check: (salon: Salon, audience: Audience, facts: Facts, visit: AppointmentItems, startsAt: number) => void,
): void {
  fc.assert(
    fc.property(salons, fc.constantFrom(...AUDIENCES), (salon, audience) => {
      const { fromAt, untilAt } = expectedSlots(salon, audience);
      const facts = factsOf(salon, audience);
      const slots = findSlots(facts, searchOf(salon, audience, fromAt, untilAt));
      const every = Math.ceil(slots.starts.length / 30);
      for (let i = 0; i < slots.starts.length; i += every) {
        check(salon, audience, facts, slots.assignments[slots.choices[i] ?? -1] ?? [], slots.starts[i] ?? 0);
      }
    }),
    { numRuns: 150 },
  );
}

/** Minutes of the days that are asked for and a little around them. */
function minutesOf(salon: Salon, every: number): number[] {
  const minutes: number[] = [];
  for (let minute = 4 * 1440; minute < calendarMinutes(salon) - 900; minute += every) minutes.push(minute);
  return minutes;
}

/** The facts after a visit: what it takes are claims of its staff, and exclusive claims where it takes a resource. */
function withTaken(facts: Facts, taken: ReturnType<typeof timeTaken>): Facts {
  const claimsOn = (id: string): Claim[] =>
    taken
      .filter(({ subjectId }) => subjectId === id)
      .map(({ startsAt, endsAt }) => ({
        startsAt,
        endsAt,
        cause: "appointment",
        causeId: "the visit itself",
        exclusive: false,
      }));
  const staff = [...facts.staff].map(([id, time]) => {
    const claims = [...(time.claims ?? []), ...claimsOn(id)];
    return [id, { ...time, claims, taken: takenBy(claims) }] as const;
  });
  const resources = facts.resources.map((one) => ({ ...one, claims: [...one.claims, ...claimsOn(one.id)] }));
  return { ...facts, staff: new Map(staff), resources };
}
