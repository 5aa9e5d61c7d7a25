import { beforeAll, describe, expect, test } from "vitest";
import { type UseCaseApp, useCaseApp } from "../../../../test/fixtures/useCaseApp.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Scope } from "../../../kernel/scopes.ts";
import { replaceLocationHours } from "../locations/index.ts";
import { createService, updateService } from "../services/index.ts";
import {
  createStaffMember,
  createTimeOff,
  replaceStaffHours,
  type StaffMemberInput,
  staffRoutes,
  updateStaffMember,
} from "./index.ts";

// 2027-03-22 is a Monday.
const now = Date.UTC(2027, 2, 22, 9);

let fixture: UseCaseApp;
let salon: Salon;

interface Salon {
  readonly id: string;
  readonly key: string;
  /** A location in Berlin, open Monday to Friday from 09:00 to 18:00. */
  readonly mitte: string;
  /** A location in the Canary Islands, one hour behind Berlin, with the same opening hours in local time. */
  readonly playa: string;
}

beforeAll(async () => {
  fixture = await useCaseApp(now, (context) => staffRoutes(context, () => "http://127.0.0.1"));
  salon = await openSalon();
});

const openSalon = async (): Promise<Salon> => {
  const id = await fixture.newBusiness();
  const newLocation = async (name: string, time_zone: string) => {
    const locationId = await fixture.newLocation(id, name, { time_zone });
    const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, starts: "09:00", ends: "18:00" }));
    await fixture.does((tx) => replaceLocationHours(tx, id, locationId, { hours, hour_exceptions: [] }, now));
    return locationId;
  };
  const [mitte, playa] = [
    await newLocation("Mitte", "Europe/Berlin"),
    await newLocation("Playa", "Atlantic/Canary"),
  ];
  return { id, key: await fixture.newKey(id, "staff:read"), mitte, playa };
};
const keyOf = (...scopes: Scope[]) => fixture.newKey(salon.id, ...scopes);
const addStaffMember = (wanted: Partial<StaffMemberInput> = {}, business = salon) =>
  fixture.does((tx) =>
    createStaffMember(tx, business.id, { first_name: "Ada", location_ids: [business.mitte], ...wanted }, now),
  );
const setHours = (id: string, hours: Partial<Parameters<typeof replaceStaffHours>[3]>) =>
  fixture.does((tx) => replaceStaffHours(tx, salon.id, id, { weekly: [], exceptions: [], ...hours }, now));
const addTimeOff = (id: string, starts_at: string, ends_at: string, label?: string) =>
  fixture.does((tx) =>
    createTimeOff(tx, salon.id, id, { starts_at, ends_at, ...(label ? { label } : {}) }, now),
  );
const get = (path: string, bearer: string | null = salon.key, business = salon.id) =>
  fixture.get(business, `staff${path}`, bearer);
const names = async (of: Salon, search = "") =>
  (await get(search, of.key, of.id))
    .json()
    .data.items.map((member: { first_name: string }) => member.first_name);

