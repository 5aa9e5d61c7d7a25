import { describe, expect, test } from "vitest";
import { ask, bookingOf, refusedFields, startTimes, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { archiveService } from "../../business/services/index.ts";

const open = await testApp({ isShared: true });
const MONDAY = "2027-03-08";

describe("an answer", () => {
  test("states start, staff member, location and price, and can be booked unchanged", async () => {
    const { salon, call } = open;
    const answer = await ask(open, [salon.cut, salon.massage], {
      from: MONDAY,
      staff_ids: `${salon.anna},${salon.ben}`,
    });
    const { slots, ...rest } = answer.body.data;
    expect(rest).toEqual({
      location_id: salon.locationId,
      time_zone: "Europe/Berlin",
      from: "2027-03-08T00:00:00+01:00",
      to: "2027-03-09T00:00:00+01:00",
      next_available_at: null,
      next_from: null,
    });
    const [first] = slots;
    expect(first).toEqual({
      starts_at: "2027-03-08T09:00:00+01:00",
      ends_at: "2027-03-08T10:45:00+01:00",
      items: [
        {
          service_id: salon.cut,
          staff_id: salon.anna,
          resource_ids: [],
          starts_at: "2027-03-08T09:00:00+01:00",
          ends_at: "2027-03-08T09:45:00+01:00",
          duration_minutes: 45,
          price: { amount: 4500, currency: "EUR" },
        },
        {
          service_id: salon.massage,
          staff_id: salon.ben,
          resource_ids: [salon.roomId],
          starts_at: "2027-03-08T09:45:00+01:00",
          ends_at: "2027-03-08T10:45:00+01:00",
          duration_minutes: 60,
          price: { amount: 7000, currency: "EUR" },
        },
      ],
    });
    const items = first.items.map((item: { service_id: string; staff_id: string }): [string, string] => [
      item.service_id,
      item.staff_id,
    ]);
    const booked = await call("POST", "/appointments", bookingOf(salon, first.starts_at, items));
    expect(booked.body.data.items).toMatchObject(first.items);
    await call("POST", `/appointments/${booked.body.data.id}/transitions`, { to: "cancelled" });
  });

  test("takes dates whole, and date-times as from ≤ start < to", async () => {
    const { cut } = open.salon;
    expect(startTimes(await ask(open, cut, { from: MONDAY })).at(-1)).toBe("17:00");
    const exact = await ask(open, cut, {
      from: "2027-03-08T09:15:00+01:00",
      to: "2027-03-08T10:00:00+01:00",
    });
    expect(startTimes(exact)).toEqual(["09:15", "09:30", "09:45"]);
    const mixed = await ask(open, cut, { from: "2027-03-08T16:31:00+01:00", to: MONDAY });
    expect(startTimes(mixed)).toEqual(["16:45", "17:00"]);
    const none = await ask(open, cut, { from: "2027-03-08T09:00:00Z", to: "2027-03-08T09:00:00Z" });
    expect(none.body.data).toMatchObject({ slots: [], next_available_at: "2027-03-08T10:00:00+01:00" });
  });

  test("names the next start after a window without slots: within 90 days, else null", async () => {
    const { salon, database, clock } = open;
    const sunday = await ask(open, salon.cut, { from: "2027-03-14" });
    expect(sunday.body.data).toMatchObject({ slots: [], next_available_at: "2027-03-15T09:00:00+01:00" });
    const past = await ask(open, salon.cut, { from: "2027-02-27" });
    expect(past.body.data.next_available_at).toBe("2027-03-01T09:00:00+01:00");
    const long = await ask(open, salon.cut, { from: "2026-10-01" });
    expect(long.body.data.next_available_at).toBeNull();
    const nobodys = await open.addService({ staff: [] });
    expect((await ask(open, nobodys, { from: MONDAY })).body.data.next_available_at).toBeNull();
    await database.transaction((tx) => archiveService(tx, salon.businessId, nobodys, clock.now()));
  });

  test("counts days for a month picker, without the slots", async () => {
    const { data } = (await ask(open, open.salon.cut, { from: "2027-03-13", to: "2027-03-15", view: "days" }))
      .body;
    expect(data).not.toHaveProperty("slots");
    expect(data.days).toEqual([
      { date: "2027-03-13", slots: 33, first: "2027-03-13T09:00:00+01:00" },
      { date: "2027-03-14", slots: 0, first: null },
      { date: "2027-03-15", slots: 33, first: "2027-03-15T09:00:00+01:00" },
    ]);
  });

  test("takes up to 62 days, also over a clock change", async () => {
    const days = async (from: string, to: string) => ask(open, open.salon.cut, { from, to, view: "days" });
    expect((await days("2027-10-01", "2027-12-01")).body.data.days).toHaveLength(62);
    expect(refusedFields(await days("2027-10-01", "2027-12-02"))).toEqual(["/to"]);
    expect((await days("2027-03-01", "2027-05-01")).status).toBe(200);
  });

  test.each([
    ["without a clock change", "2027-06-01T09:30:00+02:00"],
    ["over the change to winter time", "2027-10-01T09:30:00+02:00"],
    ["over the change to summer time", "2027-03-01T09:30:00+01:00"],
  ])("takes exactly 62 times 24 hours of date-times, %s", async (_, from) => {
    const until = (moreMs: number) => new Date(Date.parse(from) + 62 * 86_400_000 + moreMs).toISOString();
    const window = (moreMs: number) => ask(open, open.salon.cut, { from, to: until(moreMs), view: "days" });
    expect((await window(0)).status).toBe(200);
    for (const moreMs of [1, 60_000, 3_600_000]) expect(refusedFields(await window(moreMs))).toEqual(["/to"]);
  });
});

test("treats the time of the appointment to be moved as free", async () => {
  const { salon, book, call } = open;
  const { id } = (await book("2027-03-09T09:00:00+01:00", salon.massage)).body.data;
  const from = "2027-03-09T09:00:00+01:00";
  const window = { from, to: "2027-03-09T10:30:00+01:00", staff_ids: salon.ben };
  expect(startTimes(await ask(open, salon.massage, window))).toEqual(["10:00", "10:15"]);
  const moving = { ...window, exclude_appointment_id: id.toUpperCase() };
  expect(startTimes(await ask(open, salon.massage, moving))).toHaveLength(6);
  await call("POST", `/appointments/${id}/transitions`, { to: "cancelled" });
  expect(startTimes(await ask(open, salon.massage, window))).toHaveLength(6);
});

test("accepts ids of locations, services and staff members in any case", async () => {
  const { salon } = open;
  const query = {
    from: MONDAY,
    location_id: salon.locationId.toUpperCase(),
    staff_ids: salon.ben.toUpperCase(),
  };
  expect(startTimes(await ask(open, salon.cut.toUpperCase(), query)).length).toBeGreaterThan(0);
});

test("is refused for every parameter that is wrong", async () => {
  const { salon } = open;
  const other = await testApp({ beside: open });
  const annas = await open.addService({ staff: [{ staff_id: salon.anna }] });
  const foreignAppointment = (await other.book("2027-03-08T09:00:00Z", other.salon.cut)).body.data.id;
  const cases: [string | string[], Parameters<typeof ask>[2], string[]][] = [
    [salon.cut, { from: "soon" }, ["/from", "/to"]],
    [salon.cut, { from: "2027-02-29" }, ["/from", "/to"]],
    [salon.cut, { from: "2027-03-08T09:00:00", to: MONDAY }, ["/from"]],
    [salon.cut, { from: MONDAY, to: "2027-03-07" }, ["/to"]],
    [salon.cut, { from: MONDAY, to: "2027-05-09" }, ["/to"]],
    [[], { from: MONDAY }, ["/service_ids"]],
    [new Array(11).fill(salon.cut), { from: MONDAY }, ["/service_ids"]],
    [[salon.cut, "x"], { from: MONDAY }, ["/service_ids/1"]],
    [newId(), { from: MONDAY }, ["/service_ids/0"]],
    [other.salon.cut, { from: MONDAY }, ["/service_ids/0"]],
    [salon.cut, { from: MONDAY, location_id: other.salon.locationId }, ["/location_id"]],
    [salon.cut, { from: MONDAY, location_id: "" }, ["/location_id"]],
    [salon.cut, { from: MONDAY, staff_ids: "any,any" }, ["/staff_ids"]],
    [[salon.cut, salon.cut], { from: MONDAY, staff_ids: salon.anna }, ["/staff_ids"]],
    [salon.cut, { from: MONDAY, staff_ids: "anybody" }, ["/staff_ids/0"]],
    [salon.cut, { from: MONDAY, staff_ids: newId() }, ["/staff_ids/0"]],
    [annas, { from: MONDAY, staff_ids: salon.ben }, ["/staff_ids/0"]],
    [salon.cut, { from: MONDAY, exclude_appointment_id: newId() }, ["/exclude_appointment_id"]],
    [salon.cut, { from: MONDAY, exclude_appointment_id: foreignAppointment }, ["/exclude_appointment_id"]],
    [salon.cut, { from: MONDAY, client_id: newId() }, ["/client_id"]],
    [salon.cut, { from: MONDAY, client_id: other.salon.clientId, audience: "online" }, ["/client_id"]],
    [salon.cut, { from: MONDAY, audience: "everybody" }, ["/audience"]],
    [salon.cut, { from: MONDAY, view: "weeks", explain: "why" }, ["/explain", "/view"]],
    [salon.cut, { from: MONDAY, limit: "5" }, ["/limit"]],
  ];
  for (const [services, query, fields] of cases)
    expect([query, refusedFields(await ask(open, services, query))]).toEqual([query, fields]);
  expect(refusedFields(await open.call("GET", "/availability"))).toEqual([
    "/from",
    "/location_id",
    "/service_ids",
    "/to",
  ]);
});
