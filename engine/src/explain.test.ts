import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedSlots } from "../cases/expectedSlots.ts";
import { type Oracle, oracleOf } from "../cases/oracle.ts";
import { type Audience, factsOf, searchOf } from "../cases/salonFacts.ts";
import { type Salon, salons } from "../cases/salons.ts";
import { type EmptyReason, emptyReasonOf } from "./explain.ts";
import { RULES_FOR, type Rule } from "./starts.ts";

/** The contract's reasons, each with the rules that apply when it is the first to leave no slot. */
const REASONS: readonly (readonly [EmptyReason, readonly Rule[]])[] = [
  ["not_working", ["hours"]],
  ["busy", ["hours", "taken"]],
  ["resource", ["hours", "taken", "resource"]],
  ["notice", ["hours", "taken", "resource", "now", "notice"]],
  ["advance", ["hours", "taken", "resource", "now", "notice", "advance"]],
  ["day_limit", ["hours", "taken", "resource", "now", "notice", "advance", "day_limit"]],
  ["patch_test", ["hours", "taken", "resource", "now", "notice", "advance", "day_limit", "patch_test"]],
];

describe("emptyReasonOf", () => {
  it.each<Audience>(["team", "online"])("is the contract's first reason, for the audience %s", (audience) => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(salons, (salon) => {
        const oracle = oracleOf(salon, audience);
        const facts = factsOf(salon, audience);
        const { fromAt, untilAt, slots } = expectedSlots(salon, audience);
        const search = searchOf(salon, audience, fromAt, untilAt);
        const firstDay = Date.parse(salon.date) / 86_400_000;
        for (let day = firstDay; day < firstDay + salon.days; day++) {
          if (daysOf(slots, salon, oracle).has(day)) continue;
          const expected = expectedReason(salon, audience, oracle, day);
          expect(emptyReasonOf(facts, search, day)).toBe(expected);
          seen.add(expected);
        }
      }),
      { numRuns: 100 },
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
