import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durationOf, type Phases, withDuration } from "./phases.ts";

const colour = phasesOf(30, 30, 30);

describe("withDuration", () => {
  it.each([
    ["extends finishing", colour, 100, phasesOf(30, 30, 40)],
    ["extends initial where there is no finishing", phasesOf(30, 30, 0), 70, phasesOf(40, 30, 0)],
    ["shortens finishing first", colour, 70, phasesOf(30, 30, 10)],
    ["then processing", colour, 50, phasesOf(30, 20, 0)],
    ["then initial", colour, 20, phasesOf(20, 0, 0)],
    ["keeps at least one minute", colour, 0, phasesOf(1, 0, 0)],
    ["returns the phases when the duration is the same", colour, 90, colour],
  ])("%s", (_, phases, minutes, expected) => {
    expect(withDuration(phases, minutes)).toEqual(expected);
  });

  const anyPhases = fc
    .tuple(fc.integer({ min: 1, max: 480 }), fc.nat(480), fc.nat(480))
    .map(([initial, processing, finishing]) => phasesOf(initial, processing, finishing));

  it("results in exactly the duration, and never makes a phase negative or adds one", () => {
    fc.assert(
      fc.property(anyPhases, fc.integer({ min: 1, max: 1440 }), (phases, minutes) => {
        const resized = withDuration(phases, minutes);
        expect(durationOf(resized)).toBe(minutes);
        expect(resized.initialMinutes).toBeGreaterThanOrEqual(1);
        expect(resized.processingMinutes).toBeGreaterThanOrEqual(0);
        expect(resized.processingMinutes).toBeLessThanOrEqual(phases.processingMinutes);
        expect(resized.finishingMinutes).toBeGreaterThanOrEqual(0);
        if (phases.finishingMinutes === 0) expect(resized.finishingMinutes).toBe(0);
        if (minutes >= durationOf(phases)) expect(resized.processingMinutes).toBe(phases.processingMinutes);
      }),
    );
  });
});

function phasesOf(initialMinutes: number, processingMinutes: number, finishingMinutes: number): Phases {
  return { initialMinutes, processingMinutes, finishingMinutes };
}
