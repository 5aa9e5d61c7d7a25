import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { claimed } from "../cases/examples.ts";
import type { ResourceTime } from "./facts.ts";
import { assignResources, freeUnits } from "./resources.ts";
import { coversSpan } from "./spans.ts";

const HORIZON = 50;
const minute = fc.integer({ min: 0, max: HORIZON });
const claims = fc.array(
  fc
    .tuple(minute, fc.integer({ min: 1, max: 20 }), fc.boolean())
    .map(([startsAt, length, exclusive]) => claimed(startsAt, startsAt + length, { exclusive })),
  { maxLength: 8 },
);

describe("free units of a resource", () => {
  it("are its capacity minus the claims, and none under an exclusive claim", () => {
    fc.assert(
      fc.property(claims, fc.integer({ min: 1, max: 4 }), (list, capacity) => {
        const resource = { id: "room", type: "room", capacity, claims: list };
        for (let units = 1; units <= capacity; units++) {
          const free = freeUnits(resource, units);
          for (let at = 0; at < HORIZON; at++) {
            expect(coversSpan(free, at, at + 1)).toBe(unitsAt(resource, at) >= units);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("include the time before the first claim and after the last", () => {
    const resource = { id: "room", type: "room", capacity: 1, claims: [claimed(10, 20)] };
    expect(coversSpan(freeUnits(resource, 1), -1e12, 10)).toBe(true);
    expect(coversSpan(freeUnits(resource, 1), 20, 5e12)).toBe(true);
    expect(coversSpan(freeUnits(resource, 1), 19, 21)).toBe(false);
  });
});

describe("the units an item gets", () => {
  const rooms: ResourceTime[] = [
    { id: "big", type: "room", capacity: 3, claims: [claimed(10, 20)] },
    { id: "small", type: "room", capacity: 1, claims: [] },
    { id: "laser", type: "device", capacity: 1, claims: [] },
  ];

  it("come in the order of the resources, an id repeated per unit", () => {
    expect(assignResources(rooms, [{ type: "room", count: 3 }], 15, 25)).toEqual({
      resourceIds: ["big", "big", "small"],
      missing: [],
    });
  });

  it("are of every type that is needed", () => {
    const needs = [
      { type: "device", count: 1 },
      { type: "room", count: 1 },
    ];
    expect(assignResources(rooms, needs, 0, 5).resourceIds).toEqual(["laser", "big"]);
  });

  it("include taken units where too few are free, and the missing need is listed", () => {
    const need = { type: "room", count: 4 };
    expect(assignResources(rooms, [need], 15, 25)).toEqual({
      resourceIds: ["big", "big", "small", "big"],
      missing: [need],
    });
    const sauna = { type: "sauna", count: 1 };
    expect(assignResources(rooms, [sauna], 15, 25)).toEqual({ resourceIds: [], missing: [sauna] });
  });

  it("are free throughout: two resources that are free in turns do not suffice", () => {
    const rooms = [
      { id: "one", type: "room", capacity: 1, claims: [claimed(0, 10)] },
      { id: "two", type: "room", capacity: 1, claims: [claimed(10, 20)] },
    ];
    expect(assignResources(rooms, [{ type: "room", count: 1 }], 5, 15).missing).toHaveLength(1);
    expect(assignResources(rooms, [{ type: "room", count: 1 }], 10, 15).resourceIds).toEqual(["one"]);
  });
});

function unitsAt({ capacity, claims: list }: ResourceTime, at: number): number {
  const covering = list.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
  return covering.some(({ exclusive }) => exclusive) ? 0 : capacity - covering.length;
}
