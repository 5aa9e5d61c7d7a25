import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../../test/fixtures/database.ts";
import { serverWith } from "../../../../test/fixtures/serverWith.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { settableClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Scope } from "../../../kernel/scopes.ts";
import { checkOf } from "../../../platform/http/validation.ts";
import { createUser, firstOwner } from "../../access/accounts/index.ts";
import { createApiKey } from "../../access/api-keys/index.ts";
import { createClient } from "../../clients/clients/index.ts";
import { archiveClientField, updateClientField } from "./clientFields.ts";
import {
  businessRecord,
  businessRoutes,
  createBusiness,
  createClientField,
  findBusinessId,
  updateBusiness,
} from "./index.ts";
import { BusinessChanges, BusinessInput, ClientFieldInput } from "./schema.ts";

const clock = settableClock(Date.UTC(2027, 0, 4, 9));
const now = clock.now();
const later = now + 60_000;

const database = await testDatabase();
const context = { database, clock };
const app = await serverWith(
  context,
  businessRoutes(context, () => "http://daybook.invalid"),
);
const owner = { email: "jana@example.com", firstName: "Jana", lastName: "Lindner", now };
const { id: ownerId } = await database.transaction((tx) => createUser(tx, owner));

const lindenhof: BusinessInput = {
  name: "Salon Lindenhof",
  type: "salon",
  time_zone: "Europe/Berlin",
  currency: "EUR",
  country: "DE",
};
const open = (wanted: Partial<BusinessInput> = {}) =>
  database.transaction((tx) => createBusiness(tx, ownerId, { ...lindenhof, ...wanted }, now));
const change = (id: string, changes: Parameters<typeof updateBusiness>[2], at = later) =>
  database.transaction((tx) => updateBusiness(tx, id, changes, at));
const ask = (id: string, field: Parameters<typeof createClientField>[2]) =>
  database.transaction((tx) => createClientField(tx, id, field, later));
const reask = (id: string, fieldId: string, changes: Parameters<typeof updateClientField>[3]) =>
  database.transaction((tx) => updateClientField(tx, id, fieldId, changes, later));
const stopAsking = (id: string, fieldId: string) =>
  database.transaction((tx) => archiveClientField(tx, id, fieldId, later));
const keyFor = (businessId: string, ...scopes: Scope[]) =>
  database.transaction((tx) =>
    createApiKey(tx, { businessId, userId: ownerId, label: "Tests", scopes, now }),
  );
const read = (id: string, key?: string) =>
  app.inject({
    url: `/api/v1/businesses/${id}`,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  });
const refuses = (work: Promise<unknown>, ...paths: string[]) =>
  expect(work).rejects.toMatchObject({
    code: "validation_failed",
    details: { fields: paths.map((path) => ({ path })) },
  });

const answered = (businessId: string, fieldId: string) =>
  database.transaction((tx) =>
    createClient(tx, {
      businessId,
      createdBy: null,
      now,
      client: { first_name: "Ada", custom_fields: { [fieldId]: "Nuts" } },
    }),
  );
const snapshotVersion = (businessId: string) =>
  sql(database)<{ snapshot_version: number }>`
    select snapshot_version from calendars where business_id = ${businessId}`;

