import { beforeEach, describe, expect, test } from "vitest";
import { secondProcess } from "../../../../test/fixtures/secondProcess.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, refusedFields, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { publishedBodies } from "../../../platform/outbox/table.ts";
import { updateBusiness } from "../../business/businesses/index.ts";
import {
  archiveResource,
  createLocation,
  createResource,
  replaceLocationHours,
  updateResource,
} from "../../business/locations/index.ts";
import { archiveService, createService, updateService } from "../../business/services/index.ts";
import { createStaffMember, replaceStaffHours, updateStaffMember } from "../../business/staff/index.ts";
import { archiveTemplate, createTemplate } from "../../clients/forms/index.ts";

/**
 * The tests make changes through `open.database`. `elsewhere` sends requests to a simulated second process, which has cached
 * the snapshot from before the changes.
 */
let open: TestApp;
let first: TestApp | undefined;
let other: Awaited<ReturnType<typeof secondProcess>> | undefined;
let elsewhere: TestApp["call"];
beforeEach(async () => {
  open = await testApp(first === undefined ? {} : { beside: first });
  first ??= open;
  other ??= await secondProcess(open);
  elsewhere = other.callerFor(open.salon);
  expect((await starts(elsewhere, open.salon.massage)).length).toBeGreaterThan(0);
});

