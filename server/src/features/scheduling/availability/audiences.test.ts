import { beforeEach, describe, expect, test } from "vitest";
import { holdTime } from "../../../../test/fixtures/holdTime.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { ask, startTimes, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { replaceLocationHours } from "../../business/locations/index.ts";
import { replaceStaffHours } from "../../business/staff/index.ts";

let open: TestApp;
let first: TestApp | undefined;
beforeEach(async () => {
  open = await testApp(first === undefined ? {} : { beside: first });
  first ??= open;
});

const online = { audience: "online" };
const starts = async (serviceId: string, query: Parameters<typeof ask>[2]) =>
  startTimes(await ask(open, serviceId, query));
/** Returns the reason for a day without slots; expects exactly one explanation. */
const reason = async (serviceId: string, from: string, more: Record<string, string> = online) => {
  const { data } = (await ask(open, serviceId, { from, explain: "true", ...more })).body;
  expect(data.slots).toEqual([]);
  expect(data.explanations).toHaveLength(1);
  expect(data.explanations[0].date).toBe(from);
  return data.explanations[0].reason;
};

describe("online, and not for staff", () => {
  test("the notice of a service is measured in elapsed minutes, to the minute", async () => {
    const service = await open.addService({ min_notice_minutes: 195 });
    // The current time is 7:00, so 10:15 is the first start that is 195 minutes ahead.
    expect((await starts(service, { from: "2027-03-01", ...online }))[0]).toBe("10:15");
    open.clock.set(open.clock.now() + 1);
    expect((await starts(service, { from: "2027-03-01", ...online }))[0]).toBe("10:30");
    expect((await starts(service, { from: "2027-03-01" }))[0]).toBe("09:00");
    open.clock.set(open.clock.now() - 1);
    const days = await open.addService({ min_notice_minutes: 2880 });
    expect(await reason(days, "2027-03-02")).toBe("notice");
  });

  test("a service can be booked up to its last day ahead, which counts in full", async () => {
    const service = await open.addService({ max_advance_days: 2 });
    expect((await starts(service, { from: "2027-03-03", ...online })).at(-1)).toBe("17:00");
    expect(await reason(service, "2027-03-04")).toBe("advance");
    expect(await starts(service, { from: "2027-03-04" })).not.toEqual([]);
  });

  test("the daily limit of a service at a location counts bookings of every source", async () => {
    const service = await open.addService({ max_per_day: 1 });
    const { data } = (await open.book("2027-03-08T21:00:00+01:00", service)).body;
    expect(await reason(service, "2027-03-08")).toBe("day_limit");
    expect(await starts(service, { from: "2027-03-08" })).not.toEqual([]);
    expect(await starts(service, { from: "2027-03-09", ...online })).not.toEqual([]);
    expect(
      await starts(service, { from: "2027-03-08", ...online, exclude_appointment_id: data.id }),
    ).not.toEqual([]);
    await open.call("POST", `/appointments/${data.id}/transitions`, { to: "cancelled" });
    expect(await starts(service, { from: "2027-03-08", ...online })).not.toEqual([]);
  });

  test("a service that is not bookable online answers not_performed", async () => {
    const service = await open.addService({ online_bookable: false });
    expect(await reason(service, "2027-03-08")).toBe("not_performed");
    expect(await starts(service, { from: "2027-03-08" })).not.toEqual([]);
  });

  test("a patch test is valid from 48 hours after its day for six months; staff bookings do not need it", async () => {
    const service = await open.addService({ requires_patch_test: true });
    const tested = async (patch_test_at: string | null) => ({
      ...online,
      client_id: await open.addClient({ patch_test_at }),
    });
    const client = await tested("2027-03-05");
    expect(await reason(service, "2027-03-07", client)).toBe("closed");
    expect(await reason(service, "2027-03-06", client)).toBe("patch_test");
    expect(await starts(service, { from: "2027-03-08", ...client })).not.toEqual([]);
    const old = await tested("2026-08-31");
    expect(await reason(service, "2027-03-01", old)).toBe("patch_test");
    expect(await starts(service, { from: "2027-03-05", ...(await tested("2026-09-05")) })).not.toEqual([]);
    expect(await reason(service, "2027-03-06", await tested("2026-09-05"))).toBe("patch_test");
    expect(await reason(service, "2027-03-08", await tested(null))).toBe("patch_test");
    expect(await starts(service, { from: "2027-03-08", ...online })).not.toEqual([]);
    expect(await starts(service, { from: "2027-03-08", client_id: String(client.client_id) })).not.toEqual(
      [],
    );
  });

  test("a blocked client gets no slots and no reason", async () => {
    const client_id = await open.addClient({ online_booking_blocked: true });
    const query = { from: "2027-03-08", to: "2027-03-09", client_id, explain: "1" };
    const silent = (await ask(open, open.salon.cut, { ...query, ...online })).body.data;
    expect(silent).toMatchObject({ slots: [], explanations: [], next_available_at: null });
    const days = (await ask(open, open.salon.cut, { ...query, ...online, view: "days" })).body.data;
    expect(days.days.map((day: { slots: number }) => day.slots)).toEqual([0, 0]);
    expect((await ask(open, open.salon.cut, query)).body.data.slots).not.toEqual([]);
  });
});

