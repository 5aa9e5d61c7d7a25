import { beforeEach, describe, expect, test } from "vitest";
import { isUnknown, refuses, useCaseApp } from "../../../../test/fixtures/useCaseApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { checkOf } from "../../../platform/http/validation.ts";
import { archiveResource, createResource } from "../locations/index.ts";
import { archiveCategory, createCategory, updateCategory } from "./categories.ts";
import { type ServiceCategoryChanges, ServiceCategoryInput } from "./categorySchema.ts";
import { createService } from "./createService.ts";
import { type ServiceChanges, ServiceInput } from "./schema.ts";
import { serviceRecord } from "./serviceRecord.ts";
import { archiveService, updateService } from "./updateService.ts";

const now = Date.UTC(2027, 0, 4, 9);
const later = now + 60_000;

/** A new business for each test. */
let businessId: string;
let mitte: string;
let nord: string;
let ada: string;

const fixture = await useCaseApp(now);
beforeEach(async () => {
  businessId = await fixture.newBusiness();
  mitte = await openLocation("Mitte");
  nord = await openLocation("Nord");
  ada = await addStaffMember("Ada");
});

const openLocation = (name: string, business = businessId) => fixture.newLocation(business, name);
const addStaffMember = (first_name: string, business = businessId) =>
  fixture.newStaffMember(business, { first_name });
const addResource = (locationId: string, capacity: number) =>
  fixture.does(async (tx) => {
    const room = { name: "Room", type: "room", capacity };
    return (await createResource(tx, businessId, locationId, room, now)).id;
  });
const eur = (amount: number) => ({ amount, currency: "EUR" });
/** Creates a service with the given fields. Unlike `cut`, the service has no default duration and price. */
const add = (wanted: Partial<ServiceInput>) =>
  fixture.does((tx) => createService(tx, businessId, { name: "Cut", location_ids: [], ...wanted }, now));
const cut = (wanted: Partial<ServiceInput> = {}) =>
  add({ duration_minutes: 45, price: eur(4500), ...wanted });
const change = (id: string, changes: ServiceChanges) =>
  fixture.does((tx) => updateService(tx, businessId, id, changes, later));
const addCategory = (wanted: ServiceCategoryInput, business = businessId) =>
  fixture.does((tx) => createCategory(tx, business, wanted, now));
const changeCategory = (id: string, changes: ServiceCategoryChanges) =>
  fixture.does((tx) => updateCategory(tx, businessId, id, changes, later));
const removeCategory = (id: string) => fixture.does((tx) => archiveCategory(tx, businessId, id, later));
const minutes = ({
  duration_minutes,
  initial_minutes,
  processing_minutes,
  finishing_minutes,
}: Awaited<ReturnType<typeof cut>>) => [
  duration_minutes,
  initial_minutes,
  processing_minutes,
  finishing_minutes,
];

