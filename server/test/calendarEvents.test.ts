import { describe, expect, test } from "vitest";
import { book } from "../src/features/scheduling/appointments/index.ts";
import { withSnapshot } from "../src/features/scheduling/snapshot/index.ts";
import {
  CHANGES,
  emittedBy,
  eventsOf,
  later,
  MARKER,
  NO_CHANGES,
  newAppointment,
} from "./fixtures/calendarChanges.ts";
import { bookingOf, testApp } from "./fixtures/testApp.ts";

const full = await testApp({ isShared: true });
const spa = await testApp({ beside: full, type: "med_spa" });

describe("exactly one event, with the record as GET shows it", () => {
  test("for a booking and a request", async () => {
    for (const status of ["booked", "requested"]) {
      const events = await emittedBy(full, () => newAppointment(full, status));
      const created = events.filter((event) => event.type !== "client.created");
      expect(created.map((event) => event.type)).toEqual(["appointment.created"]);
      const body = JSON.parse(String(created[0]?.body_full));
      expect(Object.keys(body)).toEqual(["id", "type", "created_at", "business_id", "data"]);
      expect(body).toMatchObject({
        id: created[0]?.id,
        type: "appointment.created",
        created_at: "2027-03-01T06:00:00Z",
      });
      expect(body.data).toEqual((await full.call("GET", `/appointments/${body.data.id}`)).body.data);
    }
  });

  test("for each booked appointment of a series, and none for skipped dates", async () => {
    const { salon, call } = full;
    const appointment = bookingOf(salon, "2027-03-08T14:00:00+01:00", [[salon.cut, salon.ben]]);
    await full.book("2027-03-15T14:00:00+01:00", salon.cut, salon.ben);
    const repeat = () =>
      call("POST", "/appointments/recurring", { ...appointment, every_weeks: 1, occurrences: 3 });
    const events = await emittedBy(full, repeat);
    expect(events.map((event) => event.type)).toEqual(["appointment.created", "appointment.created"]);
    const starts = events.map((event) => JSON.parse(String(event.body_full)).data.starts_at.slice(0, 10));
    expect(starts).toEqual(["2027-03-08", "2027-03-22"]);
  });

  test.each(CHANGES)("for %s", async (_name, states, change, event, changed) => {
    const appointment = await newAppointment(full, ...states);
    const events = await emittedBy(full, () => change(full, appointment));
    expect(events.map(({ type }) => type)).toEqual([`appointment.${event}`]);
    const body = JSON.parse(String(events[0]?.body_full));
    expect(body.data).toEqual((await full.call("GET", `/appointments/${appointment.id}`)).body.data);
    expect(body.changed).toEqual(changed);
    expect(body.business_id).toBe(full.salon.businessId);
  });
});

const ALLOWED =
  /^(id|client_id|location_id|item_ids|service_ids|staff_ids|starts_at|ends_at|(confirmed|arrived|completed|cancelled|declined|no_show)_at)$/;

test.each(CHANGES)("only identifiers and times for a med spa: %s", async (_name, states, change, event) => {
  const appointment = await newAppointment(spa, ...states);
  const events = await emittedBy(spa, () => change(spa, appointment));
  expect(events.map(({ type, body_full }) => [type, body_full])).toEqual([[`appointment.${event}`, null]]);
  const body = JSON.parse(String(events[0]?.body_ids));
  expect(Object.keys(body)).toEqual(["id", "type", "created_at", "business_id", "data"]);
  for (const field of Object.keys(body.data)) expect(field).toMatch(ALLOWED);
  const now = (await spa.call("GET", `/appointments/${appointment.id}`)).body.data;
  expect(body.data).toMatchObject({ id: now.id, client_id: now.client_id, starts_at: now.starts_at });
});

describe("no event", () => {
  test.each(NO_CHANGES)("for %s", async (_name, change) => {
    const appointment = await newAppointment(full);
    expect(await emittedBy(full, () => change(full, appointment))).toEqual([]);
  });

  test("for lists, availability, blocks, and bookings that are refused", async () => {
    const { salon, call, book } = full;
    const taken = await newAppointment(full);
    const events = await emittedBy(full, async () => {
      const window = `location_id=${salon.locationId}&from=2027-04-05T00:00:00Z&to=2027-04-12T00:00:00Z`;
      for (const path of [
        `/appointments?${window}`,
        `/availability?${window}&service_ids=${salon.cut}`,
        "/blocks",
      ])
        expect((await call("GET", path)).status).toBe(200);
      expect((await book(taken.starts_at, salon.cut)).status).toBe(409);
      expect((await book(taken.starts_at, salon.cut, salon.cut)).status).toBe(422);
      const block = {
        location_id: salon.locationId,
        staff_id: salon.ben,
        starts_at: taken.starts_at,
        ends_at: later(taken),
      };
      const single = (await call("POST", "/blocks", { ...block, label: MARKER })).body.data;
      await call("POST", "/blocks", { ...block, every_days: 1, occurrences: 2 });
      expect((await call("DELETE", `/blocks/${single.id}`)).status).toBe(200);
    });
    expect(events).toEqual([]);
  });

  test("of a transaction that fails afterwards", async () => {
    const { salon, database } = full;
    const input = bookingOf(salon, "", [[salon.cut, salon.anna]]);
    const booking = {
      ...input,
      startsAt: Date.UTC(2030, 0, 1),
      status: "booked",
      source: "api",
      now: 0,
    } as const;
    const events = await emittedBy(full, () =>
      withSnapshot(database, salon.businessId, (snapshot) =>
        database.transaction(async (tx) => {
          expect((await book(tx, snapshot, booking)).outcome).toBe("booked");
          throw new Error("fails behind the booking");
        }),
      ).catch(() => undefined),
    );
    expect(events).toEqual([]);
  });
});

test("bodies with identifiers only contain no text of a client, a note or a reason", async () => {
  for (const open of [full, spa])
    for (const event of await eventsOf(open)) {
      expect(event.body_ids).not.toContain(MARKER);
      if (open === spa) expect(event.body_full).toBeNull();
    }
});
