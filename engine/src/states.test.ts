import { describe, expect, it } from "vitest";
import {
  allowedFrom,
  isUndo,
  mayReschedule,
  retakesTime,
  type Status,
  statesThatTakeTime,
  statuses,
  transitionOf,
} from "./states.ts";

/** The transitions of contract §6, copied here independently of the implementation. */
const table = [
  ["requested", "booked"],
  ["requested", "declined"],
  ["requested", "cancelled"],
  ["booked", "arrived"],
  ["booked", "completed"],
  ["booked", "cancelled"],
  ["booked", "no_show"],
  ["arrived", "completed"],
  ["arrived", "cancelled"],
  ["arrived", "booked"],
  ["no_show", "booked"],
  ["completed", "arrived"],
].map((pair) => pair.join("→"));

const everyPair = statuses.flatMap((from) => statuses.map((to) => [from, to] as [Status, Status]));

describe("states of an appointment", () => {
  it.each(everyPair)("the transition from %s to %s follows the table", (from, to) => {
    const expected = from === to ? "same" : table.includes(`${from}→${to}`) ? "allowed" : "refused";
    expect(transitionOf(from, to)).toBe(expected);
    expect(allowedFrom(from).includes(to)).toBe(expected === "allowed");
  });

  it("no transition leads to requested, or away from cancelled or declined", () => {
    expect(statuses.filter((from) => allowedFrom(from).includes("requested"))).toEqual([]);
    expect([...allowedFrom("cancelled"), ...allowedFrom("declined")]).toEqual([]);
  });

  it("a completed appointment can be undone only until its sale has closed", () => {
    expect(transitionOf("completed", "arrived", { saleClosed: true })).toBe("refused");
    expect(transitionOf("completed", "completed", { saleClosed: true })).toBe("same");
    expect(allowedFrom("completed", { saleClosed: true })).toEqual([]);
  });

  it("a cancellation can be undone only just after it", () => {
    expect(allowedFrom("cancelled", { justCancelled: true })).toEqual(["booked"]);
    expect(transitionOf("cancelled", "booked", { justCancelled: true })).toBe("allowed");
    expect(transitionOf("declined", "booked", { justCancelled: true })).toBe("refused");
  });

  it("only the undo of a no-show or cancellation takes time again", () => {
    const allowed = everyPair.filter(
      ([from, to]) => transitionOf(from, to, { justCancelled: true }) === "allowed",
    );
    expect(allowed.filter(([from, to]) => retakesTime(from, to))).toEqual([
      ["cancelled", "booked"],
      ["no_show", "booked"],
    ]);
    expect(statesThatTakeTime).toEqual(["requested", "booked", "arrived", "completed"]);
  });

  it("four transitions are undos", () => {
    expect(everyPair.filter(([from, to]) => isUndo(from, to))).toEqual([
      ["arrived", "booked"],
      ["completed", "arrived"],
      ["cancelled", "booked"],
      ["no_show", "booked"],
    ]);
  });

  it("only a requested, booked or arrived appointment can be rescheduled or resized", () => {
    expect(statuses.filter(mayReschedule)).toEqual(["requested", "booked", "arrived"]);
  });
});
