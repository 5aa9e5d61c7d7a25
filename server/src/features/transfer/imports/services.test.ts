import { beforeEach, expect, test } from "vitest";
import { multipartOf } from "../../../../test/fixtures/images.ts";
import { importedFile, uploadedFile, workOnImports } from "../../../../test/fixtures/importedFile.ts";
import { fieldsIn, type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";

let open: TestApp;
let owner: MemberCall;
const MONDAY_AT = Date.UTC(2027, 2, 1, 6);
const first = await testApp();
beforeEach(async () => {
  first.clock.set(MONDAY_AT);
  open = await testApp({ beside: first });
  owner = await signedInMember(open, "owner");
});

const FILE = [
  "Service name;Category;Duration (min);Buffer after;Price;Online booking;Description",
  "Balayage;Colour;2h 30min;15;ab 180,00 €;nein;With toner",
  "Beard trim;Barber;20;;25;ja;",
  "beard  TRIM;barber;30;;30;;",
  "Consultation;;15;;gratis;;",
  "Gloss;Colour;45;soon;45,50;;",
  ";Colour;45;;45;;",
  "Mystery;Colour;;;45;;",
  "Quote;Colour;30;;ask us;;",
].join("\n");

const imported = (file: string) => importedFile(open, owner, file, {}, "services");
const rowsOf = async (id: string) => (await owner("GET", `/imports/${id}/rows`)).body.data.items;
const menu = async () => (await owner("GET", "/services?limit=100")).body.data.items;
const serviceNamed = async (name: string) =>
  (await menu()).find((service: { name: string }) => service.name === name);
const categoryNames = async () =>
  (await owner("GET", "/service-categories?limit=100")).body.data.items.map(
    ({ name }: { name: string }) => name,
  );
const undone = async (id: string) => {
  const answer = await owner("POST", `/imports/${id}/undo`);
  expect(answer.status, answer.text).toBe(200);
  await workOnImports(open);
  expect((await owner("GET", `/imports/${id}`)).status).toBe(404);
};
const traces = async () =>
  (
    await sql(open.database)<{ events: number; emails: number; rows: number; services: number }>`
  select
  (select count(*) from events where business_id = ${open.salon.businessId}) as events,
  (select count(*) from emails where business_id = ${open.salon.businessId}) as emails,
  (select count(*) from import_rows where business_id = ${open.salon.businessId}) as rows,
  (select count(*) from services where business_id = ${open.salon.businessId}) as services`
  )[0];

test("a file of services is previewed and becomes services with categories, at all locations and without events", async () => {
  const before = await traces();
  const { id, ...uploaded } = await uploadedFile(owner, FILE, "menu.csv", "services");
  expect(uploaded).toMatchObject({
    kind: "services",
    targets: ["name", "category", "duration", "buffer_after", "price", "online_bookable", "description"],
  });
  const mapped = await owner("PUT", `/imports/${id}/mapping`, { targets: uploaded.targets });
  const counts = { created: 4, matched: 1, refused: 3, with_problems: 4 };
  expect(mapped.body.data).toMatchObject({ status: "ready", counts });
  const shown = {
    category: "Colour",
    duration_minutes: 150,
    buffer_before_minutes: 0,
    buffer_after_minutes: 15,
    price: { amount: 18_000, currency: "EUR" },
    price_kind: "from",
  };
  expect(await rowsOf(id)).toMatchObject([
    { outcome: "created", name: "Balayage", service: shown, service_id: null, client_id: null },
    { outcome: "created", name: "Beard trim" },
    { outcome: "matched", name: "beard TRIM" },
    { outcome: "created", name: "Consultation", service: { price: { amount: 0 }, price_kind: "free" } },
    { outcome: "created", problems: [{ column: "Buffer after", code: "not_a_duration" }] },
    { outcome: "refused", name: null, service: null, problems: [{ code: "no_service_name" }] },
    { outcome: "refused", name: "Mystery", problems: [{ column: null, code: "no_duration" }] },
    {
      outcome: "refused",
      name: "Quote",
      service: null,
      problems: [{ column: "Price", code: "not_a_price" }],
    },
  ]);
  expect(await traces()).toEqual({ ...before, rows: (before?.rows ?? 0) + 8 });

  await owner("POST", `/imports/${id}/run`);
  await workOnImports(open);
  expect((await owner("GET", `/imports/${id}`)).body.data).toMatchObject({ status: "completed", counts });
  const balayage = await serviceNamed("Balayage");
  expect(balayage).toMatchObject({
    duration_minutes: 150,
    buffer_after_minutes: 15,
    price: { amount: 18_000, currency: "EUR" },
    price_kind: "from",
    online_bookable: false,
    description: "With toner",
    location_ids: [open.salon.locationId],
    staff: [],
    active: true,
  });
  expect((await serviceNamed("Gloss")).category_id).toBe(balayage.category_id);
  expect((await serviceNamed("Consultation")).category_id).toBe(null);
  expect(await categoryNames()).toEqual(expect.arrayContaining(["Colour", "Barber"]));
  expect((await rowsOf(id))[0]).toMatchObject({
    cells: null,
    name: "Balayage",
    service: shown,
    service_id: balayage.id,
  });
  expect(await traces()).toMatchObject({ events: before?.events, emails: before?.emails });
  const errors = await owner("GET", `/imports/${id}/errors`);
  expect(errors.text).toContain("Mystery,Colour");
  expect(errors.text).toContain("must have a duration");
});

test("a file that is imported twice creates no service twice, and undoing leaves only the audit log", async () => {
  const before = { ...(await traces()), categories: await categoryNames() };
  const { id } = await imported(FILE);
  const again = await imported(FILE);
  expect(again.counts).toMatchObject({ created: 0, matched: 5, refused: 3 });
  await undone(id);
  await undone(again.id);
  expect({ ...(await traces()), categories: await categoryNames() }).toEqual(before);
  const entries = (await owner("GET", "/audit-log?entity=service&limit=100")).body.data.items;
  const actions = entries.map(({ action }: { action: string }) => action);
  expect(actions.filter((action: string) => action === "deleted").length).toBe(4);
});

test("services that were changed, performed by staff or used by another record are kept with their categories", async () => {
  const { id } = await imported(`${FILE}\nCut;Barber;30;;30;;\nShave;Barber;30;;30;;\n`);
  const [balayage, trim, cut] = [
    await serviceNamed("Balayage"),
    await serviceNamed("Beard trim"),
    (await menu()).find(
      ({ name, staff }: { name: string; staff: unknown[] }) => name === "Cut" && staff.length === 0,
    ),
  ];
  first.clock.set(MONDAY_AT + 60_000);
  const price = { amount: 20_000, currency: "EUR" };
  expect((await owner("PATCH", `/services/${balayage.id}`, { price })).status).toBe(200);
  const staff = [{ staff_id: open.salon.anna }];
  expect((await owner("PATCH", `/services/${trim.id}`, { staff })).status).toBe(200);
  const template = { name: "Patch test", service_ids: [cut.id], fields: [{ label: "Why", type: "text" }] };
  expect((await owner("POST", "/form-templates", template)).status).toBe(201);
  await undone(id);
  const names = (await menu()).map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(["Balayage", "Beard trim"]));
  expect((await owner("GET", `/services/${cut.id}`)).status).toBe(200);
  for (const name of ["Shave", "Gloss", "Consultation"]) expect(names).not.toContain(name);
  expect(await categoryNames()).toEqual(expect.arrayContaining(["Colour", "Barber"]));
});