async function starts(call: typeof elsewhere, serviceId: string, more = ""): Promise<string[]> {
  const { locationId } = open.salon;
  const query = `location_id=${locationId}&service_ids=${serviceId}&from=2027-03-08&to=2027-03-08${more}`;
  const answer = await call("GET", `/availability?${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data.slots.map((slot: { starts_at: string }) => slot.starts_at.slice(11, 16));
}
const bookElsewhere = (startsAt: string, serviceId: string, staffId: string, more = {}) =>
  elsewhere("POST", "/appointments", bookingOf(open.salon, startsAt, [[serviceId, staffId]], more));
const change = <T>(work: (tx: Transaction) => Promise<T>) => open.database.transaction(work);
const NINE = "2027-03-08T09:00:00+01:00";
const TEN = "2027-03-08T10:00:00+01:00";

describe("the next request of another process sees", () => {
  test("that appointments require a form, and that they no longer do", async () => {
    const { businessId, cut, anna } = open.salon;
    const pending = async (startsAt: string) =>
      (await bookElsewhere(startsAt, cut, anna)).body.data.forms_pending;
    expect(await pending("2027-03-08T09:00:00+01:00")).toBe(0);
    const wanted = { name: "Health", fields: [{ type: "text" as const, label: "Allergies?" }] };
    const { id } = await change((tx) => createTemplate(tx, businessId, wanted, open.clock.now()));
    expect(await pending("2027-03-08T10:00:00+01:00")).toBe(1);
    await change((tx) => archiveTemplate(tx, businessId, id, open.clock.now()));
    expect(await pending("2027-03-08T11:00:00+01:00")).toBe(0);
  });

  test("shorter and longer opening hours, and a closed day", async () => {
    const { businessId, locationId, massage } = open.salon;
    const hours = [{ weekday: 1, starts: "10:00", ends: "12:00" }];
    await change((tx) =>
      replaceLocationHours(tx, businessId, locationId, { hours, hour_exceptions: [] }, open.clock.now()),
    );
    expect(await starts(elsewhere, massage)).toEqual(["10:00", "10:15", "10:30", "10:45", "11:00"]);
    const closed = [{ date: "2027-03-08", intervals: [] }];
    await change((tx) =>
      replaceLocationHours(tx, businessId, locationId, { hours, hour_exceptions: closed }, open.clock.now()),
    );
    expect(await starts(elsewhere, massage)).toEqual([]);
  });

  test("changed hours of a staff member", async () => {
    const { businessId, locationId, massage, anna, ben } = open.salon;
    const weekly = [{ location_id: locationId, weekday: 1, starts: "16:00", ends: "17:00" }];
    for (const staffId of [anna, ben])
      await change((tx) =>
        replaceStaffHours(tx, businessId, staffId, { weekly, exceptions: [] }, open.clock.now()),
      );
    expect(await starts(elsewhere, massage)).toEqual(["16:00"]);
  });

  test("a new service, staff member and location, without 422 or 500", async () => {
    const { businessId, anna } = open.salon;
    const location = await change((tx) =>
      createLocation(
        tx,
        businessId,
        {
          name: "Second",
          address: { line1: "Weg 1", city: "Berlin", country: "DE" },
          time_zone: "Europe/Berlin",
        },
        open.clock.now(),
      ),
    );
    const cleo = await change((tx) =>
      createStaffMember(
        tx,
        businessId,
        { first_name: "Cleo", location_ids: [location.id] },
        open.clock.now(),
      ),
    );
    const service = await change((tx) =>
      createService(
        tx,
        businessId,
        {
          name: "New",
          duration_minutes: 30,
          price: { amount: 1, currency: "EUR" },
          location_ids: [location.id],
          staff: [{ staff_id: cleo.id }],
        },
        open.clock.now(),
      ),
    );
    const query = `location_id=${location.id}&service_ids=${service.id}&staff_ids=${cleo.id}&from=2027-03-08&to=2027-03-08`;
    expect((await elsewhere("GET", `/availability?${query}`)).status).toBe(200);
    const another = await open.addService({ name: "Newer" });
    const made = await bookElsewhere(NINE, another, anna);
    expect(made.status).toBe(201);
    const newest = await change((tx) =>
      createStaffMember(
        tx,
        businessId,
        { first_name: "Dora", location_ids: [location.id] },
        open.clock.now(),
      ),
    );
    const block = { location_id: location.id, staff_id: newest.id, starts_at: NINE, ends_at: TEN };
    expect((await elsewhere("POST", "/blocks", block)).status).toBe(200);
  });

  test.each([
    ["note", "PATCH", () => ({ internal_note: "x" })],
    ["transitions", "POST", () => ({ to: "arrived" })],
    ["schedule", "PATCH", () => ({ starts_at: TEN })],
  ] as const)("the new service of an appointment that it changes: %s", async (path, method, body) => {
    const { data } = (await open.book(NINE, await open.addService({ name: "New" }))).body;
    expect((await elsewhere(method, `/appointments/${data.id}/${path}`, body())).status).toBe(200);
  });

  test("archived records, and staff members who have left", async () => {
    const { businessId, cut, massage, anna, ben, locationId, roomId } = open.salon;
    const now = open.clock.now();
    await change((tx) => archiveService(tx, businessId, cut, now));
    expect(refusedFields(await bookElsewhere(NINE, cut, anna))).toEqual(["/items/0/service_id"]);
    await change((tx) => updateStaffMember(tx, businessId, anna, { active: false }, now));
    expect(refusedFields(await bookElsewhere(NINE, massage, anna))).toEqual(["/items/0/staff_id"]);
    await change((tx) => archiveResource(tx, businessId, locationId, roomId, now));
    const block = { location_id: locationId, resource_id: roomId, starts_at: NINE, ends_at: TEN };
    expect(refusedFields(await elsewhere("POST", "/blocks", block))).toEqual(["/resource_id"]);
    expect((await bookElsewhere(NINE, massage, ben)).body.code).toBe("time_conflict");
  });

  test("a larger and a smaller capacity, and another room", async () => {
    const { businessId, locationId, massage, anna, ben, roomId } = open.salon;
    const now = open.clock.now();
    expect((await open.book(NINE, massage, anna)).status).toBe(201);
    expect((await bookElsewhere(NINE, massage, ben)).status).toBe(409);
    await change((tx) => updateResource(tx, businessId, locationId, roomId, { capacity: 2 }, now));
    const booked = await bookElsewhere(NINE, massage, ben);
    expect(booked.status).toBe(201);
    await change((tx) => updateResource(tx, businessId, locationId, roomId, { capacity: 1 }, now));
    await elsewhere("POST", `/appointments/${booked.body.data.id}/transitions`, { to: "cancelled" });
    expect((await bookElsewhere(NINE, massage, ben)).status).toBe(409);
    await change((tx) => createResource(tx, businessId, locationId, { name: "Z", type: "room" }, now));
    expect((await bookElsewhere(NINE, massage, ben)).status).toBe(201);
  });

  test("changed durations and prices", async () => {
    const { businessId, massage, anna } = open.salon;
    const changes = { duration_minutes: 120, price: { amount: 1, currency: "EUR" } };
    await change((tx) => updateService(tx, businessId, massage, changes, open.clock.now()));
    const { data } = (await bookElsewhere(NINE, massage, anna)).body;
    expect(data).toMatchObject({ ends_at: "2027-03-08T11:00:00+01:00", total: { amount: 1 } });
  });

  test("that deliveries must contain ids only, also after further changes of the business", async () => {
    const { businessId, massage, anna } = open.salon;
    const [first, later] = [
      await bookElsewhere(NINE, massage, anna),
      await bookElsewhere(TEN, massage, anna),
    ];
    await change((tx) => updateBusiness(tx, businessId, { type: "med_spa" }, open.clock.now()));
    const path = `/appointments/${first.body.data.id}`;
    expect((await elsewhere("PATCH", `${path}/note`, { internal_note: "Botox" })).status).toBe(200);
    await change((tx) =>
      updateBusiness(tx, businessId, { type: "salon", webhook_payload: "full" }, open.clock.now()),
    );
    await change((tx) => updateBusiness(tx, businessId, { type: "skincare" }, open.clock.now()));
    await elsewhere("POST", `/appointments/${later.body.data.id}/transitions`, {
      to: "cancelled",
      reason: "Botox",
    });
    const bodies = await sql(open.database)<{ type: string; is_full: boolean }>`
      select type, body_full is not null as is_full
      from events join ${publishedBodies} as bodies using (business_id, id)
      where business_id = ${businessId} and type like 'appointment.%'
      order by created_at, id`;
    expect(bodies.map((row) => [row.type, row.is_full])).toEqual([
      ["appointment.created", true],
      ["appointment.created", true],
      ["appointment.updated", false],
      ["appointment.canceled", false],
    ]);
  });
});
