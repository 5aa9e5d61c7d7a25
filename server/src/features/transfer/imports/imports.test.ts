import { beforeEach, describe, expect, test } from "vitest";
import { freshaClients, squareClients } from "../../../../test/fixtures/dirtyClients.ts";
import { importedFile, uploadedFile, workOnImports } from "../../../../test/fixtures/importedFile.ts";
import { fieldsIn, type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { isFullRun } from "../../../../test/fullRun.ts";

let open: TestApp;
let owner: MemberCall;
const MONDAY_AT = Date.UTC(2027, 2, 1, 6);
const HOUR = 3_600_000;
const first = await testApp();
beforeEach(async () => {
  first.clock.set(MONDAY_AT);
  open = await testApp({ beside: first });
  owner = await signedInMember(open, "owner");
});

const FRESHA =
  "Client ID,First Name,Last Name,Email,Mobile Number,Telephone,Gender,Date of Birth,City,Note,Blocked,Added";

const BRITISH = { phone_country: "GB" };

const clientsNamed = async (q: string) =>
  (await open.call("GET", `/clients?q=${encodeURIComponent(q)}`)).body.data.items;
const clientCount = async () =>
  (
    await sql(open.database)<{ count: number }>`
    select count(*) as count from clients where business_id = ${open.salon.businessId}`
  )[0]?.count ?? 0;
const traces = async () =>
  (
    await sql(open.database)<{ events: number; emails: number; rows: number; notes: number }>`
  select
  (select count(*) from events where business_id = ${open.salon.businessId}) as events,
  (select count(*) from emails where business_id = ${open.salon.businessId}) as emails,
  (select count(*) from import_rows where business_id = ${open.salon.businessId}) as rows,
  (select count(*) from client_notes where business_id = ${open.salon.businessId}) as notes`
  )[0];

describe("a file of Fresha", () => {
  const file = [
    FRESHA,
    "1,  Zoë ,O'Neil  Smith,zoe@example.com,447400123456,,Female,03/04/1990,Leeds,Likes tea,No,2020-01-01",
    "2,=cmd|' /C calc'!A0,💇 Emoji,,07400 123457,+44 20 7946 0000,,,,,Oui,",
    "3,,,,447400123458,,,,,,,",
    "4,Ben,Family,,+44 7400 123456,,,,,,,",
    "5,Ann,Wrong,not an address,4.47401E+11,,,,,,,",
    "6,,,,,,,,York,,,",
    "7,zoe,o'neil smith,,+44 (0)7400 123456,,,,,,,",
  ].join("\r\n");

  test("becomes clients, with what cannot be read reported, and without events and e-mails", async () => {
    const before = await traces();
    const ended = await importedFile(open, owner, file, BRITISH);
    expect(ended).toMatchObject({
      preset: "fresha",
      encoding: "utf-8",
      row_count: 7,
      done_count: 7,
      counts: { created: 5, matched: 1, refused: 1, with_problems: 2 },
    });
    const [zoe] = await clientsNamed("zoe smith");
    expect(zoe).toMatchObject({
      first_name: "Zoë",
      last_name: "O'Neil Smith",
      email: "zoe@example.com",
      phone_e164: "+447400123456",
      online_booking_blocked_at: null,
    });
    const notes = await owner("GET", `/clients/${zoe.id}/notes`);
    expect(notes.body.data.items).toMatchObject([{ text: "Likes tea" }]);
    const [formula] = await clientsNamed("emoji");
    expect(formula).toMatchObject({ first_name: "=cmd|' /C calc'!A0", last_name: "💇 Emoji" });
    expect(formula.online_booking_blocked_at).not.toBe(null);
    expect((await clientsNamed("7400123458"))[0].first_name).toBe("+447400123458");
    expect((await clientsNamed("family"))[0].phone_e164).toBe("+447400123456");
    expect((await clientsNamed("wrong"))[0]).toMatchObject({ email: null, phone_e164: null });
    expect(await traces()).toMatchObject({ events: before?.events, emails: before?.emails });

    const rows = (await owner("GET", `/imports/${ended.id}/rows`)).body.data.items;
    expect(rows).toMatchObject([
      { cells: null, name: "Zoë O'Neil Smith", phone_e164: "+447400123456", client_id: zoe.id },
      { outcome: "created", problems: [] },
      { outcome: "created" },
      { outcome: "created" },
      {
        outcome: "created",
        cells: expect.any(Array),
        problems: [{ code: "not_an_email" }, { code: "rounded" }],
      },
      { outcome: "refused", client_id: null, problems: [{ column: null, code: "no_contact_data" }] },
      { outcome: "matched", client_id: zoe.id },
    ]);
    const errors = await owner("GET", `/imports/${ended.id}/errors`);
    const [, ...lines] = errors.text.replace("\ufeff", "").trimEnd().split("\r\n");
    expect(lines).toEqual([
      "5,Ann,Wrong,not an address,4.47401E+11,,,,,,,,Email: must be an e-mail address; Mobile Number: was rounded by a spreadsheet program: export the file again with all digits",
      "6,,,,,,,,York,,,,must have a name or contact details",
    ]);
  });

  test("that is imported twice creates no client twice, and undoing it leaves only the audit log", async () => {
    const before = { clients: await clientCount(), ...(await traces()) };
    const { id } = await importedFile(open, owner, file, BRITISH);
    const again = await importedFile(open, owner, file, BRITISH);
    expect(again.counts).toMatchObject({ created: 0, matched: 6, refused: 1 });
    for (const each of [id, again.id]) {
      const undone = await owner("POST", `/imports/${each}/undo`);
      expect(undone.body.data, undone.text).toMatchObject({ status: "undoing", done_count: 0 });
      await workOnImports(open);
      expect((await owner("GET", `/imports/${each}`)).status).toBe(404);
    }
    expect({ clients: await clientCount(), ...(await traces()) }).toEqual(before);
    const entries = (await owner("GET", "/audit-log?entity=client&limit=100")).body.data.items;
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action === "created").length).toBe(6);
    expect(actions.filter((action: string) => action === "deleted").length).toBe(5);
  });

  test("whose clients were changed or booked is undone but for them, and no later than a day after", async () => {
    const { id } = await importedFile(open, owner, file, BRITISH);
    const [ben] = await clientsNamed("family");
    const [ann] = await clientsNamed("wrong");
    expect((await open.call("PATCH", `/clients/${ann.id}`, { alert: "Nuts" })).status).toBe(200);
    const booked = await open.book("2027-03-01T10:00:00+01:00", open.salon.cut, open.salon.anna, {
      client_id: ben.id,
    });
    expect(booked.status).toBe(201);
    const before = await clientCount();
    first.clock.set(MONDAY_AT + 24 * HOUR);
    const late = await owner("POST", `/imports/${id}/undo`);
    expect([late.status, late.body.code]).toEqual([409, "invalid_transition"]);
    first.clock.set(MONDAY_AT + 24 * HOUR - 1);
    expect((await owner("POST", `/imports/${id}/undo`)).status).toBe(200);
    await workOnImports(open);
    expect(await clientCount()).toBe(before - 3);
    for (const kept of [ben, ann]) expect((await open.call("GET", `/clients/${kept.id}`)).status).toBe(200);
    expect(await clientsNamed("zoe smith")).toEqual([]);
    expect((await owner("GET", `/imports/${id}`)).status).toBe(404);
  });
});

