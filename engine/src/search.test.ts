import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimed, facts, item, minutes, search, withCandidates } from "../cases/examples.ts";
import { expectedSlots } from "../cases/expectedSlots.ts";
import { runs } from "../cases/runs.ts";
import { type Audience, factsOf, searchOf, staffId } from "../cases/salonFacts.ts";
import { salons } from "../cases/salons.ts";
import { findSlots, type Slots } from "./search.ts";
import { RULES_FOR } from "./starts.ts";
import { DAY, dayAt, localText, MINUTE } from "./wallclock.ts";

describe("findSlots, compared with the oracle", () => {
  it.each<Audience>(["team", "online"])(
    "offers the audience %s exactly the starts that the rules allow, with the staff that the contract assigns",
    (audience) => {
      fc.assert(
        fc.property(salons, (salon) => {
          const { fromAt, untilAt, slots } = expectedSlots(salon, audience);
          const known = factsOf(salon, audience);
          const found = findSlots(known, searchOf(salon, audience, fromAt, untilAt));
          expect(readable(found, known.zone)).toEqual(
            slots.map(({ startsAt, staff }) => [localText(known.zone, startsAt), ...staff.map(staffId)]),
          );
        }),
        { numRuns: runs(300) },
      );
    },
  );
});

describe("a slot with a choice of staff", () => {
  const nine = Date.parse("2027-06-07T07:00:00Z"); // 09:00 in Berlin
  const at = (minute: number) => nine + minute * MINUTE;
  const window = [at(-9 * 60), at(-9 * 60) + 2 * DAY] as const;
  const hour = [at(0), at(60)];
  const names = (slots: Slots) => readable(slots, facts("Europe/Berlin", window, {}).zone);

  it("goes to the staff member with the fewest minutes booked that day, then to the first", () => {
    const from = facts("Europe/Berlin", window, {
      ann: { working: [...hour, at(1440), at(1500)] },
      ben: { working: [...hour, at(1440), at(1500)] },
    });
    const today = dayAt(from.zone, nine);
    const bookedMinutes = (staff: string, day: number) => (staff === "ann" && day === today ? 30 : 0);
    const one = withCandidates(["ann", "ben"], item({ slotStepMinutes: 30 }));
    expect(names(findSlots(from, search([one], from, { bookedMinutes })))).toEqual([
      ["2027-06-07T09:00:00+02:00", "ben"],
      ["2027-06-07T09:30:00+02:00", "ben"],
      ["2027-06-08T09:00:00+02:00", "ann"],
      ["2027-06-08T09:30:00+02:00", "ann"],
    ]);
  });

  it("goes to one staff member for all items where there is one, whatever minutes they have booked", () => {
    const from = facts("Europe/Berlin", window, {
      ann: { working: hour },
      ben: { working: [at(0), at(30)] },
    });
    const bookedMinutes = (staff: string) => (staff === "ann" ? 600 : 0);
    const both = withCandidates(["ann", "ben"]);
    expect(names(findSlots(from, search([both, both], from, { bookedMinutes })))).toEqual([
      ["2027-06-07T09:00:00+02:00", "ann", "ann"],
    ]);
  });

  it("revises a choice that leaves no staff member for a later item", () => {
    // Cal has the fewest booked minutes; of the others, only Ann can perform the third item at that time.
    const from = facts("Europe/Berlin", window, {
      ann: { working: [at(0), at(90)], claims: [claimed(at(30), at(60))] },
      ben: { working: [at(30), at(60)] },
      cal: { working: [at(0), at(30)] },
    });
    const half = item({ phases: minutes(30), slotStepMinutes: 30 });
    const items = [
      withCandidates(["ann", "cal"], half),
      withCandidates(["ann", "ben"], half),
      withCandidates(["ann", "ben"], half),
    ];
    const bookedMinutes = (staff: string) => (staff === "cal" ? 0 : 60);
    expect(names(findSlots(from, search(items, from, { bookedMinutes })))).toEqual([
      ["2027-06-07T09:00:00+02:00", "cal", "ben", "ann"],
    ]);
  });

  it("is found to be impossible without trying every combination of nine items and twelve staff members", () => {
    const staffIds = Array.from({ length: 12 }, (_, number) => `staff-${number}`);
    const all = Object.fromEntries(staffIds.map((id) => [id, { working: [at(0), at(600)] }]));
    const from = facts("Europe/Berlin", window, { ...all, zoe: { working: [at(1440), at(1500)] } });
    const items = [...Array.from({ length: 9 }, () => withCandidates(staffIds)), withCandidates(["zoe"])];
    // Trying all combinations would take 12⁹ steps.
    expect(findSlots(from, search(items, from)).starts).toEqual([]);
  });

  it("lasts as long as the assigned staff member needs", () => {
    const from = facts("Europe/Berlin", window, {
      ann: { working: hour },
      ben: { working: [at(0), at(45)] },
    });
    const { candidates: _, ...rest } = withCandidates([], item({ slotStepMinutes: 15 }));
    const candidates = [
      { staffId: "ann", phases: minutes(60) },
      { staffId: "ben", phases: minutes(30) },
    ];
    const found = findSlots(from, search([{ ...rest, candidates }], from));
    expect(names(found)).toEqual([
      ["2027-06-07T09:00:00+02:00", "ann"],
      ["2027-06-07T09:15:00+02:00", "ben"],
    ]);
  });

  it("is not offered online where the service is not bookable online", () => {
    const from = facts("Europe/Berlin", window, { ann: { working: hour } });
    const hidden = withCandidates(["ann"], item({ rules: { ...item().rules, onlineBookable: false } }));
    expect(findSlots(from, search([hidden], from, { rules: RULES_FOR.online })).starts).toEqual([]);
    expect(findSlots(from, search([hidden], from)).starts).toHaveLength(3);
  });
});

function readable(slots: Slots, zone: Parameters<typeof localText>[0]): string[][] {
  return slots.starts.map((startsAt, index) => [
    localText(zone, startsAt),
    ...(slots.assignments[slots.choices[index] ?? -1] ?? []).map((item) => item.staffId),
  ]);
}