test("a day without slots names the first reason that applies", async () => {
  const { businessId, locationId, anna, ben, massage, cut } = open.salon;
  const now = open.clock.now();
  const team = {};
  expect(await reason(cut, "2027-03-14", team)).toBe("closed");
  expect(await reason(cut, "2027-02-27", team)).toBe("notice");
  const weekly = [{ location_id: locationId, weekday: 2, starts: "09:00", ends: "10:00" }];
  for (const staffId of [anna, ben])
    await open.database.transaction((tx) =>
      replaceStaffHours(tx, businessId, staffId, { weekly, exceptions: [] }, now),
    );
  expect(await reason(cut, "2027-03-08", team)).toBe("not_working");
  // One hour of working time is too short for a colour that takes an hour and a half.
  expect(await reason(open.salon.colour, "2027-03-09", team)).toBe("not_working");
  for (const staff_id of [anna, ben]) await open.book("2027-03-09T09:00:00+01:00", cut, staff_id);
  expect(await reason(cut, "2027-03-09", team)).toBe("busy");
  await open.book("2027-03-16T09:00:00+01:00", massage, anna);
  expect(await reason(massage, "2027-03-16", team)).toBe("resource");
  expect(await reason(await open.addService({ staff: [] }), "2027-03-09", team)).toBe("not_performed");
  const nine = [{ weekday: 2, starts: "09:00", ends: "09:30" }];
  await open.database.transaction((tx) =>
    replaceLocationHours(tx, businessId, locationId, { hours: nine, hour_exceptions: [] }, now),
  );
  expect(await reason(cut, "2027-03-23", team)).toBe("not_working");
  expect(await reason(cut, "2027-03-24", team)).toBe("closed");
});

describe("a hold of the booking page", () => {
  const startsAt = Date.parse("2027-03-08T09:00:00+01:00");
  const endsAt = Date.parse("2027-03-08T10:00:00+01:00");
  const query = { from: "2027-03-08T09:00:00+01:00", to: "2027-03-08T09:30:00+01:00" };
  const hold = (subjectId: string, expiresAt: number) =>
    holdTime(open.database, { businessId: open.salon.businessId, subjectId, startsAt, endsAt, expiresAt });
  const holds = async () =>
    (
      await sql(open.database)<{ holds: number }>`
      select count(*) as holds from claims
      where business_id = ${open.salon.businessId} and hold_id is not null`
    )[0]?.holds;

  test.each(["anna", "roomId"] as const)(
    "of %s is not offered online; staff book over it and revoke it",
    async (who) => {
      const { salon, book } = open;
      await hold(salon[who], open.clock.now() + 600_000);
      const anna = { ...query, staff_ids: salon.anna };
      expect(await starts(salon.massage, { ...anna, ...online })).toEqual([]);
      expect(await starts(salon.massage, anna)).toEqual(["09:00", "09:15"]);
      open.clock.set(open.clock.now() + 600_000);
      expect(await starts(salon.massage, { ...anna, ...online })).toEqual(["09:00", "09:15"]);
      open.clock.set(open.clock.now() - 600_000);
      expect((await book("2027-03-08T10:00:00+01:00", salon.massage)).status).toBe(201);
      expect(await holds()).toBe(1);
      expect((await book("2027-03-08T09:00:00+01:00", salon.massage)).status).toBe(201);
      expect(await holds()).toBe(0);
    },
  );

  test("that has expired blocks no booking; a block and a move revoke a hold too", async () => {
    const { salon, book, call } = open;
    await hold(salon.anna, open.clock.now());
    const anna = { ...query, staff_ids: salon.anna, ...online };
    expect(await starts(salon.massage, anna)).toEqual(["09:00", "09:15"]);
    const block = {
      location_id: salon.locationId,
      staff_id: salon.anna,
      starts_at: new Date(startsAt).toISOString(),
      ends_at: new Date(endsAt).toISOString(),
    };
    const { data } = (await call("POST", "/blocks", block)).body;
    expect(data.conflicts).toEqual([]);
    expect(await holds()).toBe(0);
    await call("DELETE", `/blocks/${data.id}`);
    await hold(salon.anna, open.clock.now() + 600_000);
    const appointment = (await book("2027-03-08T12:00:00+01:00", salon.cut)).body.data;
    const moved = await call("PATCH", `/appointments/${appointment.id}/schedule`, {
      starts_at: "2027-03-08T09:30:00+01:00",
    });
    expect(moved.status).toBe(200);
    expect(await holds()).toBe(0);
  });
});