test("a file of Square with dirty values creates each client once, however often it is imported", async () => {
  const header =
    "Square Customer ID,Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Birthday,Memo,Email Subscription Status,Creation Source";
  const file = [
    header,
    "SQ1,,  Ada ,Lovelace,ADA@example.com,'+44 7400 123461,,,1990-12-10,Likes tea,subscribed,Directory",
    "SQ2,,Ada,Lovelace,ada@example.com,,,,,,,Merge",
    'SQ3,,,,,"+44 (0)7400-123462",,,,,,',
    "SQ4,,Grace,Hopper,grace(at)example.com,0000,,,32/13/1990,,unsubscribed,",
    "SQ5,,,,,,,ACME,,,,",
    'SQ6,,"O""Brien, Pat",,pat@example.com ,,,,,"Two\nlines",,',
  ].join("\n");
  const before = await clientCount();
  const ended = await importedFile(open, owner, `\ufeff${file}`, BRITISH);
  expect(ended).toMatchObject({
    preset: "square",
    counts: { created: 4, matched: 1, refused: 1, with_problems: 2 },
  });
  for (const again of [file, file.replaceAll("\n", "\r\n")])
    expect((await importedFile(open, owner, again, BRITISH)).counts).toMatchObject({
      created: 0,
      matched: 5,
      refused: 1,
    });
  expect(await clientCount()).toBe(before + 4);
});

