import { beforeEach, describe, expect, test } from "vitest";
import { type Answer, ask, startTimes, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { createResource, replaceLocationHours, updateResource } from "../../business/locations/index.ts";
import { replaceStaffHours } from "../../business/staff/index.ts";

let open: TestApp;
beforeEach(async () => {
  open = await testApp({ isShared: true });
});

const at = (time: string) => `2027-03-08T${time}:00+01:00`;
const between = (from: string, to: string) => ({ from: at(from), to: at(to) });
/** Lists each slot with the initials of the staff members who perform its items. */
const who = (answer: Answer) =>
  answer.body.data.slots.map((slot: { starts_at: string; items: { staff_id: string }[] }) =>
    [
      slot.starts_at.slice(11, 16),
      ...slot.items.map((item) => (item.staff_id === open.salon.anna ? "A" : "B")),
    ].join(" "),
  );

describe("any", () => {
  test("is the staff member with the fewest booked minutes that day, then by position", async () => {
    const { salon, book, call } = open;
    const window = between("12:00", "12:15");
    expect(who(await ask(open, salon.cut, window))).toEqual(["12:00 A"]);
    const { data } = (await book(at("09:00"), salon.cut, salon.anna)).body;
    expect(who(await ask(open, salon.cut, window))).toEqual(["12:00 B"]);
    expect(
      who(await ask(open, salon.cut, { from: "2027-03-09T12:00:00+01:00", to: "2027-03-09T12:15:00+01:00" })),
    ).toEqual(["12:00 A"]);
    await book(at("09:00"), salon.massage, salon.ben);
    expect(who(await ask(open, salon.cut, window))).toEqual(["12:00 A"]);
    await call("PATCH", `/appointments/${data.id}/duration`, { item_id: data.items[0].id, minutes: 61 });
    expect(who(await ask(open, salon.cut, window))).toEqual(["12:00 B"]);
    await call("POST", `/appointments/${data.id}/transitions`, { to: "no_show" });
    expect(who(await ask(open, salon.cut, window))).toEqual(["12:00 A"]);
  });

  test("is one staff member for all items if possible, else staff members in order, with backtracking", async () => {
    const { salon, book } = open;
    await book(at("10:00"), salon.massage, salon.anna);
    await book(at("13:00"), salon.massage, salon.ben);
    const two = [salon.massage, salon.massage];
    const service = await open.addService({});
    const pair = [service, service];
    expect(who(await ask(open, pair, between("09:00", "09:30")))).toEqual(["09:00 B B", "09:15 B B"]);
    expect(startTimes(await ask(open, two, between("09:00", "09:15")))).toEqual([]);
    // From 11:00 to 13:00 both staff members are free; from 13:00 only Anna is free.
    expect(who(await ask(open, pair, between("11:30", "11:45")))).toEqual(["11:30 A A"]);
    await book(at("12:00"), service, salon.anna);
    expect(who(await ask(open, pair, between("11:00", "11:15")))).toEqual(["11:00 B B"]);
    await book(at("11:00"), service, salon.ben);
    // Anna is free until 12:00 and Ben is free from 12:00, so neither of them can perform both items.
    expect(who(await ask(open, pair, between("11:00", "11:15")))).toEqual(["11:00 A B"]);
    const named = { ...between("11:00", "11:15"), staff_ids: `any,${salon.ben}` };
    expect(who(await ask(open, pair, named))).toEqual(["11:00 A B"]);
    expect(who(await ask(open, pair, { ...named, staff_ids: `${salon.ben},any` }))).toEqual([]);
  });

  test("uses the duration and price of the chosen staff member", async () => {
    const { salon } = open;
    const staff = [
      { staff_id: salon.anna, duration_minutes: 30, price: { amount: 9900, currency: "EUR" } },
      { staff_id: salon.ben },
    ];
    const service = await open.addService({ staff });
    const one = async (staffId: string) => {
      const { data } = (await ask(open, service, { ...between("09:00", "09:15"), staff_ids: staffId })).body;
      return [data.slots[0].items[0].duration_minutes, data.slots[0].items[0].price.amount];
    };
    expect([await one(salon.anna), await one(salon.ben)]).toEqual([
      [30, 9900],
      [60, 5000],
    ]);
  });
});

describe("availability", () => {
  test("uses another appointment's processing time if the buffers fit too", async () => {
    const { salon, book } = open;
    const long = await open.addService({
      initial_minutes: 30,
      processing_minutes: 60,
      finishing_minutes: 30,
      duration_minutes: 120,
    });
    await book(at("10:00"), long);
    const anna = { ...between("10:00", "12:30"), staff_ids: salon.anna };
    const short = await open.addService({
      duration_minutes: 30,
      buffer_before_minutes: 5,
      buffer_after_minutes: 10,
      slot_step_minutes: 5,
    });
    expect(startTimes(await ask(open, short, anna))).toEqual([
      "10:35",
      "10:40",
      "10:45",
      "10:50",
      "12:05",
      "12:10",
      "12:15",
      "12:20",
      "12:25",
    ]);
  });

  test("keeps buffers inside working hours, and between appointments", async () => {
    const service = await open.addService({ buffer_before_minutes: 10, buffer_after_minutes: 20 });
    const all = startTimes(await ask(open, service, { from: "2027-03-08", staff_ids: open.salon.anna }));
    expect([all[0], all.at(-1)]).toEqual(["09:15", "16:30"]);
    await open.book(at("12:00"), open.salon.cut);
    const around = await ask(open, service, { ...between("10:00", "14:00"), staff_ids: open.salon.anna });
    // A slot at 10:45 leaves less than 20 minutes for the buffer after the service, and a slot at 13:00 less than 10 minutes
    // for the buffer before the service.
    expect(startTimes(around)).toEqual(["10:00", "10:15", "10:30", "13:15", "13:30", "13:45"]);
  });

  test("needs as many units as the service does, of one or several resources", async () => {
    const { salon, database, clock, book } = open;
    const window = between("09:00", "09:15");
    const { businessId, locationId } = salon;
    const made = await database.transaction((tx) =>
      createResource(tx, businessId, locationId, { name: "Zimmer", type: "room" }, clock.now()),
    );
    const service = await open.addService({ resources: [{ type: "room", count: 2 }] });
    const offered = (await ask(open, service, window)).body.data.slots[0].items[0].resource_ids;
    expect(offered).toEqual([salon.roomId, made.id]);
    await database.transaction((tx) =>
      updateResource(tx, businessId, locationId, salon.roomId, { capacity: 2 }, clock.now()),
    );
    const booked = (await book(at("09:00"), service, salon.anna)).body.data;
    expect(booked.items[0].resource_ids).toEqual([salon.roomId, salon.roomId]);
    expect(startTimes(await ask(open, service, window))).toEqual([]);
    expect((await ask(open, salon.massage, window)).body.data.slots[0].items[0].resource_ids).toEqual([
      made.id,
    ]);
  });

  test("excludes time off and blocks", async () => {
    const { salon, call } = open;
    const block = {
      location_id: salon.locationId,
      staff_id: salon.anna,
      starts_at: at("09:00"),
      ends_at: at("17:00"),
    };
    await call("POST", "/blocks", block);
    const anna = { from: "2027-03-08", staff_ids: salon.anna };
    expect(startTimes(await ask(open, salon.massage, anna))).toEqual(["17:00"]);
  });
});

describe("on the night of a clock change", () => {
  const allDay = async () => {
    const { businessId, locationId, anna, ben } = open.salon;
    const hours = [6, 7].map((weekday) => ({ weekday, starts: "00:00", ends: "24:00" }));
    const weekly = hours.map((interval) => ({ ...interval, location_id: locationId }));
    await open.database.transaction(async (tx) => {
      await replaceLocationHours(
        tx,
        businessId,
        locationId,
        { hours, hour_exceptions: [] },
        open.clock.now(),
      );
      for (const staffId of [anna, ben])
        await replaceStaffHours(tx, businessId, staffId, { weekly, exceptions: [] }, open.clock.now());
    });
    return open.addService({ slot_step_minutes: 30, max_advance_days: 400 });
  };
  const offered = async (serviceId: string, from: string, to: string) =>
    (await ask(open, serviceId, { from, to })).body.data.slots.map((slot: { starts_at: string }) =>
      slot.starts_at.slice(11),
    );

  test("a time that is skipped is not offered; an appointment across it lasts its elapsed minutes", async () => {
    const service = await allDay();
    const night = await offered(service, "2027-03-28T01:00:00+01:00", "2027-03-28T04:00:00+02:00");
    expect(night).toEqual(["01:00:00+01:00", "01:30:00+01:00", "03:00:00+02:00", "03:30:00+02:00"]);
    const across = await open.book("2027-03-28T01:30:00+01:00", service);
    expect(across.body.data.ends_at).toBe("2027-03-28T03:30:00+02:00");
  });

  test("a time that occurs twice is offered twice, and each is booked apart", async () => {
    const service = await allDay();
    const night = await offered(service, "2027-10-31T01:30:00+02:00", "2027-10-31T03:00:00+01:00");
    expect(night).toEqual([
      "01:30:00+02:00",
      "02:00:00+02:00",
      "02:30:00+02:00",
      "02:00:00+01:00",
      "02:30:00+01:00",
    ]);
    for (const time of ["02:00:00+02:00", "02:00:00+01:00"]) {
      const answer = await open.book(`2027-10-31T${time}`, service);
      expect(answer.body.data.starts_at).toBe(`2027-10-31T${time}`);
    }
    expect((await open.book("2027-10-31T02:30:00+02:00", service)).status).toBe(409);
  });
});