describe("GET /businesses/{business}", () => {
  test("answers the whole record to a key of any scope", async () => {
    const business = await open({ name: "Haarwerk" });
    const { key } = await keyFor(business.id, "payments:read");
    const answer = await read(business.id, key);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      success: true,
      data: {
        id: business.id,
        name: "Haarwerk",
        slug: "haarwerk",
        type: "salon",
        time_zone: "Europe/Berlin",
        currency: "EUR",
        country: "DE",
        locale: "de-DE",
        tax_number: null,
        online_booking_url: null,
        accent_color: "#0f766e",
        webhook_payload: "full",
        sandbox: false,
        client_fields: [],
        created_at: "2027-01-04T09:00:00Z",
        updated_at: "2027-01-04T09:00:00Z",
      },
    });
  });

  test("answers 401 without a key", async () => {
    const { id } = await open();
    const answer = await read(id);
    expect([answer.statusCode, answer.json().code]).toEqual([401, "unauthenticated"]);
  });

  test("answers another business, an unknown and a malformed id with the same bytes", async () => {
    const [mine, other] = [await open(), await open()];
    const { key } = await keyFor(mine.id, "services:read");
    const answers = await Promise.all([other.id, newId(), "lindenhof"].map((id) => read(id, key)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  test("takes no parameters", async () => {
    const { id } = await open();
    const { key } = await keyFor(id, "services:read");
    const answer = await read(`${id}?expand=staff`, key);
    expect([answer.statusCode, answer.json().details.fields[0].path]).toEqual([422, "/expand"]);
  });
});

describe("creating a business", () => {
  test("makes the user its owner", async () => {
    const { id } = await open();
    expect(await firstOwner(database, id)).toBe(ownerId);
  });

  test("gives businesses with the same name different slugs, and finds them by slug and by id", async () => {
    const [one, two] = [await open({ name: "Twin" }), await open({ name: "Twin" })];
    expect([one.slug, two.slug]).toEqual(["twin", "twin-2"]);
    expect(await findBusinessId(database, "twin-2")).toBe(two.id);
    expect(await findBusinessId(database, two.id.toUpperCase())).toBe(two.id);
    expect(await findBusinessId(database, "twin-3")).toBeNull();
  });

  test("twelve businesses of one name are created concurrently", async () => {
    const slugs = await Promise.all(
      Array.from({ length: 12 }, async () => (await open({ name: "Rush" })).slug),
    );
    expect(new Set(slugs).size).toBe(12);
  });

  test.each(["med_spa", "wellness", "skincare"] as const)(
    "of type %s sends identifiers only",
    async (type) => {
      expect((await open({ type })).webhook_payload).toBe("ids_only");
    },
  );

  test("keeps a language tag as BCP 47 writes it", async () => {
    expect((await open({ locale: "fr-ch" })).locale).toBe("fr-CH");
  });

  test("refuses time zones, currencies, countries and languages that do not exist, all at once", async () => {
    const wrong = { time_zone: "Europe/Atlantis", currency: "XXX", country: "ZZ", locale: "klingon!" };
    await refuses(open(wrong), "/time_zone", "/currency", "/country", "/locale");
    await refuses(open({ currency: "eur" }), "/currency");
    await refuses(open({ time_zone: "+02:00" }), "/time_zone");
  });

  test("checks the shape of the body", () => {
    const problems = (body: object) =>
      checkOf(BusinessInput)({ ...lindenhof, ...body }).map(({ path }) => path);
    expect(problems({})).toEqual([]);
    expect(problems({ name: "" })).toEqual(["/name"]);
    expect(problems({ name: "x".repeat(121) })).toEqual(["/name"]);
    expect(problems({ type: "pub" })).toEqual(["/type"]);
    expect(problems({ slug: "mine" })).toEqual(["/slug"]);
    expect(checkOf(BusinessInput)({}).map(({ path }) => path)).toEqual([
      "/name",
      "/type",
      "/time_zone",
      "/currency",
      "/country",
    ]);
  });
});

describe("changing a business", () => {
  test("changes only the fields sent", async () => {
    const before = await open({ name: "Before" });
    const after = await change(before.id, {
      name: "After",
      slug: "after-all",
      type: "barber",
      time_zone: "Europe/Vienna",
      currency: "CHF",
      locale: "de-at",
      webhook_payload: "ids_only",
    });
    expect(after).toEqual({
      ...before,
      name: "After",
      slug: "after-all",
      type: "barber",
      time_zone: "Europe/Vienna",
      currency: "CHF",
      locale: "de-AT",
      webhook_payload: "ids_only",
      updated_at: "2027-01-04T09:01:00Z",
    });
    expect(await findBusinessId(database, "before")).toBeNull();
  });

  test("without a difference changes nothing", async () => {
    const before = await open();
    expect(await change(before.id, { name: before.name, locale: "DE-de" })).toEqual(before);
    expect(await change(before.id, {})).toEqual(before);
  });

  test("refuses the slug of another business and releases the old one", async () => {
    const [one, two] = [await open({ name: "First here" }), await open({ name: "Second here" })];
    await refuses(change(two.id, { slug: one.slug }), "/slug");
    await change(one.id, { slug: "moved-away" });
    expect((await change(two.id, { slug: "first-here" })).slug).toBe("first-here");
  });

  test("to a type that requires ids_only sets it, and refuses full", async () => {
    const { id } = await open();
    await refuses(change(id, { type: "skincare", webhook_payload: "full" }), "/webhook_payload");
    expect((await change(id, { type: "skincare" })).webhook_payload).toBe("ids_only");
    await refuses(change(id, { webhook_payload: "full" }), "/webhook_payload");
    expect((await change(id, { type: "salon" })).webhook_payload).toBe("ids_only");
    expect((await change(id, { webhook_payload: "full" })).webhook_payload).toBe("full");
  });

  test("refuses unknown references", async () => {
    const { id } = await open();
    const wrong = { time_zone: "Mars/Phobos", currency: "ZZZ", locale: "-" };
    await refuses(change(id, wrong), "/time_zone", "/currency", "/locale");
  });

  test("checks the shape of the body", () => {
    const problems = (body: object) => checkOf(BusinessChanges)(body).map(({ path }) => path);
    expect(problems({ country: "AT" })).toEqual(["/country"]);
    expect(["Ab", "a b", "-ab", "ab-", "a--b", "ab"].map((slug) => problems({ slug }))).toEqual(
      Array(6).fill(["/slug"]),
    );
    expect(problems({ webhook_payload: "none" })).toEqual(["/webhook_payload"]);
    expect(problems({ name: null })).toEqual(["/name"]);
  });

  test("two concurrent changes both take effect", async () => {
    const { id } = await open();
    await Promise.all([change(id, { name: "Both" }), change(id, { locale: "en-GB" })]);
    expect(await businessRecord(database, id)).toMatchObject({ name: "Both", locale: "en-GB" });
  });

  test("a change of the currency raises the version of the scheduling snapshot", async () => {
    const { id } = await open();
    const [before] = await snapshotVersion(id);
    await change(id, { currency: "CHF" });
    const [after] = await snapshotVersion(id);
    expect((after?.snapshot_version ?? 0) - (before?.snapshot_version ?? 0)).toBe(1);
  });
});

describe("client fields", () => {
  test("are listed by position in the business's record", async () => {
    const { id } = await open();
    const allergy = await ask(id, { label: "Allergies", type: "text" });
    const source = await ask(id, {
      label: "How did you find us?",
      type: "choice",
      options: ["Friend", "Web"],
    });
    expect(allergy).toMatchObject({ options: [], required: false, position: 1 });
    await reask(id, allergy.id, { position: 5, required: true });
    const business = await change(id, {});
    expect(business.client_fields).toEqual([source, { ...allergy, position: 5, required: true }]);
    expect(business.updated_at).toBe("2027-01-04T09:01:00Z");
  });

  test("have options exactly when they are a choice", async () => {
    const { id } = await open();
    await refuses(ask(id, { label: "Which?", type: "choice" }), "/options");
    await refuses(ask(id, { label: "Since?", type: "date", options: ["now"] }), "/options");
    const { id: fieldId } = await ask(id, { label: "Which?", type: "choice", options: ["A"] });
    await refuses(reask(id, fieldId, { options: [] }), "/options");
    await refuses(reask(id, fieldId, { type: "text" }), "/options");
    expect(await reask(id, fieldId, { type: "text", options: [] })).toMatchObject({ type: "text" });
  });

  test("keep their type once a client has answered", async () => {
    const { id } = await open();
    const field = await ask(id, { label: "Allergies", type: "text" });
    await answered(id, field.id);
    await refuses(reask(id, field.id, { type: "yes_no" }), "/type");
    expect(await reask(id, field.id, { label: "Any allergies?" })).toEqual({
      ...field,
      label: "Any allergies?",
    });
  });

  test("are not listed when archived, and unknown from then on", async () => {
    const [mine, other] = [await open(), await open()];
    const field = await ask(mine.id, { label: "Pets", type: "yes_no" });
    await expect(stopAsking(other.id, field.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(reask(other.id, field.id, {})).rejects.toMatchObject({ code: "not_found" });
    expect(await stopAsking(mine.id, field.id)).toEqual({ id: field.id, deleted: true });
    expect((await change(mine.id, {})).client_fields).toEqual([]);
    await expect(stopAsking(mine.id, field.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(reask(mine.id, field.id, {})).rejects.toMatchObject({ code: "not_found" });
  });

  test("are checked in shape", () => {
    const problems = (body: object) =>
      checkOf(ClientFieldInput)({ label: "Hair", type: "choice", ...body }).map(({ path }) => path);
    expect(problems({ options: ["a", "b"] })).toEqual([]);
    expect(problems({ options: ["a", "a"] })).toEqual(["/options"]);
    expect(problems({ options: [""] })).toEqual(["/options/0"]);
    expect(problems({ label: "" })).toEqual(["/label"]);
    expect(problems({ type: "number" })).toEqual(["/type"]);
    expect(problems({ position: 0 })).toEqual(["/position"]);
  });
});