describe("assigning columns", () => {
  test("previews every row without importing any, again after another choice", async () => {
    const file = "Kunde;Geburtstag;Handy;Rest\nJürgen Müller;03/04/1990;0151 23456789;x\n;;;nothing\n";
    const before = await clientCount();
    const uploaded = await uploadedFile(owner, Buffer.from(file, "latin1"), "Kunden.csv");
    expect(uploaded).toMatchObject({
      status: "uploaded",
      file_name: "Kunden.csv",
      encoding: "windows-1252",
      separator: ";",
      columns: ["Kunde", "Geburtstag", "Handy", "Rest"],
      targets: [null, null, "phone", null],
      counts: { created: 0, matched: 0, refused: 0, with_problems: 0 },
    });
    const path = `/imports/${uploaded.id}`;
    const early = await owner("POST", `${path}/run`);
    expect([early.status, early.body.code]).toEqual([409, "invalid_transition"]);
    const map = (targets: unknown, more: object = {}) =>
      owner("PUT", `${path}/mapping`, { targets, ...more });
    expect(fieldsIn(await map([null, null, "phone"]))).toEqual([422, "/targets"]);
    expect(fieldsIn(await map([null, null, null, "note"]))).toEqual([422, "/targets"]);
    expect(fieldsIn(await map(["phone", null, "phone", "shoe_size"]))).toEqual([
      422,
      "/targets/2",
      "/targets/3",
    ]);
    const mapped = await map(["full_name", "patch_test_at", "phone", "note"]);
    expect(mapped.body.data).toMatchObject({ status: "ready", counts: { created: 1, refused: 1 } });
    const rows = async (query = "") => (await owner("GET", `${path}/rows${query}`)).body.data.items;
    expect(await rows()).toMatchObject([
      {
        row_number: 1,
        outcome: "created",
        name: "Jürgen Müller",
        phone_e164: "+4915123456789",
        client_id: null,
      },
      { row_number: 2, outcome: "refused", name: null },
    ]);
    expect(await rows("?outcome=refused")).toMatchObject([{ row_number: 2 }]);
    expect(await clientCount()).toBe(before);
    const wrong = await map(["full_name", "email", "phone", null], { phone_country: "GB" });
    expect(wrong.body.data.counts).toMatchObject({ with_problems: 2 });
    expect(await rows("?with_problems=true")).toMatchObject([
      {
        row_number: 1,
        problems: [
          { column: "Geburtstag", message: "must be an e-mail address" },
          { column: "Handy", message: "must be a phone number, such as +49 30 901820" },
        ],
      },
      { row_number: 2 },
    ]);
  });

  test("answers client fields of the business by their type", async () => {
    const field = async (label: string, type: string, options?: string[]) =>
      (await owner("POST", "/client-fields", { label, type, ...(options && { options }) })).body.data.id;
    const [birthday, milk, vip] = [
      await field("Date of birth", "date"),
      await field("Milk", "choice", ["Oat", "Cow"]),
      await field("VIP", "yes_no"),
    ];
    await importedFile(
      open,
      owner,
      "First name,Date of Birth,Milk,VIP\nMina,4/25/1990,oat,yes\nNora,12/03/1990,soy,maybe\n",
    );
    expect((await clientsNamed("mina"))[0].custom_fields).toEqual({
      [birthday]: "1990-04-25",
      [milk]: "Oat",
      [vip]: true,
    });
    expect((await clientsNamed("nora"))[0].custom_fields).toEqual({ [birthday]: "1990-12-03" });
  });
});

