import { describe, expect, onTestFinished, test } from "vitest";
import { closedAtEnd } from "../../../../test/fixtures/closeAtEnd.ts";
import { testDatabase } from "../../../../test/fixtures/database.ts";
import { startEmailServer } from "../../../../test/fixtures/emailServer.ts";
import { openTestMailer } from "../../../../test/fixtures/openTestMailer.ts";
import { type PageVisitor, pageVisitor } from "../../../../test/fixtures/pageVisitor.ts";
import { PASSWORD, signedIn, signedUp } from "../../../../test/fixtures/signedIn.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { TEST_SECRET } from "../../../../test/fixtures/testApp.ts";
import { buildApp } from "../../../app.ts";
import { settableClock } from "../../../kernel/clock.ts";
import { openDatabase } from "../../../platform/database/index.ts";
import { createStaffMember } from "../../business/staff/index.ts";
import { sessionCookie } from "../sessions/sessionCookie.ts";

const NOW = Date.UTC(2027, 2, 29, 7, 30);
const DAY_MS = 86_400_000;

const clock = settableClock(NOW);
const logged: string[] = [];

const logger = { level: "trace", stream: { write: (line: string) => void logged.push(line) } };

function serialized(word: unknown): string {
  return JSON.stringify(word, (_key, value) =>
    value instanceof Error
      ? { ...value, message: value.message, stack: value.stack, cause: value.cause }
      : value,
  );
}

const database = await testDatabase();
const emailServer = await startEmailServer();
const mailer = openTestMailer(emailServer, "daybook@localhost");
const log = (message: string, error: unknown) => void logged.push(message, serialized(error));
const secret = TEST_SECRET;
const options = { mailer, secret, checkAnswers: true, trustProxy: true, logger, log };
const app = closedAtEnd(await buildApp({ database, clock, ...options }));
const server = { app, database, clock, sessionCookie: sessionCookie({ secret }) };
const address = await app.listen({ port: 0, host: "127.0.0.1" });

async function salon(name = "Haarwerk & <Söhne>") {
  const owner = await signedIn(server);
  const wanted = { name, type: "salon", time_zone: "Europe/Berlin", currency: "EUR", country: "DE" };
  const businessId: string = (await owner.call("POST", "/businesses", wanted)).body.data.id;
  return {
    businessId,
    invite: async (email: string, more: object = { role: "reception" }) => {
      const sent = await owner.call("POST", `/businesses/${businessId}/invitations`, { email, ...more });
      expect(sent.status).toBe(201);
      return linkTo(email);
    },
    latestMemberEntry: async () =>
      (await owner.call("GET", `/businesses/${businessId}/audit-log?entity=member`)).body.data.items[0],
    members: async () =>
      (await owner.call("GET", `/businesses/${businessId}/members`)).body.data.items.map(
        ({ email, role }: { email: string; role: string }) => `${email} ${role}`,
      ) as string[],
  };
}

/** Returns the path of the link in the newest e-mail to this address. */
function linkTo(email: string): string {
  const message = emailServer.receivedEmails.findLast((candidate) => candidate.to[0] === email);
  return new RegExp(`${address}(/\\S+)`).exec(message?.text ?? "")?.[1] ?? "";
}
const tokenOf = (link: string) => String(new URL(link, address).searchParams.get("token"));
let emailCount = 0;
const newEmail = () => `user-${emailCount++}@example.com`;

async function me(visitor: PageVisitor) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(`${address}/api/v1/me`, { headers: { cookie } });
  const { data } = (await answer.json()) as { data: { id: string; email: string } };
  return { status: answer.status, data };
}