test("columns of services need a name, a duration and a price, and files have a maximum number of rows", async () => {
  const { id } = await uploadedFile(owner, "A,B,C\nCut,30,20\n", "menu.csv", "services");
  const map = (targets: unknown) => owner("PUT", `/imports/${id}/mapping`, { targets });
  expect(fieldsIn(await map(["name", "duration", null]))).toEqual([422, "/targets"]);
  expect(fieldsIn(await map(["name", "first_name", "name"]))).toEqual([422, "/targets/1", "/targets/2"]);
  expect((await map(["name", "duration", "price"])).status).toBe(200);
  const rows = Array.from({ length: 2_001 }, (_, index) => `Service ${index},30,20`);
  const file = Buffer.from(["Name,Duration,Price", ...rows].join("\n"));
  const { payload, headers } = await multipartOf({ kind: "services" }, file);
  expect(fieldsIn(await owner("POST", "/imports", payload, headers))).toEqual([422, "/file"]);
});

test("hundreds of services are imported in batches that share their new categories", async () => {
  const rows = Array.from({ length: 600 }, (_, index) => `Service ${index},Group ${index % 3},30,20`);
  const before = { ...(await traces()), categories: await categoryNames() };
  const { id, counts } = await imported(["Name,Category,Duration,Price", ...rows].join("\n"));
  expect(counts.created).toBe(600);
  expect((await categoryNames()).length).toBe(before.categories.length + 3);
  await undone(id);
  expect({ ...(await traces()), categories: await categoryNames() }).toEqual(before);
});

test("a column names the staff members who perform a service, and undoing deletes the service unless others were added", async () => {
  const file = [
    "Service,Duration,Price,Staff",
    'Fade,30,20,"Anna, ben"',
    "Shave,30,20,Anna and Nobody",
    "Wash,30,20,",
  ].join("\n");
  const { id, targets, counts } = await imported(file);
  expect(targets).toEqual(["name", "duration", "price", "staff"]);
  expect(counts).toMatchObject({ created: 3, with_problems: 1 });
  const performers = async (name: string) =>
    (await serviceNamed(name)).staff.map(({ staff_id }: { staff_id: string }) => staff_id);
  expect((await performers("Fade")).toSorted()).toEqual([open.salon.anna, open.salon.ben].toSorted());
  expect(await performers("Shave")).toEqual([open.salon.anna]);
  expect(await performers("Wash")).toEqual([]);
  expect(await rowsOf(id)).toMatchObject([
    { service: { staff: ["Anna", "Ben"] } },
    { service: { staff: ["Anna"] }, problems: [{ column: "Staff", code: "unknown_staff" }] },
    { service: { staff: [] } },
  ]);
  first.clock.set(MONDAY_AT + 60_000);
  const shave = await serviceNamed("Shave");
  const staff = [{ staff_id: open.salon.anna }, { staff_id: open.salon.ben }];
  expect((await owner("PATCH", `/services/${shave.id}`, { staff })).status).toBe(200);
  await undone(id);
  const names = (await menu()).map(({ name }: { name: string }) => name);
  expect(names).toContain("Shave");
  expect(names).not.toContain("Fade");
  expect(names).not.toContain("Wash");
});