test("an id of another program finds a client only with the name, and never a deleted one", async () => {
  await importedFile(open, owner, "ID,Name,Email\n1,Mina Okafor,mina@example.com\n");
  const other = await importedFile(open, owner, "ID,Name\n1,Nora Lind\n1,Nora Lind\n");
  expect(other.counts).toMatchObject({ created: 1, matched: 1 });
  const again = await importedFile(open, owner, "ID,Name,Email\n1,Mina Okafor,new@example.com\n");
  expect(again.counts).toMatchObject({ created: 0, matched: 1 });
  const [mina] = await clientsNamed("okafor");
  expect((await open.call("DELETE", `/clients/${mina.id}`)).status).toBe(200);
  const back = await importedFile(open, owner, "ID,Name,Email\n1,Mina Okafor,mina@example.com\n");
  expect(back.counts).toMatchObject({ created: 1, matched: 0 });
});

test("the cells of a finished import are emptied after a day, and a file that is never run is deleted after a week", async () => {
  const { id } = await importedFile(open, owner, "Name,Email\nMina,wrong\n");
  const unused = await uploadedFile(owner, "Name\nNora\n");
  const cellsOf = async (each: string) =>
    (await owner("GET", `/imports/${each}/rows`)).body.data.items[0]?.cells;
  expect(await cellsOf(id)).toEqual(["Mina", "wrong"]);
  const { importJobs } = await import("./jobs.ts");
  const tidy = importJobs(open)[1];
  first.clock.set(MONDAY_AT + 25 * HOUR);
  await tidy?.run(new AbortController().signal);
  expect(await cellsOf(id)).toBe(null);
  expect(await cellsOf(unused.id)).toEqual(["Nora"]);
  first.clock.set(MONDAY_AT + 8 * 24 * HOUR);
  await tidy?.run(new AbortController().signal);
  expect((await owner("GET", `/imports/${unused.id}`)).status).toBe(404);
  expect((await owner("GET", "/imports")).body.data.items).toMatchObject([{ id }]);
});

const TEXTS = {
  utf16: (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"),
  utf8: (text: string) => Buffer.from(text.replaceAll("\n", "\r\n")),
  // Files without emojis contain only characters that have the same bytes in Latin 1 and Windows-1252.
  windows: (text: string) => Buffer.from(text, "latin1"),
} as const;

test.each([
  { preset: "fresha", fileOf: freshaClients, encoding: "utf-16le", first: TEXTS.utf16, hasEmojis: true },
  {
    preset: "square",
    fileOf: squareClients,
    encoding: "windows-1252",
    first: TEXTS.windows,
    hasEmojis: false,
  },
])(
  "a dirty file of $preset with thousands of rows is imported by two workers, twice without doubles, and undone",
  { timeout: 600_000 },
  async ({ preset, fileOf, encoding, first: encoded, hasEmojis }) => {
    const count = isFullRun ? 10_000 : 300;
    const { text, repeats } = fileOf(count, hasEmojis);
    const before = { clients: await clientCount(), ...(await traces()) };
    const importOf = async (file: Buffer) => {
      const { id, targets } = await uploadedFile(owner, file);
      const mapping = { targets, ...BRITISH };
      const { counts } = (await owner("PUT", `/imports/${id}/mapping`, mapping)).body.data;
      await owner("POST", `/imports/${id}/run`);
      await Promise.all([workOnImports(open), workOnImports(open)]);
      const ended = (await owner("GET", `/imports/${id}`)).body.data;
      expect(ended).toMatchObject({ status: "completed", preset, done_count: count, counts });
      return ended;
    };
    const once = await importOf(encoded(text));
    expect(once).toMatchObject({
      encoding,
      counts: { created: count - repeats, matched: repeats, refused: 0 },
    });
    expect(await clientCount()).toBe(before.clients + count - repeats);
    const [one] = await clientsNamed("zoë00102");
    expect(one).toMatchObject({ first_name: "Zoë00102", last_name: "Müller", phone_e164: "+447400100102" });
    const again = await importOf(TEXTS.utf8(text));
    expect(again.counts).toMatchObject({ created: 0, matched: count, refused: 0 });

    for (const { id } of [once, again]) {
      await owner("POST", `/imports/${id}/undo`);
      await Promise.all([workOnImports(open), workOnImports(open)]);
    }
    expect({ clients: await clientCount(), ...(await traces()) }).toEqual(before);
  },
);
