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

/** The table of contract §6, written out a second time. */
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

describe("states of a visit", () => {
  it.each(everyPair)("%s to %s is what the table says", (from, to) => {
    const expected = from === to ? "same" : table.includes(`${from}→${to}`) ? "allowed" : "refused";
    expect(transitionOf(from, to)).toBe(expected);
    expect(allowedFrom(from).includes(to)).toBe(expected === "allowed");
  });

  it("goes back to requested from nowhere, and nowhere from cancelled or declined", () => {
    expect(statuses.filter((from) => allowedFrom(from).includes("requested"))).toEqual([]);
    expect([...allowedFrom("cancelled"), ...allowedFrom("declined")]).toEqual([]);
  });

  it("undoes a completed visit only until its sale has closed", () => {
    expect(transitionOf("completed", "arrived", { saleClosed: true })).toBe("refused");
    expect(transitionOf("completed", "completed", { saleClosed: true })).toBe("same");
    expect(allowedFrom("completed", { saleClosed: true })).toEqual([]);
  });

  it("takes time again only when a no-show is undone", () => {
    const allowed = everyPair.filter(([from, to]) => transitionOf(from, to) === "allowed");
    expect(allowed.filter(([from, to]) => retakesTime(from, to))).toEqual([["no_show", "booked"]]);
    expect(statesThatTakeTime).toEqual(["requested", "booked", "arrived", "completed"]);
  });

  it("knows the three undos", () => {
    expect(everyPair.filter(([from, to]) => isUndo(from, to))).toEqual([
      ["arrived", "booked"],
      ["completed", "arrived"],
      ["no_show", "booked"],
    ]);
  });

  it("moves and resizes only what is still to come or under way", () => {
    expect(statuses.filter(mayReschedule)).toEqual(["requested", "booked", "arrived"]);
  });
});
