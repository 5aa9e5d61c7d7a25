import { localText, zoneNamed } from "@daybook/engine";
import { expect, test } from "vitest";
import { type BookingApp, bookingApp } from "../fixtures/bookingApp.ts";
import { isFullRun } from "../fullRun.ts";
import { seeded } from "./wantedAppointments.ts";

const SALONS = isFullRun ? 60 : 2;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ZONE = zoneNamed("Europe/Berlin");
/** The searched days. The clocks change on the last day. */
const DAYS = ["2027-03-02", "2027-03-05", "2027-03-28"];

let visitors = 0;
const random = seeded(2027);
const first = await bookingApp();

/** Converts quarter hours since midnight to `HH:MM`. */
function clockText(quarters: number): string {
  return `${String(Math.floor(quarters / 4)).padStart(2, "0")}:${String((quarters % 4) * 15).padStart(2, "0")}`;
}

/** Creates a salon with random hours, services, appointments and blocks. Returns the salon and its services. */
async function randomSalon(): Promise<{ open: BookingApp; services: string[] }> {
  const hours = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
    const starts = 26 + random.below(16);
    const ends = starts + 8 + random.below(30);
    return random.below(8) === 0 ? [] : [{ weekday, starts: clockText(starts), ends: clockText(ends) }];
  });
  const open = await bookingApp({ beside: first, hours, roomCapacity: 1 + random.below(2) });
  const { anna, ben, locationId, cut, massage } = open.salon;
  const services = [cut, massage];
  for (let index = 0; index < 4; index++)
    services.push(
      await open.addService({
        duration_minutes: 5 * (2 + random.below(22)),
        buffer_before_minutes: 5 * random.below(4),
        buffer_after_minutes: 5 * random.below(4),
        min_notice_minutes: random.one([0, 120, 24 * 60, 3 * 24 * 60]),
        max_advance_days: random.one([3, 10, 60]),
        max_per_day: random.one([null, null, 1, 2]),
        staff: random.one([[anna], [ben], [anna, ben]]).map((staff_id) => ({ staff_id })),
      }),
    );
  for (let index = 0; index < 6; index++) {
    const at = `${random.one(DAYS)}T${clockText(32 + random.below(30))}:00`;
    const instant = new Date(at.startsWith("2027-03-28") ? `${at}+02:00` : `${at}+01:00`).toISOString();
    await open.book(instant, random.one([cut, massage]), random.one([anna, ben]));
    await open.call("POST", "/blocks", {
      location_id: locationId,
      staff_id: random.one([anna, ben]),
      starts_at: instant,
      ends_at: new Date(Date.parse(instant) + 15 * MINUTE * (1 + random.below(6))).toISOString(),
    });
  }
  return { open, services };
}

test("in random salons a start is offered exactly when it can be held, and what can be held can be booked", {
  timeout: isFullRun ? 3_600_000 : 240_000,
}, async () => {
  const counts = { starts: 0, offered: 0, booked: 0 };
  for (let salon = 0; salon < SALONS; salon++) {
    const { open, services } = await randomSalon();
    const { anna, ben, locationId } = open.salon;
    for (const date of DAYS) {
      const cart = Array.from({ length: 1 + random.below(3) }, () => random.one(services));
      const staffId = random.one(["any", "any", anna, ben]);
      const items = cart.map((service_id) => ({ service_id, staff_id: staffId }));
      const query = { location_id: locationId, service_ids: cart.join(), from: date, to: date };
      const staff = staffId === "any" ? {} : { staff_ids: cart.map(() => staffId).join() };
      const found = await open.visit("GET", `/availability?${new URLSearchParams({ ...query, ...staff })}`);
      const about = JSON.stringify({ salon, date, items });
      // A search and a hold are both rejected if the staff member does not perform a service.
      const offered: string[] =
        found.status === 200
          ? found.body.data.slots.map(({ starts_at }: { starts_at: string }) => starts_at)
          : [];
      const midnight = Date.parse(`${date}T00:00:00+01:00`);
      const holdable: string[] = [];
      for (let at = midnight; at < midnight + DAY; at += 15 * MINUTE) {
        const starts_at = localText(ZONE, at);
        if (!starts_at.startsWith(date)) continue;
        const held = await open.visit("POST", "/holds", { location_id: locationId, starts_at, items });
        expect([201, 409, 422], held.text).toContain(held.status);
        counts.starts++;
        if (held.status !== 201) continue;
        holdable.push(starts_at);
        await open.visit("DELETE", `/holds/${held.body.data.hold_token}`);
      }
      expect(holdable, about).toEqual(offered);
      counts.offered += offered.length;
      if (offered.length > 0) {
        await expectBookable(open, { location_id: locationId, starts_at: random.one(offered), items });
        counts.booked++;
      }
    }
  }
  if (isFullRun) console.info(`${SALONS} random salons:`, counts);
  expect(counts.booked).toBeGreaterThan(0);
});

/** Holds a start and books it as a new client. */
async function expectBookable(open: BookingApp, hold: object): Promise<void> {
  const held = await open.visit("POST", "/holds", hold);
  expect(held.status, held.text).toBe(201);
  const verified = await open.prove(`random-${++visitors}@example.com`);
  const booking = {
    hold_token: held.body.data.hold_token,
    policy_version: null,
    language: "en",
    client: { first_name: "Ada", last_name: "Lovelace", phone_e164: "+4915112345678" },
  };
  const booked = await open.visit("POST", "/bookings", booking, { token: verified.body.data.visitor_token });
  expect(booked.status, booked.text).toBe(201);
}