describe("an invitation's link", () => {
  test("lets a new user sign up with the invited address and accept, on one page", async () => {
    const { businessId, invite, members, latestMemberEntry } = await salon();
    const email = newEmail();
    const visitor = pageVisitor(address);
    const shown = await visitor.open(await invite(email));
    expect([shown.status, shown.heading, shown.fields]).toEqual([
      200,
      "Your invitation to Haarwerk & <Söhne>",
      ["email", "name", "password", "again"],
    ]);
    expect(shown.text).toContain(email);
    const joined = await visitor.send({ name: "Ben Okafor", password: PASSWORD, again: PASSWORD });
    expect([joined.status, joined.heading]).toEqual([200, "Welcome to Haarwerk & <Söhne>"]);
    expect(joined.text).toContain(`<a href="/app/${businessId}">Open the calendar</a>`);
    expect(await members()).toContain(`${email} reception`);
    const { data } = await me(visitor);
    expect(data).toMatchObject({ email, first_name: "Ben", memberships: [{ role: "reception" }] });
    expect(await latestMemberEntry()).toMatchObject({
      actor: { kind: "user", id: data.id, label: "Ben Okafor" },
      request_id: joined.headers.get("x-request-id"),
    });
    expect(
      await sql(database)<{ email_verified: boolean }>`
      select email_verified from users where email = ${email}`,
    ).toEqual([{ email_verified: true }]);
  });

  test("lets an existing user sign in and accept", async () => {
    const { invite, members } = await salon();
    const known = await signedUp(app);
    const visitor = pageVisitor(address);
    const shown = await visitor.open(await invite(known.email, { role: "manager" }));
    expect(shown.fields).toEqual(["email", "password"]);
    const wrong = await visitor.send({ password: "not the password" });
    expect([wrong.status, wrong.alerts]).toEqual([422, ["The password is wrong."]]);
    expect(await members()).toHaveLength(1);
    expect((await visitor.send({ password: PASSWORD })).status).toBe(200);
    expect(await members()).toContain(`${known.email} manager`);
    expect((await me(visitor)).data.email).toBe(known.email);
  });

  test("shows only a confirmation to the signed-in invitee, and the sign-in form to another user", async () => {
    const { invite, members } = await salon();
    const known = await signedUp(app);
    const link = await invite(known.email);
    const visitor = pageVisitor(address);
    const [name = "", value = ""] = known.cookie().split("=");
    visitor.cookies.set(name, value);
    expect((await visitor.open(link)).fields).toEqual([]);

    const otherVisitor = pageVisitor(address);
    const [theirs = "", session = ""] = (await signedUp(app)).cookie().split("=");
    otherVisitor.cookies.set(theirs, session);
    const opened = await otherVisitor.open(link);
    expect([opened.fields, opened.text]).toEqual([
      ["email", "password"],
      expect.stringContaining("Another user is signed in"),
    ]);
    expect((await otherVisitor.send({})).status).toBe(422);
    expect(await members()).toHaveLength(1);

    expect((await visitor.send({})).heading).toMatch(/^Welcome/);
    expect(await members()).toContain(`${known.email} reception`);
  });

  test("with an ended session shows the sign-in form", async () => {
    const { invite } = await salon();
    const known = await signedUp(app);
    const visitor = pageVisitor(address);
    visitor.cookies.set("daybook_session", "x");
    expect((await visitor.open(await invite(known.email))).fields).toEqual(["email", "password"]);
  });

  test("is valid once, for seven days, until another one is sent", async () => {
    const { invite } = await salon();
    const email = newEmail();
    const first = await invite(email);
    const second = await invite(email);
    const gone = async (link: string) => {
      const page = await pageVisitor(address).open(link);
      return [page.status, page.heading];
    };
    const isGone = [404, "This invitation is no longer valid"];
    expect(await gone(first)).toEqual(isGone);
    const late = pageVisitor(address);
    await late.open(second);
    const visitor = pageVisitor(address);
    await visitor.open(second);
    await visitor.send({ name: "Ben", password: PASSWORD, again: PASSWORD });
    expect(await gone(second)).toEqual(isGone);
    expect((await late.send({ name: "Eve", password: PASSWORD, again: PASSWORD })).status).toBe(404);
    const third = await invite(newEmail());
    clock.set(NOW + 7 * DAY_MS);
    expect(await gone(third)).toEqual(isGone);
    clock.set(NOW);
  });

  test("shows the problem under each field, keeps the name and creates no user", async () => {
    const { invite, members } = await salon();
    const visitor = pageVisitor(address);
    await visitor.open(await invite(newEmail()));
    const refused = async (fields: Record<string, string>) => {
      const page = await visitor.send({
        name: 'Ben "B" <b>',
        password: PASSWORD,
        again: PASSWORD,
        ...fields,
      });
      expect(page.status).toBe(422);
      expect(page.text).not.toContain("<b>");
      return [page.alerts, page.text.includes("Ben &quot;B&quot; &lt;b&gt;")];
    };
    expect(await refused({ again: "something else" })).toEqual([["The passwords do not match."], true]);
    expect(await refused({ password: "short", again: "short" })).toEqual([
      ["It must have at least 8 characters."],
      true,
    ]);
    expect(await refused({ name: " " })).toEqual([["It must not be empty."], false]);
    const long = "x".repeat(129);
    expect((await refused({ password: long, again: long }))[0]).toEqual([
      "It must have at most 128 characters.",
    ]);
    const nul = `${PASSWORD}\0`;
    expect((await refused({ password: nul, again: nul }))[0]).toEqual([
      "It must not contain NUL characters or unpaired surrogates.",
    ]);
    expect([...visitor.cookies.keys()]).toEqual(["daybook_form"]);
    expect(await members()).toHaveLength(1);
  });

  test("signs the visitor in and is refused when another user is linked to the staff member by then", async () => {
    const unavailableApp = await salon();
    const staff = await database.transaction((tx) =>
      createStaffMember(tx, unavailableApp.businessId, { first_name: "Ben", location_ids: [] }, clock.now()),
    );
    const role = { role: "staff", staff_id: staff.id };
    const [one, two] = [newEmail(), newEmail()];
    const links = [await unavailableApp.invite(one, role), await unavailableApp.invite(two, role)];
    const account = { name: "Ben", password: PASSWORD, again: PASSWORD };
    const ends = [];
    for (const link of links) {
      const visitor = pageVisitor(address);
      await visitor.open(link);
      const page = await visitor.send(account);
      ends.push([page.status, page.alerts, (await me(visitor)).status]);
    }
    expect(ends).toEqual([
      [200, [expect.stringContaining("as a staff member")], 200],
      [422, ["The staff member of the invitation is already linked to another business member."], 200],
    ]);
  });

  test("of two browsers that accept concurrently, one succeeds", async () => {
    const { invite, members } = await salon();
    const known = await signedUp(app);
    const link = await invite(known.email);
    const visitors = [pageVisitor(address), pageVisitor(address)];
    await Promise.all(visitors.map((visitor) => visitor.open(link)));
    const pages = await Promise.all(visitors.map((visitor) => visitor.send({ password: PASSWORD })));
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await members()).toHaveLength(2);
  });
});

