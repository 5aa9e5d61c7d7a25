import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayAfter, dueOn, renewalAfter, stateOn } from "./currentState.ts";

/** A membership with two credits a month, sold on the last day of January for one year. */
const membership: Parameters<typeof stateOn>[0] & { readonly due_on: string | null } = {
  total: 2,
  starts_on: "2027-01-31",
  expires_on: "2028-01-30",
  period_months: 1,
  renews_on: "2027-02-28",
  withdrawn_at: null,
  withdrawn_units: 0,
  due_on: "2027-02-28",
};
const pack = { ...membership, period_months: null, renews_on: null, due_on: "2028-01-31" };

describe("a membership", () => {
  test("renews on the day of its start, and on the 31st again after a February", () => {
    const days: string[] = [];
    for (let day = renewalAfter(membership, "2027-01-31"); day !== null; day = renewalAfter(membership, day))
      days.push(day);
    expect(days).toEqual([
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
      "2027-05-31",
      "2027-06-30",
      "2027-07-31",
      "2027-08-31",
      "2027-09-30",
      "2027-10-31",
      "2027-11-30",
      "2027-12-31",
    ]);
  });

  test("expires unused credits of a period and renews them in the next", () => {
    expect(stateOn(membership, 1, "2027-02-27").entries).toEqual([]);
    expect(stateOn(membership, 1, "2027-02-28")).toEqual({
      entries: [
        { cause: "expiry", delta: -1 },
        { cause: "renewal", delta: 2 },
      ],
      balance: 2,
      renewsOn: "2027-03-31",
      dueOn: "2027-03-31",
    });
    expect(stateOn(membership, 0, "2027-02-28").entries).toEqual([{ cause: "renewal", delta: 2 }]);
  });

  test("is in its current period after months without an entry", () => {
    const { entries, balance, renewsOn } = stateOn(membership, 2, "2027-12-30");
    expect([entries.map(({ delta }) => delta), balance, renewsOn]).toEqual([[-2, 2], 2, "2027-12-31"]);
  });

  test("has no period after its last one and expires the day after it", () => {
    const last = stateOn(membership, 0, "2027-12-31");
    expect(last).toMatchObject({ balance: 2, renewsOn: null, dueOn: "2028-01-31" });
    const inLast = { ...membership, renews_on: null };
    expect(stateOn(inLast, 2, "2028-01-30")).toMatchObject({ entries: [], balance: 2 });
    expect(stateOn(inLast, 2, "2028-01-31")).toEqual({
      entries: [{ cause: "expiry", delta: -2 }],
      balance: 0,
      renewsOn: null,
      dueOn: null,
    });
  });
});

test("a package is valid to the end of its last day", () => {
  expect(stateOn(pack, 3, "2028-01-30")).toMatchObject({ entries: [], balance: 3, dueOn: "2028-01-31" });
  expect(stateOn(pack, 3, "2028-01-31")).toMatchObject({
    entries: [{ cause: "expiry", delta: -3 }],
    balance: 0,
  });
  expect(stateOn({ ...pack, expires_on: null }, 3, "2199-12-31")).toMatchObject({
    entries: [],
    balance: 3,
  });
});

test("a withdrawn entitlement has no balance, and what is returned to it is voided", () => {
  const withdrawn = { ...membership, withdrawn_at: 0 };
  expect(stateOn(withdrawn, 0, "2027-02-28")).toMatchObject({ entries: [], renewsOn: null, dueOn: null });
  expect(stateOn(withdrawn, 1, "2027-02-28").entries).toEqual([{ cause: "void", delta: -1 }]);
});

test("a state has no entries when computed again, and is due on the day of the next entry", () => {
  const days = fc.integer({ min: 0, max: 800 });
  fc.assert(
    fc.property(
      fc.constantFrom(membership, pack),
      fc.nat(5),
      fc.array(days, { minLength: 1, maxLength: 5 }),
      (entitlement, balance, looks) => {
        let [held, left, today] = [entitlement, balance, entitlement.starts_on];
        for (const wait of looks) {
          for (let day = 0; day < wait % 100; day++) today = dayAfter(today);
          const state = stateOn(held, left, today);
          const isDue = held.due_on !== null && held.due_on <= today;
          if (!isDue) expect(state).toMatchObject({ entries: [], balance: left, dueOn: held.due_on });
          expect(state.balance).toBe(state.entries.reduce((sum, { delta }) => sum + delta, left));
          expect(state.balance).toBeGreaterThanOrEqual(0);
          held = { ...held, renews_on: state.renewsOn, due_on: state.dueOn };
          left = state.balance;
          expect(stateOn(held, left, today)).toEqual({ ...state, entries: [] });
          if (held.due_on !== null) expect(held.due_on > today).toBe(true);
        }
      },
    ),
  );
});

test("an entitlement without expiry and periods is never due", () => {
  expect(dueOn({ expires_on: null }, null)).toBeNull();
  expect(dueOn({ expires_on: "2027-02-28" }, null)).toBe("2027-03-01");
});
