import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimed, facts, item, search, withCandidates } from "../cases/examples.ts";
import { expectedSlots } from "../cases/expectedSlots.ts";
import { type Oracle, oracleOf } from "../cases/oracle.ts";
import { runs } from "../cases/runs.ts";
import { type Audience, factsOf, searchOf } from "../cases/salonFacts.ts";
import { type Salon, salons } from "../cases/salons.ts";
import { type EmptyReason, emptyReasons } from "./explain.ts";
import type { Facts, StaffTime } from "./facts.ts";
import { findSlots } from "./search.ts";
import { RULES_FOR, type Rule } from "./starts.ts";
import { DAY } from "./wallclock.ts";

/** The contract's reasons in order. The reason of a day is the first one whose rules leave no start. */
const REASONS: readonly (readonly [EmptyReason, readonly Rule[]])[] = [
  ["not_working", ["hours"]],
  ["busy", ["hours", "taken"]],
  ["resource", ["hours", "taken", "resource"]],
  ["notice", ["hours", "taken", "resource", "now", "notice"]],
  ["advance", ["hours", "taken", "resource", "now", "notice", "advance"]],
  ["day_limit", ["hours", "taken", "resource", "now", "notice", "advance", "day_limit"]],
  ["patch_test", ["hours", "taken", "resource", "now", "notice", "advance", "day_limit", "patch_test"]],
];

describe("emptyReasons", () => {
  it.each<Audience>(["team", "online"])("is the contract's first reason, for the audience %s", (audience) => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(salons, (salon) => {
        const oracle = oracleOf(salon, audience);
        const facts = factsOf(salon, audience);
        const { fromAt, untilAt, slots } = expectedSlots(salon, audience);
        const search = searchOf(salon, audience, fromAt, untilAt);
        const firstDay = Date.parse(salon.date) / 86_400_000;
        const served = daysOf(slots, salon, oracle);
        const empty = Array.from({ length: salon.days }, (_, index) => firstDay + index).filter(
          (day) => !served.has(day),
        );
        const expected = empty.map((day) => [day, expectedReason(salon, audience, oracle, day)] as const);
        expect([...emptyReasons(facts, search, empty)].toSorted(([one], [other]) => one - other)).toEqual(
          expected,
        );
        for (const [, reason] of expected) seen.add(reason);
      }),
      { numRuns: runs(180) },
    );
    expect(seen.size).toBeGreaterThan(4);
  });
});

function expectedReason(salon: Salon, audience: Audience, oracle: Oracle, day: number): EmptyReason {
  const { dayOf, open, beginningOf } = oracle.calendar;
  const firstDay = Date.parse(salon.date) / 86_400_000;
  const from = beginningOf(firstDay) + salon.trimmedMinutes[0];
  const until = beginningOf(firstDay + salon.days) - salon.trimmedMinutes[1];
  const isOpen = dayOf.some((one, minute) => one === day && from <= minute && minute < until && open[minute]);
  if (!isOpen) return "closed";
  const isPerformed = salon.wantedItems.every(({ performers }) => performers.length > 0);
  const isOnline = salon.wantedItems.every(({ rules }) => rules.onlineBookable);
  if (!isPerformed || (audience === "online" && !isOnline)) return "not_performed";
  const inForce = audience === "team" ? RULES_FOR.teamOffering : RULES_FOR.online;
  for (const [reason, rules] of REASONS) {
    const { slots } = expectedSlots(salon, audience, new Set(rules.filter((rule) => inForce.has(rule))));
    if (!daysOf(slots, salon, oracle).has(day)) return reason;
  }
  throw new Error("the day has slots");
}

function daysOf(
  slots: readonly { startsAt: number }[],
  salon: Salon,
  oracle: Oracle,
): Set<number | undefined> {
  const fromAt = Date.parse(salon.date) - 5 * 86_400_000;
  return new Set(slots.map(({ startsAt }) => oracle.calendar.dayOf[(startsAt - fromAt) / 60_000]));
}

describe("the work of emptyReasons", () => {
  const from = Date.parse("2027-06-07T00:00:00Z");
  const staff = Array.from({ length: 21 }, (_, index) => `staff-${index}`);
  const nobodyWorks = Object.fromEntries(staff.map((id) => [id, { working: [] }]));
  const isTaken = Object.fromEntries(
    staff.map((id) => [id, { working: [from, from + 62 * DAY], claims: [claimed(from, from + 62 * DAY)] }]),
  );

  /**
   * Returns the facts with a counter of the reads of a staff member's time: each read scans all working and taken time of the
   * staff member.
   */
  function counted(known: Facts): { facts: Facts; count: () => number } {
    let count = 0;
    class Counting extends Map<string, StaffTime> {
      override get(id: string): StaffTime | undefined {
        count++;
        return super.get(id);
      }
    }
    return { facts: { ...known, staff: new Counting(known.staff) }, count: () => count };
  }

  it.each([
    ["one service", 1, nobodyWorks],
    ["one service, all staff members busy", 1, isTaken],
    ["ten services", 10, nobodyWorks],
    ["ten services, all staff members busy", 10, isTaken],
  ] as const)("is at most twice that of the search: %s", (_, items, working) => {
    const known = facts("UTC", [from, from + 62 * DAY], working);
    const wanted = search(
      Array.from({ length: items }, () => withCandidates(staff, item({ slotStepMinutes: 5 }))),
      known,
    );
    const plain = counted(known);
    expect(findSlots(plain.facts, wanted).starts).toEqual([]);
    const explained = counted(known);
    const days = Array.from({ length: 62 }, (_, index) => from / DAY + index);
    expect(emptyReasons(explained.facts, wanted, days).size).toBe(62);
    expect(plain.count()).toBe(21 * items);
    expect(explained.count()).toBeLessThanOrEqual(2 * plain.count());
  });

  it.each([1, 10])(
    "looks at the claims of resources at most twice as often as the search: %d items",
    (count) => {
      const wantedItem = item({ slotStepMinutes: 5, needs: [{ type: "room", count: 2 }] });
      const works = Object.fromEntries(staff.map((id) => [id, { working: [from, from + 62 * DAY] }]));
      const known = facts("UTC", [from, from + 62 * DAY], works);
      const wanted = search(
        Array.from({ length: count }, () => withCandidates(staff, wantedItem)),
        known,
      );
      /** Returns facts with four rooms that are taken all the time, and a counter of the reads of the rooms' claims. */
      const rooms = () => {
        let reads = 0;
        const resources = Array.from({ length: 4 }, (_, index) => ({
          id: `room-${index}`,
          type: "room",
          capacity: 2,
          get claims() {
            reads++;
            return [claimed(from, from + 62 * DAY), claimed(from, from + 62 * DAY)];
          },
        }));
        return { facts: { ...known, resources }, reads: () => reads };
      };
      const plain = rooms();
      expect(findSlots(plain.facts, wanted).starts).toEqual([]);
      const explained = rooms();
      const days = Array.from({ length: 62 }, (_, index) => from / DAY + index);
      const reasons = emptyReasons(explained.facts, wanted, days);
      expect([...new Set(reasons.values())]).toEqual(["resource"]);
      expect(explained.reads()).toBeGreaterThan(0);
      expect(explained.reads()).toBeLessThanOrEqual(2 * plain.reads());
    },
  );
});
