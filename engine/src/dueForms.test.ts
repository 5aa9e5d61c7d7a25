import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueForms, formRulesFor, type RequiredForm } from "./dueForms.ts";
import { statuses } from "./states.ts";
import { zoneNamed } from "./zones.ts";

const berlin = zoneNamed("Europe/Berlin");
const at = (text: string) => Date.parse(text);

function required(more: Partial<RequiredForm> = {}): RequiredForm {
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
  it("once, until the client has filled it in for any appointment", () => {
    expect(isDue(required(), "2027-07-15T10:00:00Z")).toBe(true);
    expect(isDue(required({ lastCompletedAt: at("2019-01-01T10:00:00Z") }), "2027-07-15T10:00:00Z")).toBe(
      false,
    );
  });

  it("for every appointment with frequency every_visit, whatever was filled in before", () => {
    const form = required({ frequency: "every_visit", lastCompletedAt: at("2027-07-14T10:00:00Z") });
    expect(isDue(form, "2027-07-15T10:00:00Z")).toBe(true);
  });

  it.each([
    ["2027-01-15T10:00:00Z", "2027-07-14T21:59:59Z", false],
    ["2027-01-15T10:00:00Z", "2027-07-14T22:00:00Z", true],
    // 31 August + 6 months is the last day of February.
    ["2027-08-31T10:00:00Z", "2028-02-28T12:00:00Z", false],
    ["2027-08-31T10:00:00Z", "2028-02-29T00:30:00Z", true],
    // The instants are late in the evening in UTC and on the next day at the location.
    ["2027-01-14T23:30:00Z", "2027-07-14T12:00:00Z", false],
  ])("six months after %s: due at an appointment of %s is %s", (lastCompleted, startsAt, expected) => {
    const form = required({ frequency: "every_months", everyMonths: 6, lastCompletedAt: at(lastCompleted) });
    expect(isDue(form, startsAt)).toBe(expected);
  });

  it("never again for an appointment that it was filled in for, however far ahead that is", () => {
    fc.assert(
      fc.property(fc.constantFrom("once", "every_visit", "every_months"), fc.nat(400), (frequency, days) => {
        const lastCompletedAt = at("2027-01-01T10:00:00Z");
        const form = required({
          frequency,
          everyMonths: 1,
          lastCompletedAt,
          isCompletedForAppointment: true,
        });
        const startsAt = lastCompletedAt + days * 86_400_000;
        expect(dueForms([form], { status: "arrived", startsAt }, berlin)).toEqual([]);
      }),
    );
  });

  it("only for an appointment that is requested, booked or arrived", () => {
    const due = statuses.filter(
      (status) => dueForms([required()], { status, startsAt: 0 }, berlin).length > 0,
    );
    expect(due).toEqual(["requested", "booked", "arrived"]);
  });
});

it("a form rule applies to its services, or to all services when it lists none", () => {
  const rules = [
    { serviceIds: [], name: "all" },
    { serviceIds: ["cut", "colour"], name: "hair" },
    { serviceIds: ["massage"], name: "massage" },
  ];
  expect(formRulesFor(rules, ["wash", "colour"]).map(({ name }) => name)).toEqual(["all", "hair"]);
  expect(formRulesFor(rules, []).map(({ name }) => name)).toEqual(["all"]);
});