describe("a link to a new password", () => {
  const forgotten = async () => {
    const person = await signedUp(app);
    await person.auth("POST", "/request-password-reset", { email: person.email });
    await expect.poll(() => linkTo(person.email)).not.toBe("");
    return { person, link: linkTo(person.email) };
  };
  const signIn = async (email: string, password: string) => {
    const body = JSON.stringify({ email, password });
    const from = `10.1.${emailCount++}.1`;
    const headers = { "content-type": "application/json", "x-forwarded-for": from };
    return (await fetch(`${address}/api/auth/sign-in/email`, { method: "POST", headers, body })).status;
  };

  test("sets a new password and ends all sessions", async () => {
    const { person, link } = await forgotten();
    const visitor = pageVisitor(address);
    const shown = await visitor.open(link);
    expect([shown.status, shown.heading, shown.fields]).toEqual([
      200,
      "Choose a new password",
      ["password", "again"],
    ]);
    const wanted = " my new password ";
    const done = await visitor.send({ password: wanted, again: wanted });
    expect([done.status, done.heading]).toEqual([200, "Your password was changed"]);
    expect(await signIn(person.email, PASSWORD)).toBe(401);
    expect(await signIn(person.email, wanted)).toBe(200);
    expect((await person.call("GET", "/me")).status).toBe(401);
  });

  test("is valid for one hour, once; an invalid password does not use it up", async () => {
    const { person, link } = await forgotten();
    const visitor = pageVisitor(address);
    await visitor.open(link);
    const short = await visitor.send({ password: "short", again: "short" });
    expect([short.status, short.alerts]).toEqual([422, ["It must have at least 8 characters."]]);
    const differs = await visitor.send({ password: "long enough now", again: "long enough not" });
    expect([differs.status, differs.alerts]).toEqual([422, ["The passwords do not match."]]);
    const [late, again] = [pageVisitor(address), pageVisitor(address)];
    await late.open(link);
    await again.open(link);
    clock.set(NOW + DAY_MS / 24 + 60_000);
    const wanted = { password: "long enough now", again: "long enough now" };
    const isGone = [404, "This link is no longer valid"];
    const expired = await late.send(wanted);
    expect([expired.status, expired.heading]).toEqual(isGone);
    clock.set(NOW);
    expect(await signIn(person.email, PASSWORD)).toBe(200);
    const { person: other, link: used } = await forgotten();
    await again.open(used);
    await visitor.open(used);
    expect((await visitor.send(wanted)).status).toBe(200);
    const second = await again.send({ password: "another one entirely", again: "another one entirely" });
    expect([second.status, second.heading]).toEqual(isGone);
    expect(await signIn(other.email, wanted.password)).toBe(200);
  });
});

