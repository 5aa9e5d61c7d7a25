import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedSlots } from "../cases/expectedSlots.ts";
import { oracleOf } from "../cases/oracle.ts";
import { runs } from "../cases/runs.ts";
import {
  type Audience,
  calendarAt,
  calendarMinutes,
  factsOf,
  firstAssignment,
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

describe("checkPlacement, compared with the oracle", () => {
  it("refuses the audience team exactly where a claim is in the way, and lists the conflicts", () => {
    forEachSalon((salon, assignment) => {
      const oracle = oracleOf(salon, "team");
      const facts = factsOf(salon, "team");
      for (const minute of minutesOf(salon, 11)) {
        const placement = checkPlacement(facts, assignment, calendarAt(salon) + minute * MINUTE, "team");
        const isFree = oracle.refusal(assignment, minute, RULES_FOR.teamPlacing) === undefined;
        expect([minute, placement.accepted]).toEqual([minute, isFree]);
        expect(placement.conflicts.length === 0).toBe(isFree);
        for (const { startsAt, endsAt, staffId, resourceId } of placement.conflicts) {
          expect(startsAt).toBeLessThan(endsAt);
          expect(staffId === null || resourceId === null).toBe(true);
        }
      }
    });
  });

  it("refuses online every start that the grid or a rule forbids, and names the first rule", () => {
    forEachSalon((salon, assignment) => {
      const oracle = oracleOf(salon, "online");
      const facts = factsOf(salon, "online");
      const step = assignment[0]?.rules.slotStepMinutes ?? 1;
      for (const minute of minutesOf(salon, 5)) {
        const placement = checkPlacement(facts, assignment, calendarAt(salon) + minute * MINUTE, "online");
        const refusedBy = oracle.isOnGrid(minute, step)
          ? (oracle.refusal(assignment, minute, RULES_FOR.online) ?? null)
          : "grid";
        expect([minute, placement.refusedBy]).toEqual([minute, refusedBy]);
        expect(placement.accepted).toBe(refusedBy === null);
      }
    });
  });
});

describe("an offered slot", () => {
  it("can be placed by the same audience, with resources that are free throughout", () => {
    forEachSlot((salon, audience, facts, assignment, startsAt) => {
      const oracle = oracleOf(salon, audience);
      const placement = checkPlacement(facts, assignment, startsAt, audience);
      expect([placement.accepted, placement.conflicts]).toEqual([true, []]);
      placement.items.forEach((item, index) => {
        const { needs = [], bufferBeforeMinutes = 0, bufferAfterMinutes = 0 } = assignment[index] ?? {};
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

  it("is refused once its own time is taken, because an overlapping claim conflicts", () => {
    forEachSlot((_, audience, facts, assignment, startsAt) => {
      const { items } = checkPlacement(facts, assignment, startsAt, audience);
      const taken = timeTaken(
        assignment,
        startsAt,
        items.map(({ resourceIds }) => resourceIds),
      );
      const after = checkPlacement(withTaken(facts, taken), assignment, startsAt, "team");
      expect(after.accepted).toBe(false);
      expect(new Set(after.conflicts.map(({ causeId }) => causeId))).toContain("the same slot");
    });
  });

  it("does not depend on the order of the facts", () => {
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

/**
 * Calls `check` with each generated salon and its first assignment. Skips salons with an item that no staff member
 * performs.
 */
function forEachSalon(check: (salon: Salon, assignment: AppointmentItems) => void): void {
  fc.assert(
    fc.property(salons, (salon) => {
      const assignment = firstAssignment(salon);
      fc.pre(assignment !== undefined);
      check(salon, assignment);
    }),
    { numRuns: runs(120) },
  );
}

/** Calls `check` with about thirty of the slots that each generated salon offers. */
function forEachSlot(
  check: (
    salon: Salon,
    audience: Audience,
    facts: Facts,
    assignment: AppointmentItems,
    startsAt: number,
  ) => void,
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
    { numRuns: runs(150) },
  );
}

/** Returns every `every`-th minute of the searched days and of some hours before and after these days. */
function minutesOf(salon: Salon, every: number): number[] {
  const minutes: number[] = [];
  for (let minute = 4 * 1440; minute < calendarMinutes(salon) - 900; minute += every) minutes.push(minute);
  return minutes;
}

/** Returns the facts after a booking: its taken time is added as claims on its staff members and resources. */
function withTaken(facts: Facts, taken: ReturnType<typeof timeTaken>): Facts {
  const claimsOn = (id: string): Claim[] =>
    taken
      .filter(({ subjectId }) => subjectId === id)
      .map(({ startsAt, endsAt }) => ({
        startsAt,
        endsAt,
        cause: "appointment",
        causeId: "the same slot",
        exclusive: false,
      }));
  const staff = [...facts.staff].map(([id, time]) => {
    const claims = [...(time.claims ?? []), ...claimsOn(id)];
    return [id, { ...time, claims, taken: takenBy(claims) }] as const;
  });
  const resources = facts.resources.map((one) => ({ ...one, claims: [...one.claims, ...claimsOn(one.id)] }));
  return { ...facts, staff: new Map(staff), resources };
}
