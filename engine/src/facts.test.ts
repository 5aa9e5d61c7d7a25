import { describe, expect, it } from "vitest";
import { claimed } from "../cases/examples.ts";
import { claimCounts, takenBy } from "./facts.ts";

describe("whose claims count", () => {
  it("is everything but holds for the team, and holds that have not expired for the booking page", () => {
    for (const cause of ["appointment", "block", "time_off"] as const) {
      expect(claimCounts({ cause, expiresAt: null }, "team", 100)).toBe(true);
      expect(claimCounts({ cause, expiresAt: null }, "online", 100)).toBe(true);
    }
    expect(claimCounts({ cause: "hold", expiresAt: 200 }, "team", 100)).toBe(false);
    expect(claimCounts({ cause: "hold", expiresAt: 200 }, "online", 100)).toBe(true);
    expect(claimCounts({ cause: "hold", expiresAt: 100 }, "online", 100)).toBe(false);
  });
});

describe("somebody's time", () => {
  it("is taken by claims in any order, forced ones on top of others", () => {
    expect(takenBy([claimed(50, 60), claimed(10, 30), claimed(20, 40), claimed(40, 45)])).toEqual([
      10, 45, 50, 60,
    ]);
    expect(takenBy([])).toEqual([]);
  });
});
