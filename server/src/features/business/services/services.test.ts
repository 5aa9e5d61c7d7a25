import { beforeAll, describe, expect, test } from "vitest";
import { type UseCaseApp, useCaseApp } from "../../../../test/fixtures/useCaseApp.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Scope } from "../../../kernel/scopes.ts";
import {
  archiveCategory,
  archiveService,
  createCategory,
  createService,
  type ServiceInput,
  serviceRoutes,
} from "./index.ts";

const now = Date.UTC(2027, 0, 4, 9);

let fixture: UseCaseApp;
let salon: Salon;

/** A business with two locations, two staff members, and a key that reads the menu. */
interface Salon {
  readonly id: string;
  readonly key: string;
  readonly locations: [string, string];
  readonly staff: [string, string];
}

beforeAll(async () => {
  fixture = await useCaseApp(now, serviceRoutes);
  salon = await openSalon();
});

const openSalon = async (): Promise<Salon> => {
  const id = await fixture.newBusiness();
  const locations: [string, string] = [
    await fixture.newLocation(id, "Mitte"),
    await fixture.newLocation(id, "Nord"),
  ];
  const member = (first_name: string) =>
    fixture.newStaffMember(id, { first_name, location_ids: [...locations] });
  const staff: [string, string] = [await member("Ada"), await member("Bo")];
  return { id, key: await fixture.newKey(id, "services:read"), locations, staff };
};
const keyOf = (...scopes: Scope[]) => fixture.newKey(salon.id, ...scopes);
const price = { amount: 4500, currency: "EUR" };
const add = (wanted: Partial<ServiceInput> = {}, business = salon.id) =>
  fixture.does((tx) =>
    createService(
      tx,
      business,
      { name: "Cut", location_ids: [], duration_minutes: 45, price, ...wanted },
      now,
    ),
  );
const addCategory = (name: string, business = salon.id) =>
  fixture.does((tx) => createCategory(tx, business, { name }, now));
const archive = (id: string, business = salon.id) =>
  fixture.does((tx) => archiveService(tx, business, id, now));
const get = (path: string, bearer: string | null = salon.key, business = salon.id) =>
  fixture.get(business, path, bearer);
const names = async (of: Salon, search: string) =>
  (await get(`services${search}`, of.key, of.id)).json().data.items.map(({ name }: { name: string }) => name);

