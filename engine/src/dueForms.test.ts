import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueForms, formRulesFor, type RequiredForm } from "./dueForms.ts";
import { statuses } from "./states.ts";
import { zoneNamed } from "./zones.ts";

const berlin = zoneNamed("Europe/Berlin");
const at = (text: string) => Date.parse(text);

function asked(more: Partial<RequiredForm> = {}): RequiredForm {
  return {
    templateId: "t",
    frequency: "once",
    everyMonths: null,
    lastCompletedAt: null,
    isCompletedForAppointment: false,
    ...more,
  };
}

function isDue(form: RequiredForm, startsAt: string, zone = berlin): boolean {
  return dueForms([form], { status: "booked", startsAt: at(startsAt) }, zone).length === 1;
}

describe("a form is due", () => {
  it("once, until the client has filled it in for whatever visit", () => {
    expect(isDue(asked(), "2027-07-15T10:00:00Z")).toBe(true);
    expect(isDue(asked({ lastCompletedAt: at("2019-01-01T10:00:00Z") }), "2027-07-15T10:00:00Z")).toBe(false);
  });

  it("at every visit, whatever was filled in before", () => {
    const form = asked({ frequency: "every_visit", lastCompletedAt: at("2027-07-14T10:00:00Z") });
    expect(isDue(form, "2027-07-15T10:00:00Z")).toBe(true);
  });

  it.each([
    ["2027-01-15T10:00:00Z", "2027-07-14T21:59:59Z", false],
    ["2027-01-15T10:00:00Z", "2027-07-14T22:00:00Z", true],
    // 31 August + 6 months is the last of February.
    ["2027-08-31T10:00:00Z", "2028-02-28T12:00:00Z", false],
    ["2027-08-31T10:00:00Z", "2028-02-29T00:30:00Z", true],
    // Late in the evening it is tomorrow already where the location is.
    ["2027-01-14T23:30:00Z", "2027-07-14T12:00:00Z", false],
  ])("six months after %s: at a visit of %s it is %s", (lastCompleted, startsAt, expected) => {
    const form = asked({ frequency: "every_months", everyMonths: 6, lastCompletedAt: at(lastCompleted) });
    expect(isDue(form, startsAt)).toBe(expected);
  });

  it("never again for a visit it was filled in for, however far ahead that lies", () => {
    fc.assert(
      fc.property(fc.constantFrom("once", "every_visit", "every_months"), fc.nat(400), (frequency, days) => {
        const lastCompletedAt = at("2027-01-01T10:00:00Z");
        const form = asked({ frequency, everyMonths: 1, lastCompletedAt, isCompletedForAppointment: true });
        const startsAt = lastCompletedAt + days * 86_400_000;
        expect(dueForms([form], { status: "arrived", startsAt }, berlin)).toEqual([]);
      }),
    );
  });

  it("for whoever is expected or there, and nobody else", () => {
    const due = statuses.filter((status) => dueForms([asked()], { status, startsAt: 0 }, berlin).length > 0);
    expect(due).toEqual(["requested", "booked", "arrived"]);
  });
});

it("a rule holds for its services, or for all of them when it names none", () => {
  const rules = [
    { serviceIds: [], name: "all" },
    { serviceIds: ["cut", "colour"], name: "hair" },
    { serviceIds: ["massage"], name: "massage" },
  ];
  expect(formRulesFor(rules, ["wash", "colour"]).map(({ name }) => name)).toEqual(["all", "hair"]);
  expect(formRulesFor(rules, []).map(({ name }) => name)).toEqual(["all"]);
});