describe("the duration of a service", () => {
  test("a duration alone is the initial phase; phases alone add up to the duration", async () => {
    expect(minutes(await cut({ duration_minutes: 45 }))).toEqual([45, 45, 0, 0]);
    const phased = { initial_minutes: 20, processing_minutes: 30, finishing_minutes: 10, price: eur(1) };
    expect(minutes(await add(phased))).toEqual([60, 20, 30, 10]);
    expect(minutes(await add({ ...phased, duration_minutes: 60 }))).toEqual([60, 20, 30, 10]);
  });

  test("is required unless `initial_minutes`, `processing_minutes` or `finishing_minutes` is set", async () => {
    await refuses(add({ price: eur(1) }), "/duration_minutes");
  });

  test("must be the sum of the phases", async () => {
    await refuses(
      cut({ duration_minutes: 50, initial_minutes: 20, finishing_minutes: 20 }),
      "/duration_minutes",
    );
  });

  test("must begin with an initial phase", async () => {
    await refuses(add({ price: eur(1), processing_minutes: 20 }), "/initial_minutes");
  });

  test("must be at most a day", async () => {
    await refuses(add({ price: eur(1), initial_minutes: 1000, finishing_minutes: 441 }), "/duration_minutes");
    expect(minutes(await add({ price: eur(1), initial_minutes: 1000, finishing_minutes: 440 }))[0]).toBe(
      1440,
    );
  });

  test("a duration changes the phases proportionally; sent phases are kept", async () => {
    const { id } = await cut({
      duration_minutes: 60,
      initial_minutes: 20,
      processing_minutes: 30,
      finishing_minutes: 10,
    });
    expect(minutes(await change(id, { duration_minutes: 75 }))).toEqual([75, 20, 30, 25]);
    expect(minutes(await change(id, { duration_minutes: 40 }))).toEqual([40, 20, 20, 0]);
    expect(minutes(await change(id, { finishing_minutes: 5 }))).toEqual([45, 20, 20, 5]);
    await refuses(change(id, { duration_minutes: 90, finishing_minutes: 15 }), "/duration_minutes");
    await refuses(change(id, { processing_minutes: 1440 }), "/duration_minutes");
  });
});

describe("the price of a service", () => {
  test("is in the business's currency, and required unless the service is free", async () => {
    await refuses(add({ duration_minutes: 30 }), "/price");
    await refuses(cut({ price: { amount: 1, currency: "USD" } }), "/price/currency");
    await refuses(
      cut({ staff: [{ staff_id: ada, price: { amount: 1, currency: "CHF" } }] }),
      "/staff/0/price/currency",
    );
    expect((await add({ duration_minutes: 30, price_kind: "free" })).price).toEqual(eur(0));
  });

  test("of a free service is 0, for all staff members", async () => {
    await refuses(cut({ price_kind: "free" }), "/price/amount");
    const staff = [{ staff_id: ada, price: eur(500) }];
    await refuses(cut({ price_kind: "free", price: eur(0), staff }), "/staff/0/price/amount");
    const { id } = await cut({ staff });
    await refuses(change(id, { price_kind: "free", price: eur(1) }), "/price/amount");
    expect(await change(id, { price_kind: "free" })).toMatchObject({
      price: eur(0),
      staff: [{ staff_id: ada, price: null }],
    });
    await refuses(change(id, { price: eur(1) }), "/price/amount");
    expect((await change(id, { price: eur(1), price_kind: "from" })).price).toEqual(eur(1));
  });
});

describe("references of a service", () => {
  test("refuses all references that do not exist in one response", async () => {
    const elsewhere = await fixture.newBusiness();
    const [locationId, member] = [
      await openLocation("Foreign", elsewhere),
      await addStaffMember("Foreign", elsewhere),
    ];
    const { id: category } = await addCategory({ name: "Foreign" }, elsewhere);
    const wrong = {
      category_id: category,
      location_ids: [mitte, locationId, newId()],
      staff: [{ staff_id: ada }, { staff_id: member }, { staff_id: newId() }],
      resources: [{ type: "room", count: 1 }],
    };
    const paths = [
      "/category_id",
      "/location_ids/1",
      "/location_ids/2",
      "/staff/1/staff_id",
      "/staff/2/staff_id",
      "/resources/0/type",
    ];
    await refuses(cut(wrong), ...paths);
    const { id } = await cut();
    await refuses(change(id, wrong), ...paths);
  });

  test("ids must appear only once, ignoring case", async () => {
    const twice = {
      location_ids: [mitte, mitte.toUpperCase()],
      staff: [{ staff_id: ada.toUpperCase() }, { staff_id: ada }],
    };
    await refuses(cut(twice), "/location_ids/1", "/staff/1/staff_id");
    await addResource(mitte, 2);
    const room = { type: "room", count: 1 };
    await refuses(cut({ location_ids: [mitte], resources: [room, room] }), "/resources/1/type");
  });

  test("requires at most as many units of a resource as one of its locations has", async () => {
    await addResource(mitte, 2);
    await addResource(nord, 3);
    const needs = (count: number) => ({ resources: [{ type: "room", count }] });
    await refuses(cut({ location_ids: [mitte], ...needs(3) }), "/resources/0/count");
    const { id } = await cut({ location_ids: [mitte, nord], ...needs(3) });
    await refuses(change(id, { location_ids: [mitte], ...needs(4) }), "/resources/0/count");
  });

  test("may have been archived since: other fields still change", async () => {
    const room = await addResource(mitte, 1);
    const { id } = await cut({ location_ids: [mitte], resources: [{ type: "room", count: 1 }] });
    await fixture.does((tx) => archiveResource(tx, businessId, mitte, room, later));
    expect(await change(id, { name: "Trim" })).toMatchObject({
      name: "Trim",
      resources: [{ type: "room", count: 1 }],
    });
    await refuses(change(id, { resources: [{ type: "room", count: 1 }] }), "/resources/0/type");
  });
});