describe("GET /services/{service}", () => {
  test("answers the whole record", async () => {
    const category = await addCategory("Colour");
    const { id } = await add({
      category_id: category.id,
      name: "Balayage",
      description: "Hand-painted",
      initial_minutes: 30,
      processing_minutes: 40,
      finishing_minutes: 20,
      duration_minutes: 90,
      buffer_after_minutes: 10,
      price_kind: "from",
      requires_patch_test: true,
      max_per_day: 4,
      location_ids: [...salon.locations].reverse(),
      staff: [
        { staff_id: salon.staff[1], duration_minutes: 75, price: { amount: 9900, currency: "EUR" } },
        { staff_id: salon.staff[0].toUpperCase() },
      ],
      position: 7,
    });
    const answer = await get(`services/${id}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toEqual({
      id,
      tax_rate_id: null,
      category_id: category.id,
      name: "Balayage",
      description: "Hand-painted",
      duration_minutes: 90,
      initial_minutes: 30,
      processing_minutes: 40,
      finishing_minutes: 20,
      buffer_before_minutes: 0,
      buffer_after_minutes: 10,
      price,
      price_kind: "from",
      requires_patch_test: true,
      online_bookable: true,
      requires_approval: false,
      active: true,
      slot_step_minutes: 15,
      min_notice_minutes: 120,
      max_advance_days: 90,
      max_per_day: 4,
      location_ids: [...salon.locations].sort(),
      resources: [],
      staff: [
        { staff_id: salon.staff[0], duration_minutes: null, price: null },
        { staff_id: salon.staff[1], duration_minutes: 75, price: { amount: 9900, currency: "EUR" } },
      ],
      position: 7,
      created_at: "2027-01-04T09:00:00Z",
      updated_at: "2027-01-04T09:00:00Z",
    });
  });

  test("answers archived services too", async () => {
    const { id } = await add();
    await archive(id);
    expect((await get(`services/${id}`)).json().data).toMatchObject({ id, active: false });
  });

  test("answers 401 without a key and 403 without the scope", async () => {
    const { id } = await add();
    const blind = await keyOf("staff:read", "payments:read");
    for (const path of [`services/${id}`, "services", "service-categories"]) {
      const [anonymous, unscoped] = [await get(path, null), await get(path, blind)];
      expect([anonymous.statusCode, anonymous.json().code]).toEqual([401, "unauthenticated"]);
      expect([unscoped.statusCode, unscoped.json()]).toEqual([
        403,
        expect.objectContaining({ code: "forbidden_role", details: { required: "services:read" } }),
      ]);
    }
  });

  test("answers a foreign, an unknown and a malformed id, and every other business, with the same bytes", async () => {
    const other = await openSalon();
    const { id: foreign } = await add({}, other.id);
    const answers = await Promise.all([
      ...[foreign, newId(), "cut"].map((id) => get(`services/${id}`)),
      get(`services/${foreign}`, salon.key, other.id),
      get("services", salon.key, other.id),
      get("service-categories", salon.key, newId()),
      get("service-categories", salon.key, "mine"),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(404));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });
});

describe("GET /services", () => {
  test("filters by category, location, staff member and active, also combined", async () => {
    const own = await openSalon();
    const [mitte, nord] = own.locations;
    const [ada, bo] = own.staff;
    const cuts = await addCategory("Cuts", own.id);
    await add(
      {
        name: "Cut",
        category_id: cuts.id,
        location_ids: [mitte, nord],
        staff: [{ staff_id: ada }, { staff_id: bo }],
      },
      own.id,
    );
    await add(
      { name: "Fringe", category_id: cuts.id, location_ids: [nord], staff: [{ staff_id: bo }] },
      own.id,
    );
    await add({ name: "Colour", location_ids: [mitte], staff: [{ staff_id: bo }] }, own.id);
    const { id } = await add(
      { name: "Perm", category_id: cuts.id, location_ids: [mitte], staff: [{ staff_id: ada }] },
      own.id,
    );
    await archive(id, own.id);

    expect(await names(own, "")).toEqual(["Cut", "Fringe", "Colour"]);
    expect(await names(own, "?active=true")).toEqual(["Cut", "Fringe", "Colour"]);
    expect(await names(own, "?active=1")).toEqual(["Cut", "Fringe", "Colour"]);
    expect(await names(own, "?active=false")).toEqual(["Perm"]);
    expect(await names(own, "?active=0")).toEqual(["Perm"]);
    expect(await names(own, "?active=all")).toEqual(["Cut", "Fringe", "Colour", "Perm"]);
    expect(await names(own, `?category_id=${cuts.id.toUpperCase()}`)).toEqual(["Cut", "Fringe"]);
    expect(await names(own, `?location_id=${mitte}`)).toEqual(["Cut", "Colour"]);
    expect(await names(own, `?staff_id=${ada}&active=all`)).toEqual(["Cut", "Perm"]);
    expect(await names(own, `?category_id=${cuts.id}&location_id=${nord}&staff_id=${bo}`)).toEqual([
      "Cut",
      "Fringe",
    ]);
  });

  test("finds nothing for an unknown id or an id of another business", async () => {
    const other = await openSalon();
    await add({ location_ids: [salon.locations[0]], staff: [{ staff_id: salon.staff[0] }] });
    for (const id of [newId(), other.locations[0]]) {
      for (const filter of ["category_id", "location_id", "staff_id"])
        expect(await names(salon, `?${filter}=${id}`)).toEqual([]);
    }
  });

  test("pages by position and id without a gap or a repeat while services are added", async () => {
    const own = await openSalon();
    for (const position of [5, 2, 9, 2, 5, 7]) await add({ name: `P${position}`, position }, own.id);
    const seen: { id: string; name: string }[] = [];
    for (let after = ""; after !== "end"; ) {
      const { items, next_cursor } = (await get(`services?limit=2${after}`, own.key, own.id)).json().data;
      seen.push(...items);
      after = next_cursor === null ? "end" : `&cursor=${next_cursor}`;
      // The new service sorts before the cursor. With an offset-based cursor, the next page would repeat a service.
      await add({ name: "P1", position: 1 }, own.id);
    }
    expect(seen.map(({ name }) => name)).toEqual(["P2", "P2", "P5", "P5", "P7", "P9"]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(6);
  });

  test.each([
    ["category_id=cuts", "/category_id"],
    ["location_id=", "/location_id"],
    ["staff_id=any", "/staff_id"],
    ["active=yes", "/active"],
    ["limit=0", "/limit"],
    ["limit=101", "/limit"],
    ["limit=1.5", "/limit"],
    ["cursor=bogus", "/cursor"],
    ["name=Cut", "/name"],
    ["active=true&active=false", "/active"],
  ])("refuses ?%s", async (search, path) => {
    const answer = await get(`services?${search}`);
    expect([answer.statusCode, answer.json().code]).toEqual([422, "validation_failed"]);
    expect(answer.json().details.fields[0].path).toBe(path);
  });

  test("refuses a cursor of another filter, list or business", async () => {
    const own = await openSalon();
    for (const name of ["A", "B"]) {
      await add({ name }, own.id);
      await addCategory(name, own.id);
    }
    const status = async (path: string, of = own) => (await get(path, of.key, of.id)).statusCode;
    const { next_cursor: cursor } = (await get("services?limit=1", own.key, own.id)).json().data;
    expect(await status(`services?active=true&cursor=${cursor}`)).toBe(200);
    expect(await status(`services?active=all&cursor=${cursor}`)).toBe(422);
    expect(await status(`services?staff_id=${own.staff[0]}&cursor=${cursor}`)).toBe(422);
    expect(await status(`service-categories?cursor=${cursor}`)).toBe(422);
    expect(await status(`services?cursor=${cursor}`, salon)).toBe(422);
  });
});

describe("GET /service-categories", () => {
  test("pages by position and id, without archived ones", async () => {
    const own = await openSalon();
    const [cuts, colour, old, care] = [
      await addCategory("Cuts", own.id),
      await addCategory("Colour", own.id),
      await addCategory("Old", own.id),
      await addCategory("Care", own.id),
    ];
    await fixture.does((tx) => archiveCategory(tx, own.id, old.id, now));
    const first = (await get("service-categories?limit=2", own.key, own.id)).json().data;
    expect(first.items).toEqual([cuts, colour]);
    expect(cuts).toEqual({
      id: cuts.id,
      name: "Cuts",
      description: null,
      position: 1,
      created_at: "2027-01-04T09:00:00Z",
      updated_at: "2027-01-04T09:00:00Z",
    });
    const rest = await get(`service-categories?limit=2&cursor=${first.next_cursor}`, own.key, own.id);
    expect(rest.json().data).toEqual({ items: [care], next_cursor: null });
  });

  test.each(["limit=0", "limit=101", "cursor=x", "active=all"])("refuses ?%s", async (search) => {
    expect((await get(`service-categories?${search}`)).statusCode).toBe(422);
  });
});
