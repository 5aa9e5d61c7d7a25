import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedSlots } from "../cases/expectedSlots.ts";
import { type Audience, factsOf, searchOf, zoneNamed } from "../cases/salonFacts.ts";
import { salons } from "../cases/salons.ts";
import { type AppointmentItems, offsetsOf } from "./appointmentItems.ts";
import { durationOf } from "./phases.ts";
import { checkPlacement } from "./placement.ts";
import { findSlots, type Slots } from "./search.ts";
import { type SlotItemJson, slotsJson } from "./slotsJson.ts";
import { localText } from "./wallclock.ts";
import type { Zone } from "./zones.ts";

describe("slots as text", () => {
  it("is what JSON.stringify writes of the same slots", () => {
    fc.assert(
      fc.property(salons, fc.constantFrom<Audience>("team", "online"), (salon, audience) => {
        const facts = factsOf(salon, audience);
        const { fromAt, untilAt } = expectedSlots(salon, audience);
        const slots = findSlots(facts, searchOf(salon, audience, fromAt, untilAt));
        const resourcesOf = (visit: AppointmentItems, index: number, startsAt: number) =>
          checkPlacement(facts, visit, startsAt, audience).items[index]?.resourceIds ?? [];
        const text = slotsJson(facts.zone, slots, piecesOf, (visit, index, startsAt) =>
          JSON.stringify(resourcesOf(visit, index, startsAt)),
        );
        expect(text).toBe(JSON.stringify(plain(facts.zone, slots, resourcesOf)));
      }),
      { numRuns: 150 },
    );
  });

  it("asks for resources only where an item needs any", () => {
    const item = { ...cut, needs: [{ type: "room", count: 1 }] };
    const slots = { starts: [Date.parse("2027-06-07T07:00:00Z")], choices: [0], assignments: [[cut, item]] };
    const asked: number[] = [];
    slotsJson(zoneNamed("Europe/Berlin"), slots, piecesOf, (_, index) => `[${asked.push(index)}]`);
    expect(asked).toEqual([1]);
  });

  it("writes an offset that changes within a visit, and seconds where there are some", () => {
    const zone = zoneNamed("Europe/Berlin");
    const starts = [Date.parse("2027-03-28T00:45:00Z"), Date.parse("2027-03-28T00:45:07.250Z")];
    const text = slotsJson(zone, { starts, choices: [0, 0], assignments: [[cut]] }, piecesOf, () => "[]");
    expect(text).toContain('{"starts_at":"2027-03-28T01:45:00+01:00","ends_at":"2027-03-28T03:15:00+02:00"');
    expect(text).toContain('{"starts_at":"2027-03-28T01:45:07.250+01:00"');
  });
});

const cut: AppointmentItems[number] = {
  serviceId: "cut",
  staffId: "ann",
  phases: { initialMinutes: 30, processingMinutes: 0, finishingMinutes: 0 },
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  needs: [],
  rules: {
    onlineBookable: true,
    slotStepMinutes: 15,
    minNoticeMinutes: 0,
    maxAdvanceDays: 90,
    maxPerDay: null,
    requiresPatchTest: false,
  },
};

function piecesOf(visit: AppointmentItems): SlotItemJson[] {
  return visit.map((item) => ({
    idsJson: `"service_id":${JSON.stringify(item.serviceId)},"staff_id":${JSON.stringify(item.staffId)}`,
    detailsJson: `"duration_minutes":${durationOf(item.phases)}`,
  }));
}

function plain(
  zone: Zone,
  { starts, choices, assignments }: Slots,
  resourcesOf: (visit: AppointmentItems, index: number, startsAt: number) => readonly string[],
) {
  return starts.map((startsAt, slot) => {
    const visit = assignments[choices[slot] ?? -1] ?? [];
    const at = (index: number) => localText(zone, startsAt + (offsetsOf(visit)[index] ?? 0));
    return {
      starts_at: at(0),
      ends_at: at(visit.length),
      items: visit.map((item, index) => ({
        service_id: item.serviceId,
        staff_id: item.staffId,
        resource_ids: resourcesOf(visit, index, startsAt),
        starts_at: at(index),
        ends_at: at(index + 1),
        duration_minutes: durationOf(item.phases),
      })),
    };
  });
}