describe("changing a service", () => {
  test("keeps what was not sent, clears what is null, and replaces lists", async () => {
    const category = await addCategory({ name: "Cuts" });
    const before = await cut({
      category_id: category.id,
      description: "Dry",
      max_per_day: 3,
      location_ids: [mitte],
      staff: [{ staff_id: ada, duration_minutes: 30 }],
    });
    const after = await change(before.id, {
      category_id: null,
      description: null,
      location_ids: [nord],
      staff: [],
    });
    expect(after).toEqual({
      ...before,
      category_id: null,
      description: null,
      location_ids: [nord],
      staff: [],
      updated_at: "2027-01-04T09:01:00Z",
    });
  });

  test("without a difference keeps its updated_at", async () => {
    const bo = await addStaffMember("Bo");
    const before = await cut({ location_ids: [mitte, nord], staff: [{ staff_id: ada }, { staff_id: bo }] });
    const same = {
      name: "Cut",
      price: eur(4500),
      location_ids: [nord, mitte],
      staff: [{ staff_id: bo, duration_minutes: null }, { staff_id: ada }],
    };
    expect(await change(before.id, same)).toEqual(before);
  });

  test("archives it, which can be undone", async () => {
    const { id } = await cut();
    const archive = () => fixture.does((tx) => archiveService(tx, businessId, id, later));
    expect(await archive()).toEqual({ id, deleted: true });
    expect(await serviceRecord(fixture.database, businessId, id)).toMatchObject({ active: false });
    expect(await archive()).toEqual({ id, deleted: true });
    expect(await change(id, { active: true })).toMatchObject({ active: true });
  });

  test("of another business, or none, finds nothing", async () => {
    const { id } = await cut();
    const foreign = await fixture.newBusiness();
    await isUnknown(fixture.does((tx) => updateService(tx, foreign, id, {}, later)));
    await isUnknown(fixture.does((tx) => archiveService(tx, foreign, id, later)));
    await isUnknown(change(newId(), { name: "x" }));
  });

  test("concurrent changes are both kept", async () => {
    const { id } = await cut();
    await Promise.all([
      change(id, { name: "Both" }),
      change(id, { price: eur(1) }),
      change(id, { location_ids: [mitte] }),
      change(id, { staff: [{ staff_id: ada }] }),
    ]);
    expect(await serviceRecord(fixture.database, businessId, id)).toMatchObject({
      name: "Both",
      price: eur(1),
      location_ids: [mitte],
      staff: [{ staff_id: ada }],
    });
  });
});

test("services created concurrently get consecutive positions", async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => cut()));
  expect(made.map(({ position }) => position).sort()).toEqual([1, 2, 3, 4, 5, 6]);
});

