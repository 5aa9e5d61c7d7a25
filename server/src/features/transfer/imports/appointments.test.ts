import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { importedFile, uploadedFile, workOnImports } from "../../../../test/fixtures/importedFile.ts";
import { fieldsIn, type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { column, statement } from "../../../platform/database/index.ts";

let open: TestApp;
let owner: MemberCall;
const NOW = Date.UTC(2027, 2, 1, 6);
const first = await testApp();
beforeEach(async () => {
  first.clock.set(NOW);
  open = await testApp({ beside: first });
  owner = await signedInMember(open, "owner");
  for (const [first_name, last_name, phone_e164, email] of [
    ["Mina", "Okafor", "+4915123456789", null],
    ["Ben", "Okafor", "+4915123456789", null],
    ["Lena Maria", "Vogt", null, "lena@example.com"],
    ["Ada", "Twin", null, null],
    ["Ada", "Twin", null, null],
  ])
    await owner("POST", "/clients", { first_name, last_name, phone_e164, email });
});

const countTraces = statement({
  name: "test_count_appointment_import_traces",
  params: { businessId: column.id },
  columns: {
    ...{ events: column.integer, emails: column.integer, rows: column.integer, appointments: column.integer },
    ...{ items: column.integer, claims: column.integer, notified: column.integer },
  },
  sql: `select
          (select count(*) from events where business_id = $businessId) as events,
          (select count(*) from emails where business_id = $businessId) as emails,
          (select count(*) from import_rows where business_id = $businessId) as rows,
          (select count(*) from appointments where business_id = $businessId) as appointments,
          (select count(*) from appointment_items where business_id = $businessId) as items,
          (select count(*) from claims where business_id = $businessId) as claims,
          (select count(*) from appointment_notifications where business_id = $businessId) as notified`,
});
const traces = async () => (await open.database.query(countTraces, { businessId: open.salon.businessId }))[0];
const overlaps = async () =>
  (
    await sql(open.database)<{ count: number }>`
    select count(*) as count
    from claims as one
    join claims as other
      on other.business_id = one.business_id and other.subject_id = one.subject_id and other.unit = one.unit
      and other.id > one.id and other.during && one.during
    where one.business_id = ${open.salon.businessId}`
  )[0]?.count;
const booked = async () => {
  const query = `location_id=${open.salon.locationId}&from=2027-03-01T00:00:00Z&to=2028-03-01T00:00:00Z&limit=100`;
  return (await owner("GET", `/appointments?${query}`)).body.data.items;
};
const imported = (file: string, mapping = {}) => importedFile(open, owner, file, mapping, "appointments");
const rowsOf = async (id: string) => (await owner("GET", `/imports/${id}/rows?limit=100`)).body.data.items;
const HEADER = "Ref,Date,Time,Client,Mobile,Service,Staff,Duration,Price,Status,Notes";
const fileOf = (...rows: string[]) => [HEADER, ...rows].join("\n");
const undone = async (id: string) => {
  const answer = await owner("POST", `/imports/${id}/undo`);
  expect(answer.status, answer.text).toBe(200);
  await workOnImports(open);
  expect((await owner("GET", `/imports/${id}`)).status).toBe(404);
};

test("future appointments are previewed in the location's zone, and booked without events and e-mails", async () => {
  const before = await traces();
  const file = fileOf(
    "A1,05/04/2027,10:00,Mina Okafor,+49 151 23456789,Cut,Anna,,,Confirmed,Likes tea",
    "A2,05/04/2027,2:30 PM,,+49 151 23456789,cut,Anna,,,Confirmed,",
    'A3,05/04/2027,12.00,"Vogt, Lena Maria",,Cut,anna,90,"49,50",Pending,',
    "A4,05/04/2027,10:15,Mina Okafor,,Cut,Anna,,,Booked,",
    "A5,05/02/2027,10:00,Mina Okafor,,Cut,Anna,,,Booked,",
    "A6,28/03/2027,02:30,Mina Okafor,,Cut,Anna,,,Booked,",
    "A7,06/04/2027,10:00,Ada Twin,,Cut,Anna,,,Booked,",
    "A8,06/04/2027,10:00,Nobody Known,,Perm,Zoe,,,Booked,",
    "A9,06/04/2027,25:00,Mina Okafor,,Cut,Anna,soon,,Cancelled,",
    "B1,06/04/2027,,Mina Okafor,,Cut,Anna,,,maybe,",
  );
  const { id, ...uploaded } = await uploadedFile(owner, file, "calendar.csv", "appointments");
  expect(uploaded).toMatchObject({
    kind: "appointments",
    targets: [
      ...["external_id", "date", "time", "client_name", "phone", "service", "staff", "duration", "price"],
      ...["status", "note"],
    ],
  });
  const mapped = await owner("PUT", `/imports/${id}/mapping`, { targets: uploaded.targets });
  const counts = { created: 2, matched: 0, refused: 8 };
  expect(mapped.body.data, mapped.text).toMatchObject({ status: "ready", counts });
  const shown = await rowsOf(id);
  expect(shown).toMatchObject([
    {
      outcome: "created",
      name: "Mina Okafor",
      appointment: {
        starts_at: "2027-04-05T10:00:00+02:00",
        time_zone: "Europe/Berlin",
        location: expect.any(String),
        status: "booked",
      },
    },
    { outcome: "refused", problems: [{ column: "Mobile", code: "several_clients" }] },
    {
      outcome: "created",
      appointment: {
        ends_at: "2027-04-05T13:30:00+02:00",
        price: { amount: 4950, currency: "EUR" },
        status: "requested",
      },
    },
    { outcome: "refused", problems: [{ column: null, code: "time_taken" }] },
    { outcome: "refused", problems: [{ column: "Date", code: "in_the_past" }] },
    { outcome: "refused", problems: [{ column: "Time", code: "skipped_time" }] },
    { outcome: "refused", problems: [{ column: "Client", code: "several_clients" }] },
    {
      outcome: "refused",
      problems: [
        { column: "Client", code: "unknown_client" },
        { column: "Service", code: "unknown_service" },
        { column: "Staff", code: "unknown_staff" },
      ],
    },
    {
      outcome: "refused",
      problems: [
        { column: "Time", code: "not_a_time" },
        { column: "Duration", code: "not_a_duration" },
        { column: "Status", code: "not_upcoming" },
      ],
    },
    { outcome: "refused", problems: [{ column: "Date", code: "no_time" }, { code: "not_a_status" }] },
  ]);
  expect(await traces()).toEqual({ ...before, rows: (before?.rows ?? 0) + 10 });

  await owner("POST", `/imports/${id}/run`);
  await workOnImports(open);
  expect((await owner("GET", `/imports/${id}`)).body.data).toMatchObject({ status: "completed", counts });
  const [one, other] = await booked();
  expect(one).toMatchObject({
    starts_at: "2027-04-05T10:00:00+02:00",
    source: "import",
    status: "booked",
    internal_note: "Likes tea",
    items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
  });
  expect(other).toMatchObject({
    status: "requested",
    ends_at: "2027-04-05T13:30:00+02:00",
    total: { amount: 4950 },
    items: [{ duration_minutes: 90 }],
  });
  expect(await traces()).toMatchObject({ events: before?.events, emails: before?.emails });
  expect((await rowsOf(id))[0]).toMatchObject({
    cells: null,
    name: "Mina Okafor",
    appointment: { starts_at: "2027-04-05T10:00:00+02:00", service: "Cut", status: "booked" },
    appointment_id: one.id,
  });
  const errors = await owner("GET", `/imports/${id}/errors`);
  expect(errors.text).toContain("is not free: an appointment");
});

test("a file that is imported twice books no appointment twice, even after a move, and undoing leaves only the audit log", async () => {
  const before = await traces();
  const file = fileOf(
    "A1,05/04/2027,10:00,Mina Okafor,,Cut,Anna,,,,",
    ",05/04/2027,12:00,Mina Okafor,,Cut,Anna,,,,",
    ",05/04/2027,12:00,Mina Okafor,,Cut,Anna,,,,",
  );
  const one = await imported(file);
  expect(one.counts).toMatchObject({ created: 2, matched: 1, refused: 0 });
  const [moved] = await booked();
  const starts_at = "2027-04-07T10:00:00+02:00";
  expect((await owner("PATCH", `/appointments/${moved.id}/schedule`, { starts_at })).status).toBe(200);
  const again = await imported(file);
  expect(again.counts).toMatchObject({ created: 0, matched: 3, refused: 0 });
  await undone(again.id);
  expect((await booked()).length).toBe(2);
  await undone(one.id);
  expect((await booked()).map(({ id }: { id: string }) => id)).toEqual([moved.id]);

  const fresh = await imported(fileOf("C1,08/04/2027,10:00,Mina Okafor,,Cut,Anna,,,,"));
  await undone(fresh.id);
  expect((await booked()).length).toBe(1);
  expect(await traces()).toMatchObject({ rows: before?.rows, appointments: 1, items: 1 });
  const entries = (await owner("GET", "/audit-log?entity=appointment&limit=100")).body.data.items;
  expect(entries.filter(({ action }: { action: string }) => action === "deleted").length).toBe(2);
});

test("clients get reminders and notifications of later changes of an imported appointment, but no notification of the booking", async () => {
  const before = await traces();
  await imported(fileOf("A1,05/04/2027,10:00,Lena Maria Vogt,,Cut,Anna,,,,"));
  expect(await traces()).toMatchObject({ emails: before?.emails, notified: (before?.notified ?? 0) + 1 });
});

test("the import never books over an appointment that was booked, or time that was taken, after the preview", async () => {
  const { id, targets } = await uploadedFile(
    owner,
    fileOf("A1,05/04/2027,10:00,Mina Okafor,,Cut,Anna,,,,", "A2,05/04/2027,12:00,Ben Okafor,,Cut,Anna,,,,"),
    "calendar.csv",
    "appointments",
  );
  const mapped = await owner("PUT", `/imports/${id}/mapping`, { targets });
  expect(mapped.body.data.counts).toMatchObject({ created: 2 });
  const block = { location_id: open.salon.locationId, staff_id: open.salon.anna };
  const span = { starts_at: "2027-04-05T10:10:00+02:00", ends_at: "2027-04-05T10:20:00+02:00" };
  expect((await owner("POST", "/blocks", { ...block, ...span })).status).toBe(200);
  await owner("POST", `/imports/${id}/run`);
  await workOnImports(open);
  expect(await rowsOf(id)).toMatchObject([
    { outcome: "refused", problems: [{ code: "time_taken" }], appointment_id: null },
    { outcome: "created", problems: [] },
  ]);
  expect(await overlaps()).toBe(0);
});

test("a client is found by name and contact together, else by the only one that has either", async () => {
  const file = [
    "Start,Client,Email,Phone,Service,Staff,Location",
    "2027-04-05 10:00,ben OKAFOR,,0151 23456789,Cut,Anna,Lindenhof",
    "2027-04-05 12:00,Léna Vogt-Meier,LENA@example.com,,Cut,Anna,Lindenhof",
    "2027-04-05 14:00,Lena Maria Vogt,,,Massage,Ben,lindenhof",
    "2027-04-05 16:00,Lena Maria Vogt,,0151 23456789,Cut,Anna,Lindenhof",
    "2027-04-05 16:00,,,,Cut,Anna,Lindenhof",
    "2027-04-05 16:00,Ben Okafor,,,Cut,,",
    "2027-04-05 16:00,Ben Okafor,,,,Anna,Elsewhere",
    "2027-04-05T08:00:00Z,Ben Okafor,,,Colour,Ben,",
  ].join("\n");
  const { id } = await imported(file);
  const problemsOf = (each: { problems: { code: string }[] }) => each.problems.map(({ code }) => code);
  expect((await rowsOf(id)).map(problemsOf)).toEqual([
    ...[[], [], [], ["several_clients"], ["no_client"], ["no_staff"]],
    ...[["unknown_location", "no_service"], []],
  ]);
  const names = new Map(
    (await owner("GET", "/clients?limit=100")).body.data.items.map(
      (client: { id: string; first_name: string }) => [client.id, client.first_name],
    ),
  );
  const of = (each: { client_id: string; starts_at: string }) => [names.get(each.client_id), each.starts_at];
  expect((await booked()).map(of).toSorted()).toEqual([
    ["Ben", "2027-04-05T10:00:00+02:00"],
    ["Ben", "2027-04-05T10:00:00+02:00"],
    ["Lena Maria", "2027-04-05T12:00:00+02:00"],
    ["Lena Maria", "2027-04-05T14:00:00+02:00"],
  ]);
});

test("erasing a client clears the cells of the rows that are about the client", async () => {
  const { id } = await imported(
    fileOf(
      "A1,05/04/2027,10:00,Lena Maria Vogt,,Cut,Anna,,,,",
      "A2,05/04/2027,10:15,Lena Maria Vogt,,Cut,Anna,,,,",
    ),
  );
  expect((await rowsOf(id)).map(({ cells }: { cells: unknown }) => cells === null)).toEqual([true, false]);
  const [lena] = (await owner("GET", "/clients?q=lena")).body.data.items;
  const erased = await owner("POST", `/clients/${lena.id}/erase`);
  expect(erased.status, erased.text).toBeLessThan(300);
  expect((await rowsOf(id)).map(({ cells }: { cells: unknown }) => cells)).toEqual([null, null]);
});

test("columns of appointments need a client, a service and one start", async () => {
  const { id } = await uploadedFile(owner, "A,B,C,D\n1,2,3,4\n", "calendar.csv", "appointments");
  const map = (...targets: (string | null)[]) => owner("PUT", `/imports/${id}/mapping`, { targets });
  expect(fieldsIn(await map("client_name", "service", null, null))).toEqual([422, "/targets"]);
  expect(fieldsIn(await map("client_name", "service", "date", null))).toEqual([422, "/targets"]);
  expect(fieldsIn(await map("client_name", "service", "date", "starts_at"))).toEqual([422, "/targets"]);
  expect(fieldsIn(await map(null, "service", "date", "time"))).toEqual([422, "/targets"]);
  expect(fieldsIn(await map("name", "service", "date", "time"))).toEqual([422, "/targets/0"]);
  expect((await map("client_name", "service", "date", "time")).status).toBe(200);
});

test("no import ever books a staff member twice, whatever the file contains", async () => {
  const row = fc.record({
    day: fc.integer({ min: 5, max: 7 }),
    minute: fc.integer({ min: 0, max: 20 }),
    minutes: fc.constantFrom("", "15", "45", "120"),
    service: fc.constantFrom("Cut", "Colour", "Massage"),
    staff: fc.constantFrom("Anna", "Ben"),
    client: fc.constantFrom("Mina Okafor", "Ben Okafor", "Lena Maria Vogt"),
  });
  const lines = fc.array(row, { minLength: 100, maxLength: 130 });
  await fc.assert(
    fc.asyncProperty(lines, async (rows) => {
      const text = rows.map(({ day, minute, minutes, service, staff, client }) => {
        const time = `${10 + Math.floor(minute / 4)}:${String((minute % 4) * 15).padStart(2, "0")}`;
        return `,0${day}/04/2027,${time},${client},,${service},${staff},${minutes},,,`;
      });
      const { id, targets } = await uploadedFile(owner, fileOf(...text), "calendar.csv", "appointments");
      const { counts } = (await owner("PUT", `/imports/${id}/mapping`, { targets })).body.data;
      await owner("POST", `/imports/${id}/run`);
      await Promise.all([workOnImports(open), workOnImports(open)]);
      expect(await overlaps()).toBe(0);
      expect((await owner("GET", `/imports/${id}`)).body.data.counts).toEqual(counts);
      expect((await booked()).length).toBe(counts.created);
      await undone(id);
      expect(await booked()).toEqual([]);
    }),
    { numRuns: isFullRun ? 10 : 2 },
  );
});

test("thousands of appointments are imported within a minute by two workers, and none twice", {
  timeout: 300_000,
}, async () => {
  const count = isFullRun ? 5_000 : 150;
  const rows = Array.from({ length: count }, (_, index) => {
    const slot = Math.floor(index / 2);
    const at = new Date(Date.UTC(2027, 3, 5 + Math.floor(slot / 12), 8 + (slot % 12)));
    const [date, time] = at.toISOString().slice(0, 16).split("T");
    return `R${index},${date},${time},Mina Okafor,,Cut,${index % 2 === 0 ? "Anna" : "Ben"},,,Confirmed,`;
  });
  const { id, targets } = await uploadedFile(owner, fileOf(...rows), "calendar.csv", "appointments");
  const before = performance.now();
  const mapped = await owner("PUT", `/imports/${id}/mapping`, { targets });
  expect(mapped.body.data.counts).toMatchObject({ created: count, refused: 0 });
  await owner("POST", `/imports/${id}/run`);
  await Promise.all([workOnImports(open), workOnImports(open)]);
  expect(performance.now() - before).toBeLessThan(60_000);
  const ended = (await owner("GET", `/imports/${id}`)).body.data;
  expect(ended).toMatchObject({ status: "completed", done_count: count, counts: { created: count } });
  expect(await overlaps()).toBe(0);
  await undone(id);
  expect(await traces()).toMatchObject({ rows: 0, appointments: 0, items: 0, claims: 0, notified: 0 });
});
