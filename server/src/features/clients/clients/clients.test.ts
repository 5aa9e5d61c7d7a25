import type { InjectOptions } from "fastify";
import { describe, expect, test } from "vitest";
import { type BusinessWithKey, businessWithApiKey } from "../../../../test/fixtures/businessWithApiKey.ts";
import { testDatabase } from "../../../../test/fixtures/database.ts";
import { serverWith } from "../../../../test/fixtures/serverWith.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { settableClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import { insertInto, pick, updateRow } from "../../../platform/database/index.ts";
import { publishedBodies } from "../../../platform/outbox/table.ts";
import { clientFields } from "../../../tables/business.ts";
import { clients } from "../../../tables/clients.ts";
import { clientAppointments } from "../../scheduling/appointments/index.ts";
import { clientRoutes, lockClientAgainstDeletion } from "./index.ts";

const NOW = Date.UTC(2027, 2, 29, 7, 30);
const clock = settableClock(NOW);

const database = await testDatabase({ clock });
const context = { database, clock };
const app = await serverWith(
  context,
  clientRoutes(context, { cancelAppointments: clientAppointments.cancelUpcoming }),
);
const salon = await businessWithApiKey(database);
const other = await businessWithApiKey(database);

interface Asked {
  readonly method?: "GET" | "POST" | "PATCH";
  readonly path?: string;
  readonly body?: unknown;
  readonly business?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

async function ask({ method = "GET", path = "", body, business, key, headers }: Asked) {
  const options: InjectOptions = {
    method,
    url: `/api/v1/businesses/${business ?? salon.businessId}/clients${path}`,
    headers: {
      authorization: `Bearer ${key ?? salon.key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  };
  const answer = await app.inject(options);
  return { status: answer.statusCode, text: answer.body, headers: answer.headers, ...answer.json() };
}
const create = (body: unknown) => ask({ method: "POST", body });
const change = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  ask({ method: "PATCH", path: `/${id}`, body, headers });
const read = (id: string) => ask({ path: `/${id}` });
const paths = (answer: { details?: { fields: { path: string }[] } }) =>
  answer.details?.fields.map((field) => field.path).sort();
const events = (clientId: string) => sql(database)<{
  type: string;
  body_full: string | null;
  body_ids: string;
}>`
  select type, body_full, body_ids from events join ${publishedBodies} as bodies using (business_id, id) where body_ids like '%' || ${clientId} || '%'
  order by created_at, id`;

const insertField = insertInto("test_insert_client_field", clientFields);
async function field(
  type: "text" | "choice" | "yes_no" | "date",
  options: string[] = [],
  archivedAt: number | null = null,
): Promise<string> {
  const id = newId();
  await database.query(insertField, {
    business_id: salon.businessId,
    id,
    label: "Field",
    type,
    options,
    required: true,
    position: 1,
    created_at: NOW,
    updated_at: NOW,
    archived_at: archivedAt,
  });
  return id;
}

const ANNA = {
  first_name: "Anna",
  last_name: "Müller",
  email: "anna@example.com",
  phone_e164: "+4917612345678",
};

describe("POST /clients", () => {
  test("creates a client from a first name alone", async () => {
    const answer = await create({ first_name: "  Cher " });
    expect(answer.status).toBe(201);
    expect(answer.headers.etag).toBe('"1"');
    expect(answer.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      first_name: "Cher",
      last_name: null,
      email: null,
      phone_e164: null,
      alert: null,
      custom_fields: {},
      online_booking_blocked_at: null,
      patch_test_at: null,
      first_visit_at: null,
      last_visit_at: null,
      next_visit_at: null,
      visit_count: 0,
      no_show_count: 0,
      version: 1,
      created_at: "2027-03-29T07:30:00Z",
      updated_at: "2027-03-29T07:30:00Z",
    });
    expect((await read(answer.data.id)).data).toEqual(answer.data);
  });

  test("stores every field at its maximum length", async () => {
    const text = await field("text");
    const body = {
      first_name: "😀".repeat(120),
      last_name: "é".repeat(120),
      email: "Anna.MÜLLER+salon@Example.co.uk",
      phone_e164: "+123456789012345",
      alert: "ß".repeat(200),
      custom_fields: { [text]: "a".repeat(500) },
      online_booking_blocked: true,
      patch_test_at: "2030-02-28",
    };
    const answer = await create(body);
    expect(answer.status).toBe(201);
    const { online_booking_blocked: _, ...stored } = body;
    expect(answer.data).toMatchObject({ ...stored, online_booking_blocked_at: "2027-03-29T07:30:00Z" });
    expect((await read(answer.data.id)).data).toEqual(answer.data);
  });

  test("stores null and empty text as null", async () => {
    const answer = await create({
      ...ANNA,
      last_name: " ",
      email: null,
      alert: "",
      phone_e164: null,
      patch_test_at: null,
    });
    expect(answer.data).toMatchObject({ last_name: null, email: null, alert: null, phone_e164: null });
    expect(answer.status).toBe(201);
    expect((await read(answer.data.id)).data).toEqual(answer.data);
  });

  test("emits client.created once, with the record as GET answers it", async () => {
    const { data } = await create(ANNA);
    const written = await events(data.id);
    expect(written.map((event) => event.type)).toEqual(["client.created"]);
    expect(JSON.parse(String(written[0]?.body_full))).toEqual({
      id: expect.any(String),
      type: "client.created",
      created_at: "2027-03-29T07:30:00Z",
      business_id: salon.businessId,
      data,
    });
    expect(JSON.parse(String(written[0]?.body_ids)).data).toEqual({ id: data.id });
  });

  test("stores no full event body for a business with webhook_payload ids_only", async () => {
    const spa = await businessWithApiKey(database, { type: "med_spa", webhookPayload: "ids_only" });
    const { data } = await ask({ method: "POST", body: ANNA, business: spa.businessId, key: spa.key });
    const [written] = await events(data.id);
    expect(written?.body_full).toBeNull();
    expect(written?.body_ids).not.toContain("Anna");
  });

  test.each([
    ["no first name", { last_name: "Müller" }, "/first_name"],
    ["an empty first name", { first_name: "  " }, "/first_name"],
    ["a first name of null", { first_name: null }, "/first_name"],
    ["a first name that is too long", { first_name: "a".repeat(121) }, "/first_name"],
    ["a first name that is a number", { first_name: 7 }, "/first_name"],
    ["a last name that is too long", { first_name: "A", last_name: "😀".repeat(121) }, "/last_name"],
    ["an e-mail without a domain", { first_name: "A", email: "anna@" }, "/email"],
    ["an empty e-mail", { first_name: "A", email: "" }, "/email"],
    ["a phone with brackets", { first_name: "A", phone_e164: "+44(0)2079460000" }, "/phone_e164"],
    ["a phone without a plus", { first_name: "A", phone_e164: "4917612345678" }, "/phone_e164"],
    ["a phone that begins with zero", { first_name: "A", phone_e164: "+0176" }, "/phone_e164"],
    ["a phone with a newline", { first_name: "A", phone_e164: "+4917\n" }, "/phone_e164"],
    ["a phone that is too long", { first_name: "A", phone_e164: "+1234567890123456" }, "/phone_e164"],
    ["an alert that is too long", { first_name: "A", alert: "a".repeat(201) }, "/alert"],
    ["custom fields of null", { first_name: "A", custom_fields: null }, "/custom_fields"],
    ["custom fields as a list", { first_name: "A", custom_fields: [] }, "/custom_fields"],
    [
      "a block that is a string",
      { first_name: "A", online_booking_blocked: "true" },
      "/online_booking_blocked",
    ],
    [
      "a patch test that is a date-time",
      { first_name: "A", patch_test_at: "2027-03-01T00:00:00Z" },
      "/patch_test_at",
    ],
    ["a patch test that does not exist", { first_name: "A", patch_test_at: "2027-02-29" }, "/patch_test_at"],
    ["an unknown field", { first_name: "A", nickname: "Annie" }, "/nickname"],
    ["a read-only field", { first_name: "A", online_booking_blocked_at: null }, "/online_booking_blocked_at"],
    ["NUL in a name", { first_name: "A\0" }, "/first_name"],
    ["a lone surrogate", { first_name: "A", alert: "\ud83d" }, "/alert"],
  ])("refuses %s", async (_, body, path) => {
    const answer = await create(body);
    expect(answer).toMatchObject({ status: 422, success: false, code: "validation_failed" });
    expect(paths(answer)).toEqual([path]);
  });
});

describe("custom fields", () => {
  test("each type accepts only answers of its type", async () => {
    const text = await field("text");
    const choice = await field("choice", ["Oat", "Cow"]);
    const yesNo = await field("yes_no");
    const date = await field("date");
    const good = { [text]: " wide awake ", [choice]: "Oat", [yesNo]: false, [date]: "2027-01-31" };
    const created = await create({ first_name: "Anna", custom_fields: good });
    expect(created.data.custom_fields).toEqual({ ...good, [text]: "wide awake" });

    const archived = await field("text", [], NOW);
    const unknown = newId();
    const bad = {
      [text]: "a".repeat(501),
      [choice]: "oat",
      [yesNo]: "yes",
      [date]: "2027-02-30",
      [archived]: "x",
      [unknown]: null,
      "a/b~c": "x",
      __proto: "x",
    };
    const refused = await create({ first_name: "Anna", custom_fields: bad });
    expect(refused.status).toBe(422);
    expect(paths(refused)).toEqual(
      [text, choice, yesNo, date, archived, unknown, "a~1b~0c", "__proto"]
        .map((key) => `/custom_fields/${key}`)
        .sort(),
    );
    expect(await create({ first_name: "Anna", custom_fields: { [text]: true } })).toMatchObject({
      status: 422,
    });
    expect(await create({ first_name: "Anna", custom_fields: { [choice]: true } })).toMatchObject({
      status: 422,
    });
    expect(paths(await create({ first_name: "Anna", custom_fields: { [text]: 5 } }))).toEqual([
      `/custom_fields/${text}`,
    ]);
  });

  test("a field of another business is unknown", async () => {
    const text = await field("text");
    const answer = await ask({
      method: "POST",
      business: other.businessId,
      key: other.key,
      body: { first_name: "Anna", custom_fields: { [text]: "x" } },
    });
    expect(paths(answer)).toEqual([`/custom_fields/${text}`]);
  });

  test("the keys __proto__ and constructor are refused as unknown fields", async () => {
    const answer = await app.inject({
      method: "POST",
      url: `/api/v1/businesses/${salon.businessId}/clients`,
      headers: { authorization: `Bearer ${salon.key}`, "content-type": "application/json" },
      payload: '{"first_name":"Anna","custom_fields":{"__proto__":"x","constructor":"y"}}',
    });
    expect(answer.statusCode).toBe(422);
    expect(paths(answer.json())).toEqual(["/custom_fields/__proto__", "/custom_fields/constructor"]);
  });

  test("changes are merged by field, and null and empty text clear an answer", async () => {
    const [kept, cleared, emptied, replaced] = [
      await field("text"),
      await field("text"),
      await field("text"),
      await field("text"),
    ];
    const { data } = await create({
      first_name: "Anna",
      custom_fields: { [kept]: "a", [cleared]: "b", [emptied]: "c", [replaced]: "d" },
    });
    const answer = await change(data.id, {
      custom_fields: { [cleared]: null, [emptied]: " ", [replaced.toUpperCase()]: "e" },
    });
    expect(answer.data).toMatchObject({ version: 2, custom_fields: { [kept]: "a", [replaced]: "e" } });
    expect(Object.keys(answer.data.custom_fields)).toHaveLength(2);
    expect((await read(data.id)).data).toEqual(answer.data);
    const same = await change(data.id, { custom_fields: { [kept]: " a ", [cleared]: null } });
    expect(same.data.version).toBe(2);
    expect((await change(data.id, { custom_fields: {} })).data.version).toBe(2);
  });

  test("answers to archived fields are stored but not shown", async () => {
    const text = await field("text");
    const { data } = await create({ first_name: "Anna", custom_fields: { [text]: "x" } });
    const archive = updateRow(
      "test_archive_client_field",
      clientFields,
      pick(clientFields.columns, "archived_at"),
    );
    const key = { business_id: salon.businessId, id: text };
    await database.query(archive, { ...key, archived_at: NOW });
    expect((await read(data.id)).data.custom_fields).toEqual({});
    const changed = await change(data.id, { first_name: "Anne" });
    expect(changed.data.custom_fields).toEqual({});
    await database.query(archive, { ...key, archived_at: null });
    expect((await read(data.id)).data.custom_fields).toEqual({ [text]: "x" });
  });
});

describe("PATCH /clients/{id}", () => {
  test("keeps absent fields, clears fields sent as null, and names the changed fields in the event", async () => {
    const { data } = await create({
      ...ANNA,
      alert: "Nuts",
      online_booking_blocked: true,
      patch_test_at: "2027-03-01",
    });
    clock.set(NOW + 60_000);
    const answer = await change(data.id, { last_name: null, alert: " Nuts ", email: "anna@neu.example" });
    clock.set(NOW);
    expect(answer.status).toBe(200);
    expect(answer.headers.etag).toBe('"2"');
    expect(answer.data).toEqual({
      ...data,
      last_name: null,
      email: "anna@neu.example",
      version: 2,
      updated_at: "2027-03-29T07:31:00Z",
    });
    expect((await read(data.id)).data).toEqual(answer.data);
    const written = await events(data.id);
    expect(written.map((event) => event.type)).toEqual(["client.created", "client.updated"]);
    expect(JSON.parse(String(written[1]?.body_full))).toMatchObject({
      changed: ["last_name", "email"],
      data: answer.data,
    });
    expect(JSON.parse(String(written[1]?.body_ids))).not.toHaveProperty("changed");
  });

  test("keeps the version and emits nothing when no field differs", async () => {
    const { data } = await create({ ...ANNA, online_booking_blocked: true, patch_test_at: "2027-03-01" });
    clock.set(NOW + 60_000);
    for (const body of [
      {},
      ANNA,
      { online_booking_blocked: true, first_name: " Anna " },
      { patch_test_at: "2027-03-01" },
    ]) {
      const answer = await change(data.id, body);
      expect(answer.status).toBe(200);
      expect(answer.data).toEqual(data);
    }
    clock.set(NOW);
    expect(await events(data.id)).toHaveLength(1);
  });

  test("sets and clears the time since when the client is blocked from online booking", async () => {
    const { data } = await create(ANNA);
    const blocked = await change(data.id, { online_booking_blocked: true });
    expect(blocked.data.online_booking_blocked_at).toBe("2027-03-29T07:30:00Z");
    expect((await read(data.id)).data).toEqual(blocked.data);
    for (const off of [false, null]) {
      expect(
        (await change(data.id, { online_booking_blocked: off })).data.online_booking_blocked_at,
      ).toBeNull();
      await change(data.id, { online_booking_blocked: true });
    }
    const written = await events(data.id);
    expect(JSON.parse(String(written[1]?.body_full)).changed).toEqual(["online_booking_blocked_at"]);
  });

  test("answers 412 with the current version for a stale If-Match, before it checks the answers", async () => {
    const { data } = await create(ANNA);
    expect((await change(data.id, { alert: "A" }, { "if-match": '"1"' })).status).toBe(200);
    const stale = await change(
      data.id,
      { alert: "B", custom_fields: { [newId()]: "x" } },
      { "if-match": '"1"' },
    );
    expect(stale).toMatchObject({ status: 412, code: "version_mismatch", details: { version: 2 } });
    expect((await change(data.id, { alert: "B" }, { "if-match": "nonsense" })).status).toBe(412);
    expect((await change(data.id, { alert: "B" }, { "if-match": 'W/"2"' })).status).toBe(412);
    expect((await change(data.id, { alert: "A" }, { "if-match": '"1", "2"' })).status).toBe(200);
    expect((await change(data.id, { alert: "B" }, { "if-match": "*" })).status).toBe(200);
    expect((await change(newId(), { alert: "B" }, { "if-match": '"1"' })).status).toBe(404);
    expect((await read(data.id)).data).toMatchObject({ alert: "B", version: 3 });
  });

  test("a refused change stores nothing", async () => {
    const { data } = await create(ANNA);
    const refused = await change(data.id, { first_name: "Eva", custom_fields: { [newId()]: "x" } });
    expect(refused.status).toBe(422);
    for (const body of [
      { first_name: null },
      { phone_e164: "0176" },
      { id: newId() },
      { custom_fields: null },
      [],
    ])
      expect((await change(data.id, body)).status).toBe(422);
    expect((await read(data.id)).data).toEqual(data);
    expect(await events(data.id)).toHaveLength(1);
  });

  test("concurrent changes of different fields are all stored", async () => {
    const { data } = await create({ first_name: "Anna" });
    const changes = [
      { last_name: "Müller" },
      { email: "anna@example.com" },
      { alert: "Nuts" },
      { phone_e164: "+491761234" },
      { patch_test_at: "2027-03-01" },
      { online_booking_blocked: true },
    ];
    const answers = await Promise.all(changes.map((body) => change(data.id, body)));
    expect(answers.map((answer) => answer.data.version).sort()).toEqual([2, 3, 4, 5, 6, 7]);
    expect((await read(data.id)).data).toMatchObject({
      last_name: "Müller",
      email: "anna@example.com",
      alert: "Nuts",
      phone_e164: "+491761234",
      patch_test_at: "2027-03-01",
      online_booking_blocked_at: "2027-03-29T07:30:00Z",
      version: 7,
    });
  });

  test("of two concurrent changes with the same If-Match one answers 412", async () => {
    const { data } = await create(ANNA);
    const answers = await Promise.all(
      ["A", "B"].map((alert) => change(data.id, { alert }, { "if-match": '"1"' })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412]);
  });
});

describe("access", () => {
  test("a foreign, an unknown, a malformed and a deleted id answer the same 404", async () => {
    const foreign = await ask({ method: "POST", business: other.businessId, key: other.key, body: ANNA });
    const { data: deleted } = await create(ANNA);
    const remove = updateRow("test_delete_client", clients, pick(clients.columns, "deleted_at"));
    await database.query(remove, { business_id: salon.businessId, id: deleted.id, deleted_at: NOW });
    const ids = [foreign.data.id, newId(), "nonsense", deleted.id, `{${foreign.data.id}}`];
    for (const method of ["GET", "PATCH"] as const) {
      const answers = await Promise.all(
        ids.map((id) =>
          ask({ method, path: `/${id}`, ...(method === "PATCH" ? { body: { alert: "x" } } : {}) }),
        ),
      );
      for (const answer of answers) expect(answer.status).toBe(404);
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    }
    const businesses = [other.businessId, newId(), "nonsense"];
    const answers = await Promise.all(businesses.map((business) => ask({ business })));
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
  });

  test("reading requires clients:read and writing clients:write", async () => {
    const reader = await businessWithApiKey(database, { scopes: ["clients:read", "appointments:write"] });
    const writer = await businessWithApiKey(database, { scopes: ["clients:write"] });
    const of = (who: BusinessWithKey) => ({ business: who.businessId, key: who.key });
    const made = await ask({ ...of(writer), method: "POST", body: ANNA });
    expect(made.status).toBe(201);
    expect((await ask({ ...of(writer), method: "PATCH", path: `/${made.data.id}`, body: {} })).status).toBe(
      200,
    );
    for (const path of ["", `/${made.data.id}`, "/nonsense"])
      expect(await ask({ ...of(writer), path })).toMatchObject({
        status: 403,
        code: "forbidden_role",
        details: { required: "clients:read" },
      });
    expect((await ask(of(reader))).status).toBe(200);
    expect(await ask({ ...of(reader), method: "POST", body: { nonsense: true } })).toMatchObject({
      status: 403,
      details: { required: "clients:write" },
    });
    expect((await ask({ ...of(reader), method: "PATCH", path: `/${newId()}`, body: {} })).status).toBe(403);
    expect((await ask({ key: "dbk_wrong" })).status).toBe(401);
  });

  test("lockClientAgainstDeletion is true for a client of the business only, and updates do not wait for it", async () => {
    const { data } = await create(ANNA);
    const locked = (businessId: string, id: string) =>
      database.transaction((tx) => lockClientAgainstDeletion(tx, businessId, id));
    expect(await locked(salon.businessId, data.id)).toBe(true);
    expect(await locked(other.businessId, data.id)).toBe(false);
    expect(await locked(salon.businessId, newId())).toBe(false);
    await database.transaction(async (tx) => {
      await lockClientAgainstDeletion(tx, salon.businessId, data.id);
      // This test would time out if the update waited for the lock.
      expect((await change(data.id, { alert: "during a booking" })).status).toBe(200);
      expect(await locked(salon.businessId, data.id)).toBe(true);
    });
  });
});