const HOSTILE = [
  "",
  "x",
  "%00",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "'; drop table invitations; --",
  "a".repeat(201),
  "ü".repeat(40),
  "%ff%fe",
  "%",
  "{{7*7}}",
];

describe.each(["/invitation", "/reset-password"])("hostile requests to %s", (path) => {
  test("with unknown codes answer 404 and store nothing", async () => {
    for (const token of HOSTILE) {
      for (const raw of [token, encodeURIComponent(token)]) {
        const visitor = pageVisitor(address);
        const page = await visitor.open(`${path}?token=${raw}`);
        // The server checks a password-reset code only when a password is submitted.
        const mayAsk = path === "/reset-password" && /^[\w-]{1,200}$/.test(token);
        expect([raw, page.status]).toEqual([raw, mayAsk ? 200 : 404]);
        expect(page.text).not.toMatch(/<script|<img|drop table/);
      }
      const visitor = pageVisitor(address);
      await visitor.open("/reset-password?token=x");
      const form = String(visitor.cookies.get("daybook_form"));
      const sent = new URLSearchParams({ form, token, password: PASSWORD, again: PASSWORD, name: "Eve" });
      expect([token, (await visitor.post(path, sent)).status]).toEqual([token, 404]);
    }
  });

  test("forms of other origins are refused", async () => {
    const visitor = pageVisitor(address);
    const token = "x";
    const refused = async (body: string | URLSearchParams, headers?: Record<string, string>) => {
      const page = await visitor.post(path, body, headers);
      return [page.status, page.heading];
    };
    const foreign = [403, "Please open the link again"];
    expect(await refused(new URLSearchParams({ token }))).toEqual(foreign);
    expect(await refused("")).toEqual(foreign);
    await visitor.open("/reset-password?token=x");
    for (const form of ["", "x", "A".repeat(22), "\0"]) {
      expect(await refused(new URLSearchParams({ token, form }))).toEqual(foreign);
    }
    const form = String(visitor.cookies.get("daybook_form"));
    visitor.cookies.set("daybook_form", "");
    expect(await refused(new URLSearchParams({ token, form }))).toEqual(foreign);
    expect(await refused(new URLSearchParams({ token, form: "" }))).toEqual(foreign);
  });

  test("other problems answer a page with the reason", async () => {
    const visitor = pageVisitor(address);
    await visitor.open("/reset-password?token=x");
    const form = String(visitor.cookies.get("daybook_form"));
    const json = { "content-type": "application/json" };
    expect((await visitor.post(path, "{}", json)).status).toBe(415);
    expect((await visitor.post(path, "a".repeat(9_000))).status).toBe(413);
    expect((await visitor.post(path, `form=${form}&token=x&token=y`)).status).toBe(400);
    expect((await visitor.open(`${path}?token=x&token=y`)).status).toBe(400);
    expect((await visitor.post(path, `form=${form}&${"%00=&".repeat(1_000)}`)).status).toBe(404);
    const bytes = await fetch(address + path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: Buffer.from([0xff, 0xfe]),
    });
    expect(bytes.status).toBe(400);
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const answer = await fetch(address + path, { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, POST, HEAD"]);
      expect(await answer.text()).toContain("<h1>The request failed</h1>");
    }
    expect((await fetch(address + path, { method: "HEAD" })).status).toBe(404);
  });

  test("are limited by address and answer 429", async () => {
    const visitor = pageVisitor(address);
    const statuses: number[] = [];
    // The token bucket refills slightly while the requests run.
    while (!statuses.includes(429) && statuses.length < 300) {
      const page = await visitor.open(`${path}?token=-`);
      statuses.push(page.status);
      if (page.status === 429) expect(page.headers.get("retry-after")).toMatch(/^\d+$/);
    }
    expect(statuses.length).toBeGreaterThan(120);
    expect(statuses.at(-1)).toBe(429);
  });
});

