import { type AppointmentItems, checkPlacement, findSlots, gridStarts } from "@daybook/engine";
import { describe, expect, test } from "vitest";
import { unassignedItemsOf } from "../../src/features/scheduling/availability/query.ts";
import { readSearch } from "../../src/features/scheduling/availability/readSearch.ts";
import {
  type LocationSnapshot,
  type SchedulingSnapshot,
  withSnapshot,
} from "../../src/features/scheduling/snapshot/index.ts";
import { type Answer, ask, bookingOf } from "../fixtures/testApp.ts";
import { isFullRun } from "../fullRun.ts";
import { meetsConflict, takenWeek } from "./conflicts.ts";
import { takenAmong } from "./trials.ts";
import { chanceFrom, WEEK, weekSalon } from "./weekSalon.ts";

const week = await weekSalon();

const AUDIENCES = ["team", "online"] as const;
/** Sets of services: each kind of service individually, and combinations of two and three services. */
const SERVICE_SETS = [
  ...["plain", "buffered", "processing", "endsInProcessing", "room", "twoRooms", "basin", "ownMinutes"],
  ...["notice", "advance", "limited", "tested", "offline", "long"],
  ...[
    "processing plain",
    "room basin",
    "ownMinutes room",
    "limited limited",
    "twoRooms endsInProcessing plain",
  ],
];
const servicesOf = (serviceSet: string) => serviceSet.split(" ").map((name) => String(week.services[name]));

function availabilityOf(serviceSet: string, audience: "team" | "online", more: Record<string, string> = {}) {
  return ask(week, servicesOf(serviceSet), { ...WEEK, audience, client_id: week.testedClient, ...more });
}
interface Slot {
  readonly starts_at: string;
  readonly items: readonly { readonly service_id: string; readonly staff_id: string }[];
}
const slotsOf = (answer: Answer): Slot[] => answer.body.data.slots;
const trialsOf = (answer: Answer) =>
  slotsOf(answer).map(({ starts_at, items }) => ({ startsAt: Date.parse(starts_at), items }));

/** The sampling interval. A full run books every offered slot, `npm test` every eighteenth slot from the first. */
const SHARE = isFullRun ? 1 : 18;
/** The number of unoffered starts to test, for each audience. */
const UNOFFERED = isFullRun ? 1_000 : 150;
/** The number of alternatives to book, for bookings and for moves. */
const ALTERNATIVES = isFullRun ? 60 : 20;

describe.each(AUDIENCES)("for %s", (audience) => {
  test.each(SERVICE_SETS)("every offered slot places: %s", async (serviceSet) => {
    const trials = trialsOf(await availabilityOf(serviceSet, audience)).filter(
      (_, index) => index % SHARE === 0,
    );
    if (serviceSet === "offline" && audience === "online") expect(trials).toEqual([]);
    else expect(trials.length).toBeGreaterThan(0);
    expect(await takenAmong(week, trials)).toEqual(trials.map(() => false));
  });
});

/**
 * Returns random starts on the grid that are not offered for the given services and staff members, each with the engine's
 * result.
 */
async function unoffered(audience: "team" | "online", max: number) {
  const { salon, database, clock, staff } = week;
  const chance = chanceFrom(11);
  const found: {
    serviceSet: string;
    items: AppointmentItems;
    startsAt: number;
    accepted: boolean;
    conflicts: number;
  }[] = [];
  await withSnapshot(database, salon.businessId, async (snapshot) => {
    found.length = 0;
    for (let round = 0; found.length < max; round++) {
      const serviceSet = SERVICE_SETS[round % SERVICE_SETS.length] as string;
      const named = servicesOf(serviceSet).map((serviceId) => ({
        serviceId,
        staffId: chance.pick(performersOf(snapshot, serviceId, staff)),
      }));
      const location = snapshot.locations.get(salon.locationId) as LocationSnapshot;
      const { items: unassigned } = unassignedItemsOf(snapshot, location, named, () => "");
      const window = {
        fromAt: Date.parse("2027-03-21T23:00:00Z"),
        untilAt: Date.parse("2027-03-28T22:00:00Z"),
      };
      const rest = {
        location,
        audience,
        now: clock.now(),
        excludeAppointmentId: null,
        patchTestOn: "2027-03-21",
      };
      const { facts, search } = await readSearch(database, snapshot, {
        items: unassigned,
        ...rest,
        ...window,
      });
      const slots = findSlots(facts, search);
      const items = unassigned.map(({ candidates, any: _, ...item }) => ({
        ...item,
        ...(candidates[0] as (typeof candidates)[0]),
      }));
      const offered = new Set(slots.starts);
      const step = unassigned[0]?.rules.slotStepMinutes ?? 1;
      const starts = gridStarts(location.zone, step, [window.fromAt, window.untilAt]).filter(
        (at) => !offered.has(at),
      );
      for (let n = 0; n < 8 && found.length < max && starts.length > 0; n++) {
        const startsAt = chance.pick(starts);
        const { accepted, conflicts } = checkPlacement(facts, items, startsAt, audience);
        found.push({ serviceSet, items, startsAt, accepted, conflicts: conflicts.length });
      }
    }
  });
  return found;
}
function performersOf(snapshot: SchedulingSnapshot, serviceId: string, staff: readonly string[]): string[] {
  return staff.filter((id) => snapshot.services.get(serviceId)?.performers.has(id));
}

