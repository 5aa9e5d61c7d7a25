import { beforeEach, describe, expect, test } from "vitest";
import { type HttpAnswer, signedIn } from "../../../../test/fixtures/signedIn.ts";
import { testServer } from "../../../../test/fixtures/testApp.ts";
import { settableClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import { ROLES, SCOPES } from "../../../kernel/scopes.ts";
import { addMembership } from "../../access/accounts/index.ts";
import { createApiKey } from "../../access/api-keys/index.ts";

const clock = settableClock(Date.UTC(2027, 0, 4, 9));
const server = await testServer({ clock });
const { app, database } = server;
let owner = await signedIn(server);
// A user can own at most five businesses, so each test creates a new owner.
beforeEach(async () => {
  owner = await signedIn(server);
});

const haarwerk = {
  name: "Haarwerk",
  type: "salon",
  time_zone: "Europe/Berlin",
  currency: "EUR",
  country: "DE",
};
const open = (more: object = {}, headers?: Record<string, string>) =>
  owner.call("POST", "/businesses", { ...haarwerk, ...more }, headers);
const fieldsIn = (answer: HttpAnswer) => [
  answer.status,
  ...(answer.body.details?.fields ?? []).map(({ path }: { path: string }) => path),
];
const keyOf = (businessId: string) =>
  database.transaction((tx) =>
    createApiKey(tx, { businessId, userId: owner.userId, label: "All", scopes: SCOPES, now: clock.now() }),
  );

describe("creating a business", () => {
  test("the caller becomes its owner at once", async () => {
    const opened = await open({ name: "Erstes Haus" });
    expect([opened.status, opened.body.data]).toEqual([
      201,
      {
        ...haarwerk,
        id: expect.any(String),
        name: "Erstes Haus",
        slug: "erstes-haus",
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
    ]);
    const { memberships } = (await owner.call("GET", "/me")).body.data;
    const membership = {
      business_id: opened.body.data.id,
      business_name: "Erstes Haus",
      sandbox: false,
      role: "owner",
      staff_id: null,
    };
    expect(memberships).toContainEqual(membership);
    expect((await owner.call("GET", `/businesses/${opened.body.data.id}`)).body.data).toEqual(
      opened.body.data,
    );
  });

  test("real businesses precede sandboxes among the memberships, each by name", async () => {
    for (const [name, sandbox] of [
      ["B", true],
      ["D", false],
      ["A", true],
      ["C", false],
    ] as const)
      expect((await open({ name, sandbox })).status).toBe(201);
    const { memberships } = (await owner.call("GET", "/me")).body.data;
    type Membership = { business_name: string; sandbox: boolean };
    expect(memberships.map(({ business_name, sandbox }: Membership) => [business_name, sandbox])).toEqual([
      ["C", false],
      ["D", false],
      ["A", true],
      ["B", true],
    ]);
  });

  test("is created once for a repeated idempotency key", async () => {
    const headers = { "idempotency-key": "open-once" };
    const [first, again] = [await open({ name: "Once" }, headers), await open({ name: "Once" }, headers)];
    expect(again.text).toBe(first.text);
    expect(again.headers["idempotency-replayed"]).toBe("true");
  });

  test("requires a session; a key and a missing session are refused", async () => {
    const { key } = await keyOf((await open()).body.data.id);
    const send = (headers: Record<string, string>) =>
      app.inject({ method: "POST", url: "/api/v1/businesses", headers, payload: haarwerk });
    const refused = await send({ authorization: `Bearer ${key}` });
    expect([refused.statusCode, refused.json().code]).toEqual([403, "forbidden_role"]);
    expect((await send({})).statusCode).toBe(401);
  });

  test("refuses unknown references by field", async () => {
    const wrong: [object, string[]][] = [
      [{ time_zone: "Mars/Phobos", currency: "XXX" }, ["/time_zone", "/currency"]],
      [{ country: "ZZ" }, ["/country"]],
      [{ type: "pub" }, ["/type"]],
      [{ name: "  " }, ["/name"]],
      [{ slug: "mine" }, ["/slug"]],
      [{ name: undefined }, ["/name"]],
    ];
    for (const [more, paths] of wrong) expect(fieldsIn(await open(more))).toEqual([422, ...paths]);
  });
});

describe("changing a business", () => {
  test("only an owner changes it", async () => {
    const { id } = (await open({ name: "Wechsel" })).body.data;
    const changed = await owner.call("PATCH", `/businesses/${id}`, {
      name: "Gewechselt",
      slug: "gewechselt",
    });
    expect([changed.status, changed.body.data]).toMatchObject([
      200,
      { name: "Gewechselt", slug: "gewechselt" },
    ]);
    for (const role of ROLES.filter((each) => each !== "owner")) {
      const member = await signedIn(server);
      const membership = { userId: member.userId, businessId: id, role, staffId: null, now: clock.now() };
      await database.transaction((tx) => addMembership(tx, membership));
      expect((await member.call("GET", `/businesses/${id}`)).status).toBe(200);
      const refused = await member.call("PATCH", `/businesses/${id}`, { name: "Mine" });
      expect([refused.status, refused.body.details]).toEqual([403, { required: "owner" }]);
    }
    const { key } = await keyOf(id);
    const byKey = await app.inject({
      method: "PATCH",
      url: `/api/v1/businesses/${id}`,
      headers: { authorization: `Bearer ${key}` },
      payload: { name: "Mine" },
    });
    expect([byKey.statusCode, byKey.json().code]).toEqual([403, "forbidden_role"]);
  });

  test("of another owner answers like an unknown one", async () => {
    const { id } = (await open()).body.data;
    const otherUser = await signedIn(server);
    const change = (business: string) => otherUser.call("PATCH", `/businesses/${business}`, { name: "Mine" });
    const answers = await Promise.all([id, newId(), "nonsense"].map(change));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("refuses a slug that is taken, and the country", async () => {
    const [one, two] = [(await open()).body.data, (await open()).body.data];
    const change = (body: object) => owner.call("PATCH", `/businesses/${two.id}`, body);
    expect(fieldsIn(await change({ slug: one.slug }))).toEqual([422, "/slug"]);
    expect(fieldsIn(await change({ country: "AT" }))).toEqual([422, "/country"]);
    expect((await change({})).body.data).toEqual(two);
  });
});

describe("the limits of a user", () => {
  test("five businesses, also when they are created concurrently", async () => {
    const person = await signedIn(server);
    const answers = await Promise.all(
      Array.from({ length: 7 }, (_, index) =>
        person.call("POST", "/businesses", { ...haarwerk, name: `Filiale ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 422, 422]);
    const me = await person.call("GET", "/me");
    expect(me.body.data.memberships).toHaveLength(5);
  });
});

describe("a reserved slug", () => {
  test.each(["Api", "App", "Admin", "Docs", "Public", "Kiosk", "Health", "Metrics"])(
    "is not given to %s",
    async (name) => {
      const person = await signedIn(server);
      const opened = await person.call("POST", "/businesses", { ...haarwerk, name });
      expect([opened.status, opened.body.data.slug]).toEqual([201, `${name.toLowerCase()}-2`]);
      const changed = await person.call("PATCH", `/businesses/${opened.body.data.id}`, {
        slug: name.toLowerCase(),
      });
      expect(fieldsIn(changed)).toEqual([422, "/slug"]);
    },
  );
});