test("passwords cannot be tried on the page more often than at the API", async () => {
  const { invite } = await salon();
  const known = await signedUp(app);
  const visitor = pageVisitor(address);
  await visitor.open(await invite(known.email));
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 20) {
    const page = await visitor.send({ password: `guess ${statuses.length}` });
    statuses.push(page.status);
    if (page.status === 429)
      expect(page.alerts[0]).toMatch(/^Too many requests\. Try again in \d+ seconds?\.$/);
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
  expect(statuses.at(-1)).toBe(429);
});

test("pages and the API have separate limits", async () => {
  const visitor = pageVisitor(address);
  const body = JSON.stringify({ token: "x", newPassword: PASSWORD });
  const headers = { "content-type": "application/json" };
  const choose = async () => (await visitor.post("/api/auth/reset-password", body, headers)).status;
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 20) statuses.push(await choose());
  expect(statuses.at(-1)).toBe(429);
  const page = await visitor.open("/reset-password?token=x");
  expect([page.status, page.headers.get("ratelimit-remaining")]).toEqual([200, "119"]);
});

test("pages load no resources, send forms only to the server and are not cached", async () => {
  const { invite } = await salon();
  const link = await invite(newEmail());
  const visitor = pageVisitor(address);
  for (const page of [
    await visitor.open(link),
    await visitor.send({}),
    await visitor.open("/reset-password?token=x"),
    await visitor.open("/invitation"),
    await visitor.post("/invitation", "{}", { "content-type": "text/plain" }),
  ]) {
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]{44}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      ),
    });
    expect(page.text).not.toMatch(/<script|<img|<link|\son\w+=|https?:/i);
    expect(page.text).toContain('<html lang="en">');
    for (const name of page.fields) expect(page.text).toContain(`<label for="${name}">`);
  }
});

test("with https the form's cookie is Secure and has the prefix __Host-", async () => {
  const publicUrl = "https://book.example.com";
  const other = await buildApp({ database, clock, publicUrl });
  onTestFinished(() => other.close());
  const page = await other.inject({ url: "/reset-password?token=x" });
  expect(page.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^__Host-daybook_form=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
  ]);
});

test("codes of links are never logged, also when the database is unavailable", async () => {
  const { invite } = await salon();
  const email = newEmail();
  const token = tokenOf(await invite(email));
  const visitor = pageVisitor(address);
  await visitor.open(`/invitation?token=${token}`);
  await visitor.send({ name: "Ben", password: "short", again: "short" });
  await visitor.post("/invitation", `token=${token}&token=${token}`);

  const gone = openDatabase({ connectionString: "postgresql://daybook@127.0.0.1:1/none" });
  const log = (message: string, error: unknown) => void logged.push(message, serialized(error));
  const unavailableApp = await buildApp({ database: gone, clock, logger, log });
  onTestFinished(async () => {
    await unavailableApp.close();
    await gone.close();
  });
  const before = logged.length;
  const away = await unavailableApp.inject({ url: `/invitation?token=${token}` });
  expect([away.statusCode, away.headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
  expect(logged.length).toBeGreaterThan(before);
  expect(logged.filter((line) => line.includes(token))).toEqual([]);
});
