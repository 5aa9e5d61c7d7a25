import { describe, expect, test } from "vitest";
import { bookingOf, refusedFields, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { updateLocation } from "../../business/locations/index.ts";
import { archiveService } from "../../business/services/index.ts";
import { updateStaffMember } from "../../business/staff/index.ts";
import { appointmentLocalTimes } from "./index.ts";

const open = await testApp({ isShared: true });

const post = (body: unknown, headers?: Record<string, string>) =>
  open.call("POST", "/appointments", body, headers);
/** Each call of `freeStart` returns a start that is six hours after the previous one, so that bookings do not overlap. */
let hour = 0;
const freeStart = () => new Date(Date.UTC(2027, 3, 5, 6) + 6 * hour++ * 3_600_000).toISOString();
const body = (more: object = {}) => ({
  ...bookingOf(open.salon, freeStart(), [[open.salon.cut, open.salon.anna]]),
  ...more,
});

describe("a booking", () => {
  test("answers the appointment as GET shows it, with its version as ETag", async () => {
    const { salon } = open;
    const answer = await post(
      bookingOf(salon, "2027-03-29T09:00:00+02:00", [
        [salon.cut, salon.anna],
        [salon.colour, salon.ben],
      ]),
    );
    expect(answer.status).toBe(201);
    expect(answer.headers.etag).toBe('"1"');
    const { data } = answer.body;
    expect(data).toMatchObject({
      location_id: salon.locationId,
      client_id: salon.clientId,
      series_id: null,
      status: "booked",
      starts_at: "2027-03-29T09:00:00+02:00",
      ends_at: "2027-03-29T11:15:00+02:00",
      time_zone: "Europe/Berlin",
      source: "api",
      total: { amount: 13_500, currency: "EUR" },
      internal_note: null,
      confirmed_at: "2027-03-01T06:00:00Z",
      cancelled_by: null,
      forms_pending: 0,
      version: 1,
      created_at: "2027-03-01T06:00:00Z",
      updated_at: "2027-03-01T06:00:00Z",
    });
    expect(data.items).toMatchObject([
      {
        position: 1,
        service_id: salon.cut,
        service_name: "Cut",
        staff_id: salon.anna,
        resource_ids: [],
        starts_at: "2027-03-29T09:00:00+02:00",
        ends_at: "2027-03-29T09:45:00+02:00",
        duration_minutes: 45,
        buffer_before_minutes: 0,
        buffer_after_minutes: 10,
        price: { amount: 4500, currency: "EUR" },
      },
      { position: 2, service_id: salon.colour, staff_id: salon.ben, duration_minutes: 90 },
    ]);
    const read = await open.call("GET", `/appointments/${data.id}`);
    expect(read.body.data).toEqual(data);
    expect(read.headers.etag).toBe('"1"');
  });

  test("may be a request, which waits for confirmation", async () => {
    const answer = await post(body({ status: "requested" }));
    expect(answer.body.data).toMatchObject({ status: "requested", confirmed_at: null });
  });

  test("takes the resources its services need", async () => {
    const answer = await open.book(freeStart(), open.salon.massage);
    expect(answer.body.data.items[0].resource_ids).toEqual([open.salon.roomId]);
  });

  test("takes ids in any case and answers them in lower case", async () => {
    const { salon } = open;
    const answer = await post({
      ...bookingOf(salon, freeStart(), [[salon.cut.toUpperCase(), salon.anna.toUpperCase()]]),
      location_id: salon.locationId.toUpperCase(),
      client_id: salon.clientId.toUpperCase(),
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ location_id: salon.locationId, client_id: salon.clientId });
  });

  test("keeps its instant to the millisecond and shows a fraction only where there is one", async () => {
    const answer = await post(body({ starts_at: "2027-06-01T10:00:00.123999+02:00" }));
    expect(answer.body.data.starts_at).toBe("2027-06-01T10:00:00.123+02:00");
    expect((await open.call("GET", `/appointments/${answer.body.data.id}`)).body).toEqual(answer.body);
  });

  test.each(["1900-01-01T00:00:00Z", "2200-12-31T12:00:00Z"])("may start at %s", async (starts_at) => {
    const answer = await post(body({ starts_at }));
    expect(answer.status).toBe(201);
    expect(Date.parse(answer.body.data.starts_at)).toBe(Date.parse(starts_at));
  });
});

describe("a booking names every field that is wrong", () => {
  test.each([
    ["nothing at all", {}, ["/client_id", "/items", "/location_id", "/starts_at"]],
    ["a list", [], [""]],
    ["an unknown field", { force: true }, ["/force"]],
    ["a start without an offset", { starts_at: "2027-03-29T09:00:00" }, ["/starts_at"]],
    ["a day that does not exist", { starts_at: "2027-02-29T09:00:00Z" }, ["/starts_at"]],
    ["a start before 1900", { starts_at: "1899-12-31T23:59:59Z" }, ["/starts_at"]],
    ["a start after 2200", { starts_at: "2201-01-01T00:00:00Z" }, ["/starts_at"]],
    ["a number for a start", { starts_at: 1_800_000_000 }, ["/starts_at"]],
    ["null for a start", { starts_at: null }, ["/starts_at"]],
    ["no items", { items: [] }, ["/items"]],
    ["items that are none", { items: {} }, ["/items"]],
    ["an item without staff", { items: [{ service_id: newId() }] }, ["/items/0/staff_id"]],
    [
      "an item with a price",
      { items: [{ service_id: newId(), staff_id: newId(), price: 1 }] },
      ["/items/0/price"],
    ],
    ["any for a member", { items: [{ service_id: newId(), staff_id: "any" }] }, ["/items/0/staff_id"]],
    ["ids that are none", { location_id: "x", client_id: 7 }, ["/client_id", "/location_id"]],
    ["a state nobody books in", { status: "arrived" }, ["/status"]],
    ["text that cannot be kept", { location_id: "\u0000" }, ["/location_id"]],
    ["half a character", { status: "\ud800" }, ["/status"]],
  ])("%s", async (_name, wrong, fields) => {
    const sent = Array.isArray(wrong) || Object.keys(wrong).length === 0 ? wrong : body(wrong);
    expect(refusedFields(await post(sent))).toEqual(fields);
  });

  test("more than ten items", async () => {
    const { cut, anna } = open.salon;
    const items = Array.from({ length: 11 }, () => ({ service_id: cut, staff_id: anna }));
    expect(refusedFields(await post(body({ items })))).toEqual(["/items"]);
    expect((await post(body({ items: items.slice(1) }))).status).toBe(201);
  });

  test("unknown ids, all at once", async () => {
    const { cut, anna } = open.salon;
    const items = [
      { service_id: cut, staff_id: newId() },
      { service_id: newId(), staff_id: anna },
    ];
    expect(refusedFields(await post(body({ client_id: newId(), items })))).toEqual([
      "/client_id",
      "/items/0/staff_id",
      "/items/1/service_id",
    ]);
    expect(refusedFields(await post(body({ location_id: newId() })))).toEqual(["/location_id"]);
  });

  test("ids of another business", async () => {
    const other = await testApp({ beside: open });
    const { locationId, clientId, cut, anna } = other.salon;
    const foreign = [{ location_id: locationId }, { client_id: clientId }];
    for (const wrong of foreign)
      expect(refusedFields(await post(body(wrong)))).toEqual([`/${Object.keys(wrong)[0]}`]);
    expect(refusedFields(await post(body({ items: [{ service_id: cut, staff_id: anna }] })))).toEqual([
      "/items/0/service_id",
    ]);
  });

  test("an archived service, an inactive staff member, one who does not perform it, an archived location", async () => {
    const { salon, database, clock } = open;
    const businessId = salon.businessId;
    const old = await open.addService({ name: "Perm" });
    const annas = await open.addService({ name: "Braids", staff: [{ staff_id: salon.anna }] });
    const withItem = (service_id: string, staff_id: string) => body({ items: [{ service_id, staff_id }] });
    await database.transaction((tx) => archiveService(tx, businessId, old, clock.now()));
    expect(refusedFields(await post(withItem(old, salon.anna)))).toEqual(["/items/0/service_id"]);
    expect(refusedFields(await post(withItem(annas, salon.ben)))).toEqual(["/items/0/staff_id"]);
    await database.transaction((tx) =>
      updateStaffMember(tx, businessId, salon.anna, { active: false }, clock.now()),
    );
    expect(refusedFields(await post(withItem(annas, salon.anna)))).toEqual(["/items/0/staff_id"]);
    await database.transaction((tx) =>
      updateStaffMember(tx, businessId, salon.anna, { active: true }, clock.now()),
    );
    await database.transaction((tx) =>
      updateLocation(tx, businessId, salon.locationId, { active: false }, clock.now(), appointmentLocalTimes),
    );
    expect(refusedFields(await post(withItem(annas, salon.anna)))).toEqual(["/location_id"]);
  });
});
