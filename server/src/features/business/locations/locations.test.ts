import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../../../test/fixtures/sql.ts";
import { isUnknown, refuses, type UseCaseApp, useCaseApp } from "../../../../test/fixtures/useCaseApp.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Scope } from "../../../kernel/scopes.ts";
import { checkOf } from "../../../platform/http/validation.ts";
import { appointmentLocalTimes } from "../../scheduling/appointments/index.ts";
import {
  archiveResource,
  createLocation,
  createResource,
  locationRoutes,
  replaceLocationHours,
  updateLocation,
  updateResource,
} from "./index.ts";
import { LocationHoursInput, LocationInput, ResourceInput } from "./schema.ts";

const now = Date.UTC(2027, 0, 4, 9);
const later = now + 60_000;

let fixture: UseCaseApp;
let businessId: string;
let key: string;

beforeAll(async () => {
  fixture = await useCaseApp(now, (context) => locationRoutes(context, appointmentLocalTimes));
  businessId = await fixture.newBusiness();
  key = await keyOf(businessId);
});

const keyOf = (business: string, scopes: Scope[] = ["services:read"]) => fixture.newKey(business, ...scopes);
const address = { line1: "Lindenallee 7", city: "Berlin", country: "DE" };
const open = (wanted: Partial<LocationInput> = {}, business = businessId) =>
  fixture.does((tx) => createLocation(tx, business, { name: "Mitte", address, ...wanted }, now));
const change = (id: string, changes: Parameters<typeof updateLocation>[3], business = businessId) =>
  fixture.does((tx) => updateLocation(tx, business, id, changes, later, appointmentLocalTimes));
const setHours = (id: string, hours: Partial<LocationHoursInput>, business = businessId) =>
  fixture.does((tx) =>
    replaceLocationHours(tx, business, id, { hours: [], hour_exceptions: [], ...hours }, later),
  );
const addResource = (id: string, name: string, capacity?: number) =>
  fixture.does((tx) =>
    createResource(tx, businessId, id, { name, type: "room", ...(capacity ? { capacity } : {}) }, later),
  );
const changeResource = (id: string, resourceId: string, changes: Parameters<typeof updateResource>[4]) =>
  fixture.does((tx) => updateResource(tx, businessId, id, resourceId, changes, later));
const removeResource = (id: string, resourceId: string) =>
  fixture.does((tx) => archiveResource(tx, businessId, id, resourceId, later));
const get = (path = "", bearer: string | null = key, business = businessId) =>
  fixture.get(business, `locations${path}`, bearer);
const countUnits = (businessId: string, resourceId: string) =>
  sql(fixture.database)<{ units: number }>`
    select count(*) as units from subject_units
    where business_id = ${businessId} and subject_id = ${resourceId}`;

