import { describe, expect, test } from "vitest";
import { emailingServer } from "../../../../test/fixtures/emailingServer.ts";
import { type Browser, browserAt, PASSWORD, signedIn } from "../../../../test/fixtures/signedIn.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { settableClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import { createStaffMember } from "../../business/staff/index.ts";

const NOW = Date.UTC(2027, 2, 29, 7, 30);
const DAY_MS = 86_400_000;

const clock = settableClock(NOW);

const server = await emailingServer({ clock });
const { app, database, emailServer } = server;

type Person = Awaited<ReturnType<typeof signedIn>>;

/** Creates a business with a new user as its owner, and returns functions that call the API paths of the business. */
async function opened(owner?: Person) {
  const person = owner ?? (await signedIn(server));
  const business = {
    name: "Haarwerk",
    type: "salon",
    time_zone: "Europe/Berlin",
    currency: "EUR",
    country: "DE",
  };
  const { body } = await person.call("POST", "/businesses", business);
  const businessId: string = body.data.id;
  const at = (who: Browser) => (method: Parameters<Browser["call"]>[0], path: string, sent?: unknown) =>
    who.call(method, `/businesses/${businessId}${path}`, sent);
  return { owner: person, businessId, call: at(person), at };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const addStaffMember = (salon: Opened) =>
  database.transaction((tx) =>
    createStaffMember(tx, salon.businessId, { first_name: "Ben", location_ids: [] }, clock.now()),
  );
const tokenFor = (email: string) => {
  const message = emailServer.receivedEmails.findLast((candidate) => candidate.to[0] === email);
  return String(/invitation\?token=(\S+)/.exec(message?.text ?? "")?.[1]);
};
const accept = (who: Browser, token: string) => who.call("POST", "/invitations/accept", { token });

/** Creates a user, invites the user and accepts the invitation. */
async function joined(salon: Opened, role: string, staff_id: string | null = null): Promise<Person> {
  const person = await signedIn(server);
  const invited = await salon.call("POST", "/invitations", { email: person.email, role, staff_id });
  expect(invited.status).toBe(201);
  expect((await accept(person, tokenFor(person.email))).status).toBe(200);
  return person;
}
const refusedAt = (answer: { status: number; body: { details?: { fields: { path: string }[] } } }) => [
  answer.status,
  ...(answer.body.details?.fields.map(({ path }) => path) ?? []),
];

describe("an invitation", () => {
  test("is sent by e-mail, and accepting it makes the user a member", async () => {
    const salon = await opened();
    const staff = await addStaffMember(salon);
    const ben = await signedIn(server, { firstName: "Ben", lastName: "Okafor" });
    const wanted = { email: ben.email.toUpperCase(), role: "staff", staff_id: staff.id };
    const invited = await salon.call("POST", "/invitations", wanted);
    expect([invited.status, invited.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        email: ben.email,
        role: "staff",
        staff_id: staff.id,
        sent_at: "2027-03-29T07:30:00Z",
        expires_at: "2027-04-05T07:30:00Z",
        created_at: "2027-03-29T07:30:00Z",
        updated_at: "2027-03-29T07:30:00Z",
      },
    ]);
    const message = emailServer.receivedEmails.findLast((candidate) => candidate.to[0] === ben.email);
    expect(message?.subject).toBe("Your invitation to Haarwerk");
    expect(message?.text).toContain("Jana Lindner invites you to Haarwerk");
    expect((await salon.call("GET", "/invitations")).body.data.items).toEqual([invited.body.data]);

    const membership = {
      business_id: salon.businessId,
      business_name: "Haarwerk",
      sandbox: false,
      role: "staff",
      staff_id: staff.id,
    };
    const accepted = await accept(ben, tokenFor(ben.email));
    expect([accepted.status, accepted.body.data]).toEqual([200, membership]);
    expect((await ben.call("GET", "/me")).body.data.memberships).toEqual([membership]);
    expect((await salon.call("GET", "/invitations")).body.data.items).toEqual([]);
    expect((await salon.call("GET", "/members")).body.data.items).toMatchObject([
      { id: salon.owner.userId, role: "owner", staff_id: null },
      {
        id: ben.userId,
        email: ben.email,
        first_name: "Ben",
        last_name: "Okafor",
        role: "staff",
        staff_id: staff.id,
      },
    ]);
  });

  test("stores only the hash of its token", async () => {
    const salon = await opened();
    await salon.call("POST", "/invitations", { email: "hashed@example.com", role: "reception" });
    const [row] = await sql(database)<{ text: string }>`
      select string_agg(i::text, ' ') as text from invitations i`;
    expect(tokenFor("hashed@example.com")).toHaveLength(43);
    expect(row?.text).not.toContain(tokenFor("hashed@example.com"));
  });

  test("is accepted once, also by two concurrent requests", async () => {
    const salon = await opened();
    const person = await signedIn(server);
    await salon.call("POST", "/invitations", { email: person.email, role: "reception" });
    const token = tokenFor(person.email);
    const answers = await Promise.all([accept(person, token), accept(person, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(refusedAt(await accept(person, token))).toEqual([422, "/token"]);
  });

  test("is only valid for the address it was sent to", async () => {
    const salon = await opened();
    const [person, other] = [await signedIn(server), await signedIn(server)];
    await salon.call("POST", "/invitations", { email: person.email, role: "owner" });
    const token = tokenFor(person.email);
    const refused = await accept(other, token);
    expect(refusedAt(refused)).toEqual([422, "/token"]);
    expect(refused.text).not.toContain(person.email);
    expect((await accept(person, token)).status).toBe(200);
  });

  test("is valid for seven days", async () => {
    const salon = await opened();
    const person = await signedIn(server);
    await salon.call("POST", "/invitations", { email: person.email, role: "reception" });
    const token = tokenFor(person.email);
    clock.set(NOW + 7 * DAY_MS);
    expect(refusedAt(await accept(person, token))).toEqual([422, "/token"]);
    expect((await salon.call("GET", "/invitations")).body.data.items).toEqual([]);
    clock.set(NOW + 7 * DAY_MS - 1000);
    expect((await accept(person, token)).status).toBe(200);
    clock.set(NOW);
  });

  test("is replaced by a new one for the same address, and can be revoked", async () => {
    const salon = await opened();
    const person = await signedIn(server);
    const again = () => salon.call("POST", "/invitations", { email: person.email, role: "reception" });
    await again();
    const first = tokenFor(person.email);
    const second = await again();
    expect((await salon.call("GET", "/invitations")).body.data.items).toHaveLength(1);
    expect(refusedAt(await accept(person, first))).toEqual([422, "/token"]);
    const path = `/invitations/${second.body.data.id}`;
    expect((await (await opened()).call("DELETE", path)).status).toBe(404);
    expect((await salon.call("DELETE", path)).body.data).toEqual({ id: second.body.data.id, deleted: true });
    expect((await salon.call("DELETE", path)).status).toBe(404);
    expect(refusedAt(await accept(person, tokenFor(person.email)))).toEqual([422, "/token"]);
  });

  test("a repeated idempotency key gets the same response and sends one e-mail", async () => {
    const salon = await opened();
    const [email, key] = ["twice@example.com", { "idempotency-key": "invite-1" }];
    const path = `/businesses/${salon.businessId}/invitations`;
    const send = () => salon.owner.call("POST", path, { email, role: "reception" }, key);
    const first = await send();
    expect(first.body.data.sent_at).toBe("2027-03-29T07:30:00Z");
    const again = await send();
    expect([again.status, again.text, again.headers["idempotency-replayed"]]).toEqual([
      201,
      first.text,
      "true",
    ]);
    expect(emailServer.receivedEmails.filter(({ to }) => to[0] === email)).toHaveLength(1);
  });

  test("is refused for an address that cannot sign up", async () => {
    const salon = await opened();
    const addresses: [string, boolean][] = [
      ["o'brien+salon@mail.example.com", true],
      ["a_b-c.d@ex-ample.co", true],
      ["jänä@example.com", false],
      ["jana@exämple.com", false],
      ["a&b@example.com", false],
      ["a..b@example.com", false],
      [".a@example.com", false],
      ["a.@example.com", false],
      ["a@-example.com", false],
      ["a@example.c1", false],
    ];
    for (const [email, isTaken] of addresses) {
      const account = { name: "Jana", email, password: PASSWORD };
      const invited = await salon.call("POST", "/invitations", { email, role: "reception" });
      const signedIn = await browserAt(app).auth("POST", "/sign-up/email", account);
      const expected = isTaken ? [[201], 200] : [[422, "/email"], 422];
      expect([email, refusedAt(invited), signedIn.status]).toEqual([email, ...expected]);
    }
  });

  test("an invitation whose e-mail fails is stored with sent_at null", async () => {
    const salon = await opened();
    const invited = await salon.call("POST", "/invitations", {
      email: "refused@example.com",
      role: "manager",
    });
    expect([invited.status, invited.body.data.sent_at]).toEqual([201, null]);
  });

  test("is refused for members, for wrong staff and in a wrong shape", async () => {
    const [salon, other] = [await opened(), await opened()];
    const [mine, foreign] = [await addStaffMember(salon), await addStaffMember(other)];
    await joined(salon, "staff", mine.id);
    const email = "new@example.com";
    const wrong: [object, string][] = [
      [{ email: salon.owner.email, role: "manager" }, "/email"],
      [{ email, role: "staff" }, "/staff_id"],
      [{ email, role: "staff", staff_id: newId() }, "/staff_id"],
      [{ email, role: "staff", staff_id: foreign.id }, "/staff_id"],
      [{ email, role: "staff", staff_id: mine.id }, "/staff_id"],
      [{ email, role: "boss" }, "/role"],
      [{ email: "a@b@c", role: "manager" }, "/email"],
      [{ email, role: "manager", note: "x" }, "/note"],
    ];
    for (const [body, path] of wrong)
      expect([body, ...refusedAt(await salon.call("POST", "/invitations", body))]).toEqual([body, 422, path]);
    for (const token of ["", "x", "\0", "x".repeat(201)])
      expect(refusedAt(await accept(salon.owner, token))).toEqual([422, "/token"]);
  });
});

describe("a business member", () => {
  test("a new role applies from the next request on", async () => {
    const salon = await opened();
    const person = await joined(salon, "manager");
    const theirs = salon.at(person);
    expect((await theirs("GET", "/members")).status).toBe(403);
    const changed = await salon.call("PATCH", `/members/${person.userId}`, { role: "owner" });
    expect([changed.status, changed.body.data.role]).toEqual([200, "owner"]);
    expect((await theirs("GET", "/members")).status).toBe(200);
    const staff = await addStaffMember(salon);
    const linked = await salon.call("PATCH", `/members/${person.userId}`, {
      role: "staff",
      staff_id: staff.id.toUpperCase(),
    });
    expect(linked.body.data).toMatchObject({ role: "staff", staff_id: staff.id });
    expect(refusedAt(await salon.call("PATCH", `/members/${person.userId}`, { staff_id: null }))).toEqual([
      422,
      "/staff_id",
    ]);
  });

  test("a removed member is refused from the next request on", async () => {
    const salon = await opened();
    const person = await joined(salon, "reception");
    const theirs = salon.at(person);
    expect((await theirs("GET", "")).status).toBe(200);
    const removed = await salon.call("DELETE", `/members/${person.userId}`);
    expect(removed.body.data).toEqual({ id: person.userId, deleted: true });
    expect((await theirs("GET", "")).status).toBe(404);
    expect((await salon.call("DELETE", `/members/${person.userId}`)).status).toBe(404);
    expect((await person.call("GET", "/me")).body.data.memberships).toEqual([]);
  });

  test("a user who is not a member answers like an unknown one", async () => {
    const [salon, other] = [await opened(), await opened()];
    const ids = [other.owner.userId, newId(), "nonsense"];
    for (const method of ["PATCH", "DELETE"] as const) {
      const body = method === "PATCH" ? { role: "manager" } : undefined;
      const answers = await Promise.all(ids.map((id) => salon.call(method, `/members/${id}`, body)));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
  });

  test("a list pages through, and its cursor is its own", async () => {
    const salon = await opened();
    const people = [await joined(salon, "manager"), await joined(salon, "reception")];
    const first = await salon.call("GET", "/members?limit=2");
    expect(first.body.data.items).toHaveLength(2);
    const cursor = first.body.data.next_cursor;
    const second = await salon.call("GET", `/members?limit=2&cursor=${cursor}`);
    expect(second.body.data.items.map(({ id }: { id: string }) => id)).toEqual([people[1]?.userId]);
    expect(refusedAt(await salon.call("GET", `/invitations?cursor=${cursor}`))).toEqual([422, "/cursor"]);
    expect(refusedAt(await (await opened()).call("GET", `/members?cursor=${cursor}`))).toEqual([
      422,
      "/cursor",
    ]);
  });
});

describe("an owner", () => {
  test("one owner stays when the last two are removed concurrently", async () => {
    const salon = await opened();
    const mine = `/members/${salon.owner.userId}`;
    expect(refusedAt(await salon.call("DELETE", mine))).toEqual([422, ""]);
    expect(refusedAt(await salon.call("PATCH", mine, { role: "manager" }))).toEqual([422, "/role"]);
    for (let round = 0; round < (isFullRun ? 20 : 3); round++) {
      const { call, owner, at } = await opened();
      const here = { call, owner, at } as Opened;
      const second = await joined(here, "owner");
      const answers = await Promise.all([
        at(owner)("DELETE", `/members/${owner.userId}`),
        at(second)("PATCH", `/members/${second.userId}`, { role: "reception" }),
      ]);
      const left = answers.filter(({ status }) => status === 200);
      expect(left).toHaveLength(1);
    }
  });

  test("a removed owner's keys are transferred to a remaining owner and keep working", async () => {
    const salon = await opened();
    const second = await joined(salon, "owner");
    const made = await salon.at(second)("POST", "/api-keys", { label: "Website", scopes: ["clients:read"] });
    expect(made.status).toBe(201);
    const whoami = () =>
      app.inject({ url: "/api/v1/me", headers: { authorization: `Bearer ${made.body.data.key}` } });
    expect((await whoami()).json().data.id).toBe(second.userId);
    await salon.call("DELETE", `/members/${second.userId}`);
    const after = (await whoami()).json().data;
    expect(after.id).toBe(salon.owner.userId);
    expect(after.memberships).toMatchObject([{ business_id: salon.businessId, role: "owner" }]);
  });
});

test.each(["manager", "reception", "staff"])("a %s can neither read nor change members", async (role) => {
  const salon = await opened();
  const person = await joined(salon, role, role === "staff" ? (await addStaffMember(salon)).id : null);
  const theirs = salon.at(person);
  const attempts = [
    theirs("GET", "/members"),
    theirs("PATCH", `/members/${person.userId}`, { role: "owner" }),
    theirs("DELETE", `/members/${salon.owner.userId}`),
    theirs("GET", "/invitations"),
    theirs("POST", "/invitations", { email: "x@example.com", role: "owner" }),
    theirs("DELETE", `/invitations/${newId()}`),
  ];
  for (const answer of await Promise.all(attempts))
    expect([answer.status, answer.body.details]).toEqual([403, { required: "owner" }]);
});

test("a key can neither read nor change members, nor accept invitations", async () => {
  const salon = await opened();
  const made = await salon.call("POST", "/api-keys", { label: "All", scopes: ["clients:read"] });
  const headers = { authorization: `Bearer ${made.body.data.key}` };
  const base = `/api/v1/businesses/${salon.businessId}`;
  for (const [method, url, payload] of [
    ["GET", `${base}/members`, undefined],
    ["POST", `${base}/invitations`, { email: "x@example.com", role: "owner" }],
    ["POST", "/api/v1/invitations/accept", { token: "x" }],
    ["POST", "/api/v1/businesses", { name: "Second" }],
  ] as const) {
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, "forbidden_role"]);
  }
});

test("a business sends at most 20 invitations a day; another business is not affected", async () => {
  const salon = await opened();
  const neighbour = await opened();
  const invite = (from: Opened, index: number) =>
    from.call("POST", "/invitations", { email: `invited-${index}@example.com`, role: "reception" });
  for (let index = 0; index < 20; index++) expect((await invite(salon, index)).status).toBe(201);
  const refused = await invite(salon, 20);
  expect([refused.status, refused.body.code, refused.body.details.retry_after]).toEqual([
    429,
    "rate_limited",
    86_400,
  ]);
  // A revoked invitation still counts towards the daily limit.
  const { body } = await salon.call("GET", "/invitations");
  await salon.call("DELETE", `/invitations/${body.data.items[0].id}`);
  expect((await invite(salon, 20)).status).toBe(429);
  expect((await invite(neighbour, 0)).status).toBe(201);
  clock.set(NOW + DAY_MS);
  expect((await invite(salon, 20)).status).toBe(201);
  clock.set(NOW);
});
