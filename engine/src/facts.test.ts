import { describe, expect, it } from "vitest";
import { claimed } from "../cases/examples.ts";
import { claimCounts, takenBy } from "./facts.ts";

describe("claimCounts", () => {
  it("counts every claim except holds for the audience team, and holds that have not expired online", () => {
    for (const cause of ["appointment", "block", "time_off"] as const) {
      expect(claimCounts({ cause, expiresAt: null }, "team", 100)).toBe(true);
      expect(claimCounts({ cause, expiresAt: null }, "online", 100)).toBe(true);
    }
    expect(claimCounts({ cause: "hold", expiresAt: 200 }, "team", 100)).toBe(false);
    expect(claimCounts({ cause: "hold", expiresAt: 200 }, "online", 100)).toBe(true);
    expect(claimCounts({ cause: "hold", expiresAt: 100 }, "online", 100)).toBe(false);
  });
});

describe("takenBy", () => {
  it("merges claims in any order, overlapping overbooked ones included", () => {
    expect(takenBy([claimed(50, 60), claimed(10, 30), claimed(20, 40), claimed(40, 45)])).toEqual([
      10, 45, 50, 60,
    ]);
    expect(takenBy([])).toEqual([]);
  });
});