describe("categories", () => {
  test("have unique names, ignoring case", async () => {
    const { id } = await addCategory({ name: "Colour", description: "All of it" });
    await refuses(addCategory({ name: "COLOUR" }), "/name");
    const other = await addCategory({ name: "Cuts" });
    await refuses(changeCategory(other.id, { name: "colour" }), "/name");
    expect((await changeCategory(id, { name: "COLOUR", description: null })).name).toBe("COLOUR");
    expect((await addCategory({ name: "Colour" }, await fixture.newBusiness())).name).toBe("Colour");
  });

  test("of one name created concurrently: one is refused", async () => {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => addCategory({ name: "Nails" })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "validation_failed" });
  });

  test("free their name when archived, and let their services go", async () => {
    const category = await addCategory({ name: "Beards" });
    const { id } = await cut({ category_id: category.id });
    expect(await removeCategory(category.id)).toEqual({ id: category.id, deleted: true });
    expect(await serviceRecord(fixture.database, businessId, id)).toMatchObject({
      category_id: null,
      updated_at: "2027-01-04T09:01:00Z",
    });
    await isUnknown(removeCategory(category.id));
    await isUnknown(changeCategory(category.id, { name: "Back" }));
    await refuses(change(id, { category_id: category.id }), "/category_id");
    expect((await addCategory({ name: "Beards" })).position).toBe(1);
  });

  test("that are not changed keep their updated_at", async () => {
    const before = await addCategory({ name: "Nails" });
    expect(await changeCategory(before.id, { name: "Nails", position: 1 })).toEqual(before);
    await isUnknown(changeCategory(newId(), {}));
  });
});

describe("shapes", () => {
  const problems = (body: object) =>
    checkOf(ServiceInput)({ name: "Cut", location_ids: [], ...body }).map(({ path }) => path);

  test("of a service", () => {
    expect(
      problems({ duration_minutes: 45, price: eur(0), staff: [], category_id: null, max_per_day: null }),
    ).toEqual([]);
    for (const field of ["duration_minutes", "initial_minutes", "slot_step_minutes"])
      for (const wrong of [0, -15, 1441, 7.5, "45", null])
        expect(problems({ [field]: wrong })).toEqual([`/${field}`]);
    for (const wrong of [4, 241]) {
      expect(problems({ slot_step_minutes: wrong })).toEqual(["/slot_step_minutes"]);
    }
    for (const field of [
      "processing_minutes",
      "finishing_minutes",
      "buffer_before_minutes",
      "buffer_after_minutes",
    ])
      for (const wrong of [-1, 1441]) expect(problems({ [field]: wrong })).toEqual([`/${field}`]);
    for (const field of ["min_notice_minutes", "max_advance_days"])
      expect(problems({ [field]: -1 })).toEqual([`/${field}`]);
    expect(problems({ max_per_day: 0 })).toEqual(["/max_per_day"]);
    expect(problems({ price: eur(-1) })).toEqual(["/price/amount"]);
    expect(problems({ price: eur(100_000_000_001) })).toEqual(["/price/amount"]);
    expect(problems({ price: { amount: 1 } })).toEqual(["/price/currency"]);
    expect(problems({ price_kind: "gratis" })).toEqual(["/price_kind"]);
    expect(problems({ location_ids: ["mitte"] })).toEqual(["/location_ids/0"]);
    expect(problems({ staff: [{ staff_id: newId(), duration_minutes: 0 }] })).toEqual([
      "/staff/0/duration_minutes",
    ]);
    expect(problems({ resources: [{ type: "room", count: 0 }] })).toEqual(["/resources/0/count"]);
    expect(problems({ service_ids: [] })).toEqual(["/service_ids"]);
  });

  test("of a category", () => {
    const category = (body: object) =>
      checkOf(ServiceCategoryInput)({ name: "Cuts", ...body }).map(({ path }) => path);
    expect(category({ description: null, position: 1 })).toEqual([]);
    expect(category({ name: "" })).toEqual(["/name"]);
    expect(category({ position: 0 })).toEqual(["/position"]);
    expect(category({ archived: true })).toEqual(["/archived"]);
  });
});
