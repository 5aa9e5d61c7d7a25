import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { feeFor, minorOf, type Policy, type PolicyCharge } from "./charges.ts";

const NOON = Date.UTC(2027, 2, 29, 12);
const HOUR = 3_600_000;

function policyWith(shape: Partial<Policy>): Policy {
  return {
    id: "",
    version: 1,
    cancellationWindowMinutes: 24 * 60,
    lateCancelFee: { kind: "percent", percent: 50 },
    noShowFee: { kind: "amount", amountMinor: 3000 },
    deposit: { kind: "none" },
    cardRequired: false,
    cancellationText: null,
    bookingText: null,
    staffSeesContacts: false,
    createdAt: 0,
    ...shape,
  };
}

const appointment = (cancelledAt: number | null, totalMinor = 4500) => ({
  startsAt: NOON,
  cancelledAt,
  totalMinor,
});

describe("a late cancellation", () => {
  it.each([
    ["exactly the window before is in time", -24 * HOUR, null],
    ["a millisecond later is late", -24 * HOUR + 1, 2250],
    ["at the start is late", 0, 2250],
    ["after the start is late", HOUR, 2250],
    ["days before is in time", -72 * HOUR, null],
  ])("%s", (_, offset, fee) => {
    expect(feeFor(policyWith({}), "late_cancel", appointment(NOON + offset))).toBe(fee);
  });

  test("has no fee without a cancellation, and none under a policy without charges", () => {
    expect(feeFor(policyWith({}), "late_cancel", appointment(null))).toBeNull();
    const free = policyWith({ lateCancelFee: { kind: "none" } });
    expect(feeFor(free, "late_cancel", appointment(NOON))).toBeNull();
  });

  test("is only one after the start under a policy without a window", () => {
    const none = policyWith({ cancellationWindowMinutes: 0 });
    expect(feeFor(none, "late_cancel", appointment(NOON))).toBeNull();
    expect(feeFor(none, "late_cancel", appointment(NOON + 1))).toBe(2250);
  });
});

test("a no-show costs the fee of the policy at any time", () => {
  expect(feeFor(policyWith({}), "no_show", appointment(null))).toBe(3000);
  expect(feeFor(policyWith({ noShowFee: { kind: "none" } }), "no_show", appointment(null))).toBeNull();
});

test("a percentage is rounded half up to the minor unit; an amount does not depend on the price", () => {
  const charge = fc.integer({ min: 1, max: 100 }).map((percent) => ({ kind: "percent", percent }) as const);
  fc.assert(
    fc.property(charge, fc.nat(100_000_000_000), ({ kind, percent }, total) => {
      const fee = minorOf({ kind, percent }, total) as number;
      const twice = 100 * fee - percent * total;
      expect(Number.isSafeInteger(fee) && twice > -50 && twice <= 50).toBe(true);
    }),
  );
  const amount: PolicyCharge = { kind: "amount", amountMinor: 700 };
  expect([minorOf(amount, 0), minorOf(amount, 10 ** 9)]).toEqual([700, 700]);
});
