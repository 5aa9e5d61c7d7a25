import { expect, test } from "vitest";
import { type Moment, unfold } from "./moments.ts";
import { fiveHundredPeople } from "./people.ts";

const [zoe = null, max = null] = fiveHundredPeople(20_000);

/** Happens in so many turns of the event loop, and writes down its beginning and its end. */
function moments(said: string[]) {
  return (name: string, person: Moment["person"], turns: number, isAwaited = false): Moment => ({
    at: 0,
    person,
    isAwaited,
    happen: async () => {
      said.push(`${name} begins`);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      said.push(`${name} ends`);
    },
  });
}

test("what happens to one person happens one after another, beside what happens to others", async () => {
  const said: string[] = [];
  const moment = moments(said);
  await unfold([moment("Zoë signs", zoe, 50), moment("Max signs", max, 10), moment("Zoë pays", zoe, 1)]);
  expect(said).toEqual([
    "Zoë signs begins",
    "Max signs begins",
    "Max signs ends",
    "Zoë signs ends",
    "Zoë pays begins",
    "Zoë pays ends",
  ]);
});

test("a booking is over before anything later begins, and waits for whoever books", async () => {
  const said: string[] = [];
  const moment = moments(said);
  await unfold([
    moment("Zoë signs", zoe, 20),
    moment("Zoë books", zoe, 20, true),
    moment("Max books", max, 1, true),
  ]);
  expect(said).toEqual([
    "Zoë signs begins",
    "Zoë signs ends",
    "Zoë books begins",
    "Zoë books ends",
    "Max books begins",
    "Max books ends",
  ]);
});

test("a failure is told once everything under way has ended, and nothing begins after it", async () => {
  const said: string[] = [];
  const moment = moments(said);
  const failing: Moment = {
    ...moment("", max, 0, true),
    happen: () => Promise.reject(new Error("Refused.")),
  };
  const later = moment("Zoë pays", null, 1);
  await expect(unfold([moment("Zoë signs", zoe, 50), failing, later])).rejects.toThrow("Refused.");
  expect(said).toEqual(["Zoë signs begins", "Zoë signs ends"]);
  const aside: Moment = { ...failing, isAwaited: false };
  await expect(unfold([aside, moment("Zoë books", zoe, 50, true)])).rejects.toThrow("Refused.");
});
