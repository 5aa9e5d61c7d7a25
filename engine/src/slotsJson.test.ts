import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectedSlots } from "../cases/expectedSlots.ts";
import { type Audience, factsOf, searchOf } from "../cases/salonFacts.ts";
import { salons } from "../cases/salons.ts";
import { type AppointmentItems, offsetsOf } from "./appointmentItems.ts";
import { durationOf } from "./phases.ts";
import { checkPlacement } from "./placement.ts";
import { findSlots, type Slots } from "./search.ts";
import { type SlotItemJson, slotsJson } from "./slotsJson.ts";
import { localText } from "./wallclock.ts";
import { type Zone, zoneNamed } from "./zones.ts";

describe("slotsJson", () => {
  it("equals JSON.stringify of the same slots", () => {
    fc.assert(
      fc.property(salons, fc.constantFrom<Audience>("team", "online"), (salon, audience) => {
        const facts = factsOf(salon, audience);
        const { fromAt, untilAt } = expectedSlots(salon, audience);
        const slots = findSlots(facts, searchOf(salon, audience, fromAt, untilAt));
        const resourcesOf = (assignment: AppointmentItems, index: number, startsAt: number) =>
          checkPlacement(facts, assignment, startsAt, audience).items[index]?.resourceIds ?? [];
        const { text } = slotsJson(facts.zone, slots, itemsJson, (assignment, index, startsAt) =>
          JSON.stringify(resourcesOf(assignment, index, startsAt)),
        );
        expect(`[${text}]`).toBe(JSON.stringify(slotRecords(facts.zone, slots, resourcesOf)));
      }),
      { numRuns: 150 },
    );
  });

  it("calls resourceIds only for items that need resources", () => {
    const item = { ...cut, needs: [{ type: "room", count: 1 }] };
    const slots = { starts: [Date.parse("2027-06-07T07:00:00Z")], choices: [0], assignments: [[cut, item]] };
    const called: number[] = [];
    slotsJson(zoneNamed("Europe/Berlin"), slots, itemsJson, (_, index) => `[${called.push(index)}]`);
    expect(called).toEqual([1]);
  });

  it("writes an offset that changes during the appointment, and seconds that are not zero", () => {
    const zone = zoneNamed("Europe/Berlin");
    const starts = [Date.parse("2027-03-28T00:45:00Z"), Date.parse("2027-03-28T00:45:07.250Z")];
    const { text } = slotsJson(
      zone,
      { starts, choices: [0, 0], assignments: [[cut]] },
      itemsJson,
      () => "[]",
    );
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

function itemsJson(assignment: AppointmentItems): SlotItemJson[] {
  return assignment.map((item) => ({
    idsJson: `"service_id":${JSON.stringify(item.serviceId)},"staff_id":${JSON.stringify(item.staffId)}`,
    detailsJson: `"duration_minutes":${durationOf(item.phases)}`,
  }));
}

function slotRecords(
  zone: Zone,
  { starts, choices, assignments }: Slots,
  resourcesOf: (assignment: AppointmentItems, index: number, startsAt: number) => readonly string[],
) {
  return starts.map((startsAt, slot) => {
    const items = assignments[choices[slot] ?? -1] ?? [];
    const at = (index: number) => localText(zone, startsAt + (offsetsOf(items)[index] ?? 0));
    return {
      starts_at: at(0),
      ends_at: at(items.length),
      items: items.map((item, index) => ({
        service_id: item.serviceId,
        staff_id: item.staffId,
        resource_ids: resourcesOf(items, index, startsAt),
        starts_at: at(index),
        ends_at: at(index + 1),
        duration_minutes: durationOf(item.phases),
      })),
    };
  });
}
