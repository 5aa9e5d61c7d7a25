import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { item, minutes } from "../cases/examples.ts";
import {
  type AppointmentItems,
  type Item,
  resourceInterval,
  staffIntervals,
  timeTaken,
} from "./appointmentItems.ts";
import { MINUTE } from "./wallclock.ts";

const STARTS_AT = Date.parse("2027-06-07T07:00:00Z");
const colour = { initialMinutes: 30, processingMinutes: 30, finishingMinutes: 30 };

describe("the time of an item", () => {
  it("leaves the staff member free during processing, but not the resources", () => {
    const one = item({ phases: colour, bufferBeforeMinutes: 5, bufferAfterMinutes: 10 });
    expect(inMinutes(staffIntervals(one, 0))).toEqual([
      [-5, 30],
      [60, 100],
    ]);
    expect(inMinutes([resourceInterval(one, 0)])).toEqual([[-5, 100]]);
  });

  it("ends for the staff member before processing that ends the item without a buffer", () => {
    const one = item({ phases: { ...colour, finishingMinutes: 0 } });
    expect(inMinutes(staffIntervals(one, 0))).toEqual([[0, 30]]);
  });

  it("includes the buffer after processing that ends the item", () => {
    const one = item({ phases: { ...colour, finishingMinutes: 0 }, bufferAfterMinutes: 10 });
    expect(inMinutes(staffIntervals(one, 0))).toEqual([
      [0, 30],
      [60, 70],
    ]);
  });
});

describe("the time of an appointment", () => {
  it("is the union over its items: a buffer under the next item counts once", () => {
    const items = [item({ bufferAfterMinutes: 10 }), item({ phases: minutes(45), bufferBeforeMinutes: 15 })];
    expect(timeTaken(items, STARTS_AT, [["room"], ["room"]])).toEqual([
      { subjectId: "ann", startsAt: STARTS_AT, endsAt: STARTS_AT + 75 * MINUTE },
      { subjectId: "room", startsAt: STARTS_AT, endsAt: STARTS_AT + 75 * MINUTE },
    ]);
  });

  it("has a row for each unit of a resource", () => {
    const endsAt = STARTS_AT + 30 * MINUTE;
    expect(timeTaken([item()], STARTS_AT, [["chair", "chair"]])).toEqual([
      { subjectId: "ann", startsAt: STARTS_AT, endsAt },
      { subjectId: "chair", startsAt: STARTS_AT, endsAt },
      { subjectId: "chair", startsAt: STARTS_AT, endsAt },
    ]);
  });

  it("agrees with a count of minutes, whatever the items", () => {
    fc.assert(
      fc.property(appointments, ({ items, resourceIds }) => {
        const taken = timeTaken(items, STARTS_AT, resourceIds);
        const subjects = new Set([...items.map(({ staffId }) => staffId), ...resourceIds.flat()]);
        expect(new Set(taken.map(({ subjectId }) => subjectId))).toEqual(subjects);
        for (const subjectId of subjects) {
          for (let minute = -40; minute < 400; minute++) {
            const at = STARTS_AT + minute * MINUTE;
            const rows = taken.filter(
              (row) => row.subjectId === subjectId && row.startsAt <= at && at < row.endsAt,
            );
            const units = items.map((_, index) => unitsAt(items, resourceIds, index, subjectId, minute));
            expect(rows.length).toBe(Math.max(...units));
          }
        }
      }),
    );
  });
});

const appointments = fc
  .array(
    fc.record({
      staffId: fc.constantFrom("ann", "ben"),
      initialMinutes: fc.integer({ min: 1, max: 30 }),
      processingMinutes: fc.constantFrom(0, 17),
      finishingMinutes: fc.constantFrom(0, 11),
      bufferBeforeMinutes: fc.constantFrom(0, 7, 30),
      bufferAfterMinutes: fc.constantFrom(0, 9, 30),
      resources: fc.subarray(["room", "chair", "chair"]),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((generated) => ({
    items: generated.map(({ resources: _, ...one }): Item => item({ ...one, phases: one })),
    resourceIds: generated.map(({ resources }) => resources),
  }));

/** Returns the number of units of a subject that one item uses at a minute, derived directly from the contract. */
function unitsAt(
  items: AppointmentItems,
  resourceIds: readonly (readonly string[])[],
  index: number,
  subjectId: string,
  minute: number,
): number {
  const lengths = items.map(({ phases: p }) => p.initialMinutes + p.processingMinutes + p.finishingMinutes);
  const start = lengths.slice(0, index).reduce((sum, length) => sum + length, 0);
  const { phases, bufferBeforeMinutes, bufferAfterMinutes, staffId } = items[index] ?? item();
  const within = minute - start;
  if (within < -bufferBeforeMinutes || within >= (lengths[index] ?? 0) + bufferAfterMinutes) return 0;
  if (subjectId !== staffId) return resourceIds[index]?.filter((id) => id === subjectId).length ?? 0;
  const isProcessing =
    within >= phases.initialMinutes && within < phases.initialMinutes + phases.processingMinutes;
  return isProcessing ? 0 : 1;
}

function inMinutes(intervals: readonly { from: number; until: number }[]): number[][] {
  return intervals.map(({ from, until }) => [from / MINUTE, until / MINUTE]);
}
