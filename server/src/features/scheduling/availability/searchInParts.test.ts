import { DAY, type Facts, RULES_FOR, type Search, type StaffTime, zoneNamed } from "@daybook/engine";
import { expect, test } from "vitest";
import { searchInParts } from "./searchInParts.ts";

const DAYS = 62;
const FROM_AT = Date.UTC(2027, 5, 7);
const UNTIL_AT = FROM_AT + DAYS * DAY;
const STAFF = Array.from({ length: 21 }, (_, index) => `staff-${index}`);

/** Builds `Facts` with staff members who work around the clock. Calls `seen` each time the search reads the busy time of a staff member. */
function countedFacts(seen: () => void): Facts {
  class Counting extends Map<string, StaffTime> {
    override get(id: string): StaffTime | undefined {
      seen();
      return super.get(id);
    }
  }
  const staff = new Counting(STAFF.map((id) => [id, { working: [FROM_AT, UNTIL_AT + DAY], taken: [] }]));
  return {
    zone: zoneNamed("UTC"),
    now: FROM_AT,
    fromAt: FROM_AT,
    untilAt: UNTIL_AT,
    open: [FROM_AT, UNTIL_AT + DAY],
    staff,
    resources: [],
    bookedOn: () => 0,
  };
}

function wanted(items: number): Search {
  const item = {
    serviceId: "cut",
    any: true,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    needs: [],
    rules: {
      onlineBookable: true,
      slotStepMinutes: 5,
      minNoticeMinutes: 0,
      maxAdvanceDays: 365,
      maxPerDay: null,
      requiresPatchTest: false,
    },
    candidates: STAFF.map((staffId) => ({
      staffId,
      phases: { initialMinutes: 5, processingMinutes: 0, finishingMinutes: 0 },
    })),
  };
  return {
    items: Array.from({ length: items }, () => item),
    fromAt: FROM_AT,
    untilAt: UNTIL_AT,
    rules: RULES_FOR.teamOffering,
    bookedMinutes: () => 0,
  };
}

test.each([1, 10])(
  "the work of a piece is bounded, whatever the window: %d items of 21 candidates over 62 days",
  async (items) => {
    let looks = 0;
    const pieces: { looks: number; starts: number }[] = [];
    const facts = countedFacts(() => looks++);
    const reach = { before: 0, after: items * 5 * 60_000 };
    await searchInParts(
      async (piece) => {
        looks = 0;
        const result = piece();
        const { starts } = result as { starts: readonly number[] };
        pieces.push({ looks, starts: starts.length });
        return result;
      },
      { facts, search: wanted(items), reach },
      async () => true,
    );
    expect(pieces.reduce((sum, { starts }) => sum + starts, 0)).toBeGreaterThan(DAYS * 280);
    // A part that checks at most 6,000 pairs of start and item takes a few milliseconds.
    expect(Math.max(...pieces.map(({ starts }) => starts * items))).toBeLessThanOrEqual(6_000);
    expect(Math.max(...pieces.map((piece) => piece.looks))).toBeLessThanOrEqual(2 * items * STAFF.length);
  },
);