describe("GET /staff", () => {
  test("answers whole records, with the active services that name the member", async () => {
    const own = await openSalon();
    const cleo = await addStaffMember(
      { last_name: "Roth", title: "Colourist", color: "#7A5C99", location_ids: [own.mitte, own.playa] },
      own,
    );
    const serviceIds = await fixture.does(async (tx) => {
      const add = async (name: string, position: number) => {
        const service = {
          name,
          position,
          location_ids: [],
          duration_minutes: 30,
          price_kind: "free",
          staff: [{ staff_id: cleo.id }],
        } as const;
        return (
          await createService(tx, own.id, { ...service, location_ids: [], staff: [...service.staff] }, now)
        ).id;
      };
      const [second, first, archived] = [await add("Cut", 2), await add("Colour", 1), await add("Perm", 3)];
      await updateService(tx, own.id, archived, { active: false }, now);
      return [first, second];
    });
    const answer = await get("", own.key, own.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toEqual({
      items: [
        {
          id: cleo.id,
          first_name: "Ada",
          last_name: "Roth",
          display_name: "Ada",
          title: "Colourist",
          bookable: true,
          active: true,
          location_ids: [own.mitte, own.playa].sort(),
          service_ids: serviceIds,
          color: "#7A5C99",
          photo_url: null,
          position: 1,
          created_at: "2027-03-22T09:00:00Z",
          updated_at: "2027-03-22T09:00:00Z",
        },
      ],
      next_cursor: null,
    });
  });

  test("filters by location and by active", async () => {
    const own = await openSalon();
    await addStaffMember({ first_name: "Ada" }, own);
    await addStaffMember({ first_name: "Bo", location_ids: [own.playa] }, own);
    const gone = await addStaffMember({ first_name: "Cy", location_ids: [own.mitte, own.playa] }, own);
    await fixture.does((tx) => updateStaffMember(tx, own.id, gone.id, { active: false }, now));
    expect(await names(own)).toEqual(["Ada", "Bo"]);
    expect(await names(own, "?active=1")).toEqual(["Ada", "Bo"]);
    expect(await names(own, "?active=false")).toEqual(["Cy"]);
    expect(await names(own, "?active=0")).toEqual(["Cy"]);
    expect(await names(own, "?active=all")).toEqual(["Ada", "Bo", "Cy"]);
    expect(await names(own, `?location_id=${own.playa.toUpperCase()}`)).toEqual(["Bo"]);
    expect(await names(own, `?location_id=${own.playa}&active=all`)).toEqual(["Bo", "Cy"]);
    expect(await names(own, `?location_id=${newId()}`)).toEqual([]);
    expect(await names(own, `?location_id=${salon.mitte}`)).toEqual([]);
  });

  test("pages by position and id without a gap or a repeat while staff members are created", async () => {
    const own = await openSalon();
    for (const position of [5, 2, 9, 2, 7])
      await addStaffMember({ first_name: `P${position}`, position }, own);
    const seen: { id: string; first_name: string }[] = [];
    for (let after = ""; after !== "end"; ) {
      const { items, next_cursor } = (await get(`?limit=2${after}`, own.key, own.id)).json().data;
      seen.push(...items);
      after = next_cursor === null ? "end" : `&cursor=${next_cursor}`;
      // The new staff member sorts before the cursor. With an offset-based cursor, the next page would repeat a staff member.
      await addStaffMember({ first_name: "P1", position: 1 }, own);
    }
    expect(seen.map(({ first_name }) => first_name)).toEqual(["P2", "P2", "P5", "P7", "P9"]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(5);
  });

  test.each([
    ["location_id=mitte", "/location_id"],
    ["active=maybe", "/active"],
    ["limit=0", "/limit"],
    ["limit=101", "/limit"],
    ["cursor=bogus", "/cursor"],
    ["bookable=true", "/bookable"],
  ])("refuses ?%s", async (search, path) => {
    const answer = await get(`?${search}`);
    expect([answer.statusCode, answer.json().details.fields[0].path]).toEqual([422, path]);
  });

  test("refuses a cursor of another filter or business", async () => {
    const own = await openSalon();
    for (const first_name of ["A", "B"]) await addStaffMember({ first_name }, own);
    const { next_cursor: cursor } = (await get("?limit=1", own.key, own.id)).json().data;
    expect((await get(`?active=all&cursor=${cursor}`, own.key, own.id)).statusCode).toBe(422);
    expect((await get(`?cursor=${cursor}`)).statusCode).toBe(422);
  });
});

describe("GET /staff and GET /staff/{staff}/hours", () => {
  test("answer 401 without a key and 403 without the scope", async () => {
    const { id } = await addStaffMember();
    const blind = await keyOf("services:read", "clients:read");
    for (const path of ["", `/${id}/hours`]) {
      const [anonymous, unscoped] = [await get(path, null), await get(path, blind)];
      expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, "unauthenticated"]);
      expect([unscoped.statusCode, unscoped.json()]).toEqual([
        403,
        expect.objectContaining({ code: "forbidden_role", details: { required: "staff:read" } }),
      ]);
    }
  });

  test("answer a foreign, an unknown and a malformed id, and every other business, with the same bytes", async () => {
    const other = await openSalon();
    const { id: foreign } = await addStaffMember({}, other);
    const answers = await Promise.all([
      ...[foreign, newId(), "ada"].map((id) => get(`/${id}/hours`)),
      get(`/${foreign}/hours?from=2027-03-22&to=2027-03-22`),
      get(`/${foreign}/hours`, salon.key, other.id),
      get("", salon.key, newId()),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(404));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });
});

describe("GET /staff/{staff}/hours", () => {
  test("answers hours, exceptions and time off that has not ended, without shifts unless requested", async () => {
    const { id } = await addStaffMember();
    await setHours(id, {
      weekly: [
        { location_id: salon.mitte, weekday: 2, starts: "13:00", ends: "24:00" },
        { location_id: salon.mitte.toUpperCase(), weekday: 1, starts: "09:00", ends: "13:00" },
      ],
      exceptions: [{ date: "2027-05-01", location_id: salon.mitte, intervals: [] }],
    });
    await addTimeOff(id, "2027-01-01T00:00:00Z", "2027-01-08T00:00:00Z");
    const holiday = await addTimeOff(id, "2027-07-01T00:00:00+02:00", "2027-07-15T00:00:00+02:00", "Holiday");
    const today = await addTimeOff(id, "2027-03-22T08:00:00Z", "2027-03-22T09:00:00.001Z");
    const answer = await get(`/${id}/hours`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toEqual({
      staff_id: id,
      time_zone: "Europe/Berlin",
      weekly: [
        { location_id: salon.mitte, weekday: 1, starts: "09:00", ends: "13:00" },
        { location_id: salon.mitte, weekday: 2, starts: "13:00", ends: "24:00" },
      ],
      exceptions: [{ date: "2027-05-01", location_id: salon.mitte, intervals: [] }],
      time_off: [
        {
          id: today.id,
          starts_at: "2027-03-22T08:00:00Z",
          ends_at: "2027-03-22T09:00:00.001Z",
          label: null,
          version: 1,
        },
        {
          id: holiday.id,
          starts_at: "2027-06-30T22:00:00Z",
          ends_at: "2027-07-14T22:00:00Z",
          label: "Holiday",
          version: 1,
        },
      ],
      version: 2,
    });
  });

  test("with dates answers the shifts of those days in the location's time zone, and their time off", async () => {
    const { id } = await addStaffMember({ location_ids: [salon.mitte, salon.playa] });
    await setHours(id, {
      weekly: [
        { location_id: salon.mitte, weekday: 4, starts: "08:00", ends: "13:00" },
        { location_id: salon.playa, weekday: 4, starts: "14:00", ends: "20:00" },
        { location_id: salon.mitte, weekday: 1, starts: "09:00", ends: "18:00" },
      ],
      exceptions: [
        { date: "2027-03-26", location_id: salon.mitte, intervals: [{ starts: "10:00", ends: "12:00" }] },
      ],
    });
    await addTimeOff(id, "2027-03-25T10:00:00+01:00", "2027-03-25T11:00:00+01:00");
    await addTimeOff(id, "2027-03-30T00:00:00Z", "2027-03-31T00:00:00Z");
    const { data } = (await get(`/${id}/hours?from=2027-03-25&to=2027-03-29`)).json();
    expect(data.time_zone).toBe("Europe/Berlin");
    expect(data.shifts).toEqual([
      {
        location_id: salon.mitte,
        starts_at: "2027-03-25T09:00:00+01:00",
        ends_at: "2027-03-25T10:00:00+01:00",
      },
      {
        location_id: salon.mitte,
        starts_at: "2027-03-25T11:00:00+01:00",
        ends_at: "2027-03-25T13:00:00+01:00",
      },
      {
        location_id: salon.playa,
        starts_at: "2027-03-25T14:00:00+00:00",
        ends_at: "2027-03-25T18:00:00+00:00",
      },
      {
        location_id: salon.mitte,
        starts_at: "2027-03-26T10:00:00+01:00",
        ends_at: "2027-03-26T12:00:00+01:00",
      },
      {
        location_id: salon.mitte,
        starts_at: "2027-03-29T09:00:00+02:00",
        ends_at: "2027-03-29T18:00:00+02:00",
      },
    ]);
    expect(data.time_off.map((off: { starts_at: string }) => off.starts_at)).toEqual([
      "2027-03-25T09:00:00Z",
    ]);
  });

  test("has the time zone of the staff member's locations, or the business's without any", async () => {
    const [islander, homeless] = [
      await addStaffMember({ location_ids: [salon.playa] }),
      await addStaffMember({ location_ids: [] }),
    ];
    expect((await get(`/${islander.id}/hours`)).json().data.time_zone).toBe("Atlantic/Canary");
    const nowhere = (await get(`/${homeless.id}/hours?from=2027-03-22&to=2027-03-28`)).json().data;
    expect([nowhere.time_zone, nowhere.shifts]).toEqual(["Europe/Berlin", []]);
  });

  test.each([
    ["from=2027-03-22", "/to"],
    ["to=2027-03-22", "/from"],
    ["from=2027-03-23&to=2027-03-22", "/to"],
    ["from=2027-03-01&to=2027-05-02", "/to"],
    ["from=2027-02-30&to=2027-03-22", "/from"],
    ["from=2027-03-22T00:00:00Z&to=2027-03-22", "/from"],
    ["from=2027-03-22&to=today", "/to"],
    ["days=7", "/days"],
  ])("refuses ?%s", async (search, path) => {
    const { id } = await addStaffMember();
    const answer = await get(`/${id}/hours?${search}`);
    expect([answer.statusCode, answer.json().details.fields[0].path]).toEqual([422, path]);
  });

  test("takes 62 days, and the first and last years there are", async () => {
    const { id } = await addStaffMember();
    await setHours(id, {
      weekly: [{ location_id: salon.mitte, weekday: 1, starts: "09:00", ends: "18:00" }],
    });
    const shifts = async (from: string, to: string) =>
      (await get(`/${id}/hours?from=${from}&to=${to}`)).json().data.shifts.length;
    expect(await shifts("2027-03-01", "2027-05-01")).toBe(9);
    expect(await shifts("1900-01-01", "1900-01-02")).toBe(1);
    expect(await shifts("2200-12-29", "2200-12-31")).toBe(1);
  });
});