describe("GET /locations/{location}", () => {
  test("answers the whole record, hours and resources included", async () => {
    const { id } = await open({ phone_e164: "+493012345678", email: "hallo@lindenhof.example" });
    await setHours(id, {
      hours: [
        { weekday: 2, starts: "14:00", ends: "18:00" },
        { weekday: 5, starts: "20:00", ends: "26:30" },
        { weekday: 2, starts: "09:00", ends: "12:00" },
      ],
      hour_exceptions: [
        {
          date: "2027-12-24",
          intervals: [
            { starts: "12:00", ends: "14:00" },
            { starts: "08:00", ends: "11:00" },
          ],
        },
        { date: "2027-05-01", intervals: [] },
      ],
    });
    const [yoga, beauty] = [await addResource(id, "Yoga", 12), await addResource(id, "Beauty")];
    const answer = await get(`/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toEqual({
      id,
      name: "Mitte",
      address: { ...address, line2: null, region: null, postal_code: null },
      phone_e164: "+493012345678",
      email: "hallo@lindenhof.example",
      time_zone: "Europe/Berlin",
      active: true,
      hours: [
        { weekday: 2, starts: "09:00", ends: "12:00" },
        { weekday: 2, starts: "14:00", ends: "18:00" },
        { weekday: 5, starts: "20:00", ends: "26:30" },
      ],
      hour_exceptions: [
        { date: "2027-05-01", intervals: [] },
        {
          date: "2027-12-24",
          intervals: [
            { starts: "08:00", ends: "11:00" },
            { starts: "12:00", ends: "14:00" },
          ],
        },
      ],
      resources: [beauty, yoga],
      version: 4,
      created_at: "2027-01-04T09:00:00Z",
      updated_at: "2027-01-04T09:01:00Z",
    });
    expect(yoga).toEqual({ id: yoga.id, name: "Yoga", type: "room", capacity: 12 });
  });

  test("answers 401 without a key and 403 without the scope", async () => {
    const { id } = await open();
    const blind = await keyOf(businessId, ["staff:read", "appointments:read"]);
    const [anonymous, unscoped] = [await get(`/${id}`, null), await get(`/${id}`, blind)];
    expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, "unauthenticated"]);
    expect([unscoped.statusCode, unscoped.json().code]).toEqual([403, "forbidden_role"]);
    expect(unscoped.json().details).toEqual({ required: "services:read" });
  });

  test("answers a foreign, an unknown and a malformed id with the same bytes", async () => {
    const { id: foreign } = await open({}, await fixture.newBusiness());
    const answers = await Promise.all([foreign, newId(), "mitte"].map((id) => get(`/${id}`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect((await get(`/${foreign}`, key, newId())).body).toBe(answers[0]?.body);
  });

  test("takes no parameters", async () => {
    const { id } = await open();
    expect((await get(`/${id}?hours=1`)).statusCode).toBe(422);
  });
});

describe("GET /locations", () => {
  test("pages by name and id without a gap or a repeat while locations are created", async () => {
    const chain = await fixture.newBusiness();
    const bearer = await keyOf(chain);
    for (const name of ["Nord", "Ost", "Ost", "Ünder", "zur Linde", "Alt"]) await open({ name }, chain);
    const names: string[] = [];
    const ids = new Set<string>();
    for (let after = ""; after !== "null"; ) {
      const { items, next_cursor } = (await get(`?limit=2${after}`, bearer, chain)).json().data;
      for (const location of items) {
        names.push(location.name);
        ids.add(location.id);
      }
      after = next_cursor === null ? "null" : `&cursor=${next_cursor}`;
      // The new location sorts before the cursor. With an offset-based cursor, the next page would repeat a location.
      await open({ name: "A" }, chain);
    }
    expect(names).toEqual(["Alt", "Nord", "Ost", "Ost", "zur Linde", "Ünder"]);
    expect(ids.size).toBe(6);
  });

  test("lists inactive locations, and none of other businesses", async () => {
    const chain = await fixture.newBusiness();
    const closed = await open({ active: false }, chain);
    const { data } = (await get("", await keyOf(chain), chain)).json();
    expect(data).toEqual({ items: [closed], next_cursor: null });
  });

  test("answers 401, 403 and 404 like the single location", async () => {
    expect((await get("", null)).statusCode).toBe(401);
    expect((await get("", await keyOf(businessId, ["staff:read"]))).statusCode).toBe(403);
    expect((await get("", key, newId())).statusCode).toBe(404);
  });

  test.each([
    ["limit=0", "/limit"],
    ["limit=101", "/limit"],
    ["limit=ten", "/limit"],
    ["limit=1&limit=2", "/limit"],
    ["cursor=", "/cursor"],
    ["cursor=bogus", "/cursor"],
    ["active=true", "/active"],
  ])("refuses ?%s", async (search, path) => {
    const answer = await get(`?${search}`);
    expect([answer.statusCode, answer.json().details.fields[0].path]).toEqual([422, path]);
  });

  test("refuses a cursor of another business", async () => {
    const chain = await fixture.newBusiness();
    for (const name of ["A", "B"]) await open({ name }, chain);
    const { next_cursor } = (await get("?limit=1", await keyOf(chain), chain)).json().data;
    expect((await get(`?cursor=${next_cursor}`)).statusCode).toBe(422);
  });
});

describe("a location", () => {
  test("has the business's time zone by default", async () => {
    expect((await open({ time_zone: "Atlantic/Canary" })).time_zone).toBe("Atlantic/Canary");
    await refuses(
      open({ time_zone: "Berlin", address: { ...address, country: "XX" } }),
      "/time_zone",
      "/address/country",
    );
  });

  test("changes only the fields sent; null clears, and the address is replaced as a whole", async () => {
    const { id, ...before } = await open({
      email: "a@b.example",
      phone_e164: "+4930",
      address: { ...address, line2: "Hof", postal_code: "10115" },
    });
    expect(await change(id, { email: null, address: { ...address, city: "Wien", country: "AT" } })).toEqual({
      ...before,
      id,
      email: null,
      address: {
        line1: "Lindenallee 7",
        line2: null,
        city: "Wien",
        region: null,
        postal_code: null,
        country: "AT",
      },
      version: 2,
      updated_at: "2027-01-04T09:01:00Z",
      conflicts: [],
    });
    await refuses(
      change(id, { time_zone: "Nowhere", address: { ...address, country: "EU" } }),
      "/time_zone",
      "/address/country",
    );
  });

  test("that is not changed keeps its updated_at", async () => {
    const before = await open();
    expect(await change(before.id, { name: "Mitte", active: true, address })).toEqual({
      ...before,
      conflicts: [],
    });
  });

  test("of another business answers 404 to every operation", async () => {
    const foreign = await fixture.newBusiness();
    const { id } = await open();
    await isUnknown(change(id, { active: false }, foreign));
    await isUnknown(setHours(id, {}, foreign));
    await isUnknown(fixture.does((tx) => createResource(tx, foreign, id, { name: "A", type: "room" }, now)));
  });

  test("is checked in shape", () => {
    const problems = (body: object) =>
      checkOf(LocationInput)({ name: "Mitte", address, ...body }).map(({ path }) => path);
    expect(problems({})).toEqual([]);
    expect(problems({ name: "" })).toEqual(["/name"]);
    expect(problems({ phone_e164: "030 123" })).toEqual(["/phone_e164"]);
    expect(problems({ email: "not-an-address" })).toEqual(["/email"]);
    expect(problems({ address: { line1: "x" } })).toEqual(["/address/city", "/address/country"]);
    expect(problems({ hours: [] })).toEqual(["/hours"]);
  });
});

describe("hours", () => {
  test("replace the previous hours", async () => {
    const { id } = await open();
    await setHours(id, {
      hours: [{ weekday: 1, starts: "09:00", ends: "18:00" }],
      hour_exceptions: [{ date: "2027-05-01", intervals: [] }],
    });
    const location = await setHours(id, { hours: [{ weekday: 1, starts: "10:00", ends: "48:00" }] });
    expect([location.hours, location.hour_exceptions]).toEqual([
      [{ weekday: 1, starts: "10:00", ends: "48:00" }],
      [],
    ]);
    expect((await setHours(id, {})).hours).toEqual([]);
  });

  test("that overlap are refused and change nothing", async () => {
    const { id } = await open();
    await setHours(id, { hours: [{ weekday: 3, starts: "09:00", ends: "18:00" }] });
    const friday = { weekday: 5, starts: "18:00", ends: "26:00" };
    await refuses(
      setHours(id, { hours: [friday, { weekday: 6, starts: "01:59", ends: "05:00" }] }),
      "/hours/1",
    );
    await refuses(
      setHours(id, {
        hours: [
          { weekday: 7, starts: "20:00", ends: "25:00" },
          { weekday: 1, starts: "00:00", ends: "02:00" },
        ],
      }),
      "/hours/1",
    );
    await refuses(setHours(id, { hours: [{ weekday: 1, starts: "09:00", ends: "09:00" }] }), "/hours/0/ends");
    const twice = [
      { starts: "09:00", ends: "12:00" },
      { starts: "11:00", ends: "13:00" },
    ];
    await refuses(
      setHours(id, { hour_exceptions: [{ date: "2027-05-01", intervals: twice }] }),
      "/hour_exceptions/0/intervals/1",
    );
    const closed = { date: "2027-05-01", intervals: [] };
    await refuses(setHours(id, { hour_exceptions: [closed, closed] }), "/hour_exceptions/1/date");
    expect((await change(id, {})).hours).toEqual([{ weekday: 3, starts: "09:00", ends: "18:00" }]);
  });

  test("two concurrent replacements leave the hours of one of them", async () => {
    const { id } = await open();
    const week = (starts: string) => [1, 2, 3].map((weekday) => ({ weekday, starts, ends: "20:00" }));
    await Promise.all([setHours(id, { hours: week("08:00") }), setHours(id, { hours: week("09:00") })]);
    const { hours } = await change(id, {});
    expect([week("08:00"), week("09:00")]).toContainEqual(hours);
  });

  test("are checked in shape", () => {
    const problems = (hours: object) =>
      checkOf(LocationHoursInput)({ hours: [hours], hour_exceptions: [] }).map(({ path }) => path);
    const nine = { weekday: 1, starts: "09:00", ends: "18:00" };
    expect(problems(nine)).toEqual([]);
    expect(problems({ ...nine, weekday: 0 })).toEqual(["/hours/0/weekday"]);
    expect(problems({ ...nine, starts: "24:00" })).toEqual(["/hours/0/starts"]);
    expect(problems({ ...nine, ends: "48:01" })).toEqual(["/hours/0/ends"]);
    expect(problems({ ...nine, ends: "9:00" })).toEqual(["/hours/0/ends"]);
    const exception = checkOf(LocationHoursInput)({
      hours: [],
      hour_exceptions: [{ date: "2027-02-30", intervals: [] }],
    });
    expect(exception.map(({ path }) => path)).toEqual(["/hour_exceptions/0/date"]);
  });
});

describe("resources", () => {
  test("change their name and capacity, and have as many units as their capacity", async () => {
    const { id } = await open();
    const room = await addResource(id, "Room 1", 2);
    expect(await changeResource(id, room.id, { name: "Blue room", capacity: 4 })).toEqual({
      ...room,
      name: "Blue room",
      capacity: 4,
    });
    expect(await countUnits(businessId, room.id)).toEqual([{ units: 4 }]);
    await changeResource(id, room.id, { capacity: 1 });
    expect(await countUnits(businessId, room.id)).toEqual([{ units: 1 }]);
    expect((await change(id, {})).resources).toEqual([{ ...room, name: "Blue room", capacity: 1 }]);
  });

  test("are not listed when archived, and unknown from then on and in other businesses", async () => {
    const [here, there] = [await open(), await open()];
    const room = await addResource(here.id, "Room 1");
    await isUnknown(changeResource(there.id, room.id, { name: "Mine" }));
    await isUnknown(removeResource(there.id, room.id));
    expect(await removeResource(here.id, room.id)).toEqual({ id: room.id, deleted: true });
    expect((await change(here.id, {})).resources).toEqual([]);
    await isUnknown(removeResource(here.id, room.id));
    await isUnknown(changeResource(here.id, room.id, {}));
  });

  test("are checked in shape", () => {
    const problems = (body: object) =>
      checkOf(ResourceInput)({ name: "Room", type: "room", ...body }).map(({ path }) => path);
    expect(problems({ capacity: 0 })).toEqual(["/capacity"]);
    expect(problems({ capacity: 101 })).toEqual(["/capacity"]);
    expect(problems({ type: "Laser bed" })).toEqual(["/type"]);
    expect(problems({ name: "" })).toEqual(["/name"]);
  });
});