test(`${UNOFFERED} grid starts that are not offered online are refused there`, async () => {
  const starts = await unoffered("online", UNOFFERED);
  expect(starts).toHaveLength(UNOFFERED);
  expect(starts.filter(({ accepted }) => accepted)).toEqual([]);
});

test(`of ${UNOFFERED} that staff are not offered, exactly those that meet a conflict are refused`, async () => {
  const starts = await unoffered("team", UNOFFERED);
  const calendar = await takenWeek(week.database, week.salon.businessId);
  const expected = starts.map(({ items, startsAt }) => meetsConflict(calendar, items, startsAt));
  expect(new Set(expected).size).toBe(2);
  const trials = starts.map(({ items, startsAt }) => ({
    startsAt,
    items: items.map((item) => ({ service_id: item.serviceId, staff_id: item.staffId })),
  }));
  expect(await takenAmong(week, trials)).toEqual(expected);
  expect(starts.map(({ accepted }) => !accepted)).toEqual(expected);
});

describe("each alternative of a 409 books, in its own trial", () => {
  test("for a booking, as it was posted", async () => {
    const chance = chanceFrom(23);
    let tried = 0;
    for (let round = 0; tried < ALTERNATIVES && round < 400; round++) {
      const slot = chance.pick(
        slotsOf(await availabilityOf(chance.pick(["plain", "room", "basin", "processing plain"]), "team")),
      );
      const items = slot.items.map((item): [string, string] => [item.service_id, item.staff_id]);
      const post = (startsAt: string) =>
        week.call("POST", "/appointments", bookingOf(week.salon, startsAt, items));
      const holder = await post(slot.starts_at);
      expect(holder.status).toBe(201);
      const refused = await post(slot.starts_at);
      expect(refused).toMatchObject({ status: 409, body: { code: "time_conflict" } });
      for (const startsAt of refused.body.details.alternatives) {
        const booked = await post(startsAt);
        expect(booked.status).toBe(201);
        await week.call("POST", `/appointments/${booked.body.data.id}/transitions`, { to: "cancelled" });
        tried++;
      }
      await week.call("POST", `/appointments/${holder.body.data.id}/transitions`, { to: "cancelled" });
    }
    expect(tried).toBeGreaterThanOrEqual(ALTERNATIVES);
  });

  test("for a move, as it was sent", async () => {
    const { salon, call } = week;
    const window = `location_id=${salon.locationId}&from=2027-03-22T00:00:00Z&to=2027-03-28T00:00:00Z&status=booked`;
    const appointments = (await call("GET", `/appointments?${window}`)).body.data.items;
    let tried = 0;
    for (const [index, appointment] of appointments.entries()) {
      const onto = appointments[(index + 1) % appointments.length];
      const items = appointment.items.map((item: { id: string }) => ({
        id: item.id,
        staff_id: onto.items[0].staff_id,
      }));
      const move = (starts_at: string) =>
        call("PATCH", `/appointments/${appointment.id}/schedule`, { starts_at, items });
      const refused = await move(onto.starts_at);
      if (refused.body.code !== "time_conflict") {
        if (refused.status === 200) break;
        continue;
      }
      for (const startsAt of refused.body.details.alternatives) {
        expect((await move(startsAt)).status).toBe(200);
        tried++;
      }
      if (tried >= ALTERNATIVES) break;
    }
    expect(tried).toBeGreaterThanOrEqual(ALTERNATIVES / 2);
  });
});
