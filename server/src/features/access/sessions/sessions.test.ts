import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { browserAt, PASSWORD, signedUp } from "../../../../test/fixtures/signedIn.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { testServer } from "../../../../test/fixtures/testApp.ts";
import { buildApp } from "../../../app.ts";
import { settableClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";

const NOW = Date.UTC(2027, 2, 29, 7, 30);
const DAY_MS = 86_400_000;

const clock = settableClock(NOW);

const { app, database } = await testServer({ clock });

const jana = { name: "Jana Marie Lindner", password: PASSWORD };

describe("signing up", () => {
  test("makes a user and signs them in", async () => {
    const browser = browserAt(app);
    const answer = await browser.auth("POST", "/sign-up/email", { ...jana, email: " Jana@Example.com " });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ email: "jana@example.com", name: "Jana Marie Lindner" });
    const me = await browser.call("GET", "/me");
    expect(me.body.data).toEqual({
      id: answer.body.user.id,
      email: "jana@example.com",
      first_name: "Jana",
      last_name: "Marie Lindner",
      memberships: [],
      api_key: null,
    });
  });

  test("sets an HttpOnly, SameSite cookie and returns the token nowhere else", async () => {
    const answer = await browserAt(app).auth("POST", "/sign-up/email", {
      ...jana,
      email: "cookie@example.com",
    });
    const [cookie] = answer.headers["set-cookie"] as string[];
    expect(cookie).toMatch(/^daybook_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = String(/daybook_session=(\w{32})/.exec(String(cookie))?.[1]);
    expect(token).toHaveLength(32);
    expect(answer.text).not.toContain(token);
    const [stored] = await sql(database)<{ text: string }>`
      select concat(
        (select string_agg(a::text, ' ') from user_accounts a),
        (select string_agg(s::text, ' ') from user_sessions s)
      ) as text`;
    expect(stored?.text).not.toContain(token);
    expect(stored?.text).not.toContain(PASSWORD);
    expect(stored?.text).toContain("$argon2id$");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("with the address of another user is refused by field", async () => {
    await signedUp(app, { email: "taken@example.com" });
    const answer = await browserAt(app).auth("POST", "/sign-up/email", {
      ...jana,
      email: "TAKEN@example.com",
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      success: false,
      code: "validation_failed",
      details: { fields: [{ path: "/email", message: "is already used by another user" }] },
    });
  });

  test("two concurrent sign-ups create one user", async () => {
    const attempts = Array.from({ length: 8 }, () =>
      browserAt(app).auth("POST", "/sign-up/email", { ...jana, email: "race@example.com" }),
    );
    const answers = await Promise.all(attempts);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
    for (const { status, body } of answers)
      if (status === 422) expect(body.details.fields[0].path).toBe("/email");
  });

  test("checks every field, in the envelope of all others", async () => {
    const wrong: [object, string[]][] = [
      [{}, ["/name", "/email", "/password"]],
      [{ ...jana, email: "not-an-address" }, ["/email"]],
      [{ ...jana, email: "jänä@exämple.com" }, ["/email"]],
      [{ ...jana, email: "a@example.com", password: "short" }, ["/password"]],
      [{ ...jana, email: "a@example.com", password: "x".repeat(129) }, ["/password"]],
      [{ ...jana, email: "a@example.com", password: "🐎".repeat(100) }, ["/password"]],
      [{ ...jana, email: "a@example.com", name: "  " }, ["/name"]],
      [{ ...jana, email: "a@example.com", name: 5 }, ["/name"]],
      [{ ...jana, email: "a@example.com", emailVerified: true }, ["/emailVerified"]],
      [{ ...jana, email: "a@example.com", callbackURL: "https://evil.example" }, ["/callbackURL"]],
    ];
    for (const [body, paths] of wrong) {
      const answer = await browserAt(app).auth("POST", "/sign-up/email", body);
      expect([answer.status, answer.body.details?.fields.map(({ path }: { path: string }) => path)]).toEqual([
        422,
        paths,
      ]);
    }
  });

  test("a password keeps leading and trailing spaces", async () => {
    const browser = browserAt(app);
    const account = { email: "space@example.com", password: " leading and trailing " };
    expect((await browser.auth("POST", "/sign-up/email", { name: "S", ...account })).status).toBe(200);
    expect((await browserAt(app).auth("POST", "/sign-in/email", account)).status).toBe(200);
    const trimmed = { ...account, password: account.password.trim() };
    expect((await browserAt(app).auth("POST", "/sign-in/email", trimmed)).status).toBe(401);
  });
});

describe("signing in", () => {
  test("ignores the case of the address and requires the right password", async () => {
    const { email } = await signedUp(app);
    const browser = browserAt(app);
    const answer = await browser.auth("POST", "/sign-in/email", {
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    expect(answer.status).toBe(200);
    expect((await browser.call("GET", "/me")).body.data.email).toBe(email);
    expect((await browser.auth("GET", "/get-session")).body).toMatchObject({ user: { email } });
  });

  test("has the same answer for a wrong password and an unknown address", async () => {
    const { email } = await signedUp(app);
    const wrong = await browserAt(app).auth("POST", "/sign-in/email", {
      email,
      password: "not the password",
    });
    const unknownUser = await browserAt(app).auth("POST", "/sign-in/email", {
      email: "unknown@example.com",
      password: PASSWORD,
    });
    expect([wrong.status, unknownUser.status]).toEqual([401, 401]);
    expect(wrong.text).toBe(unknownUser.text);
    expect(wrong.body).toEqual({
      success: false,
      code: "unauthenticated",
      message: "The e-mail address or the password is wrong.",
    });
    expect(wrong.headers["set-cookie"]).toBeUndefined();
  });

  test("without rememberMe ends with the browser, at the latest after a day", async () => {
    const { email } = await signedUp(app);
    const browser = browserAt(app);
    const answer = await browser.auth("POST", "/sign-in/email", {
      email,
      password: PASSWORD,
      rememberMe: false,
    });
    expect(String(answer.headers["set-cookie"])).not.toContain("Max-Age=2592000");
    clock.set(NOW + DAY_MS - 1000);
    expect((await browser.call("GET", "/me")).status).toBe(200);
    clock.set(NOW + DAY_MS + 1000);
    expect((await browser.call("GET", "/me")).status).toBe(401);
    clock.set(NOW);
  });

  test("is limited by address, for every process together", async () => {
    const { email } = await signedUp(app);
    const other = await buildApp({ database, clock });
    const headers = { host: "localhost:80", origin: "http://localhost:80" };
    const attempt = (server: FastifyInstance) =>
      server.inject({
        method: "POST",
        url: "/api/auth/sign-in/email",
        remoteAddress: "192.0.2.7",
        headers,
        payload: { email, password: "not the password" },
      });
    // Failed attempts from other browsers do not limit a browser that has signed in before.
    const owner = browserAt(app);
    await owner.auth("POST", "/sign-in/email", { email, password: PASSWORD });
    const statuses: number[] = [];
    for (let count = 0; count < 14; count++)
      statuses.push((await attempt(count % 2 ? app : other)).statusCode);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.at(-1)).toBe(429);
    const refused = await attempt(app);
    expect(refused.json().code).toBe("rate_limited");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await owner.auth("POST", "/sign-in/email", { email, password: PASSWORD })).status).toBe(200);
    await other.close();
  });
});

test("internal errors are logged and printed nowhere else", async () => {
  const printed = vi.spyOn(console, "error");
  onTestFinished(() => printed.mockRestore());
  const browser = await signedUp(app);
  await sql(database)`
    alter table users add constraint first_name_is_not_secret check (first_name <> 'Secret')`;
  const refused = await browser.auth("POST", "/update-user", { name: "Secret Name" });
  await sql(database)`alter table users drop constraint first_name_is_not_secret`;
  expect(refused.status).toBe(500);
  expect(printed.mock.calls).toEqual([]);
});

test("every operation is limited by address", async () => {
  const browser = await signedUp(app);
  const statuses: number[] = [];
  while (!statuses.includes(429) && statuses.length < 300)
    statuses.push((await browser.auth("GET", "/get-session")).status);
  expect(statuses.length).toBeGreaterThan(120);
  expect(statuses.at(-1)).toBe(429);
});

describe("a session", () => {
  test("ends with the sign-out, in every process from the next request on", async () => {
    const other = await buildApp({ database, clock, secret: "x".repeat(40) });
    const same = await buildApp({ database, clock, secret: "x".repeat(40) });
    const browser = await signedUp(other);
    const elsewhere = () =>
      same.inject({ url: "/api/v1/me", headers: { cookie: browser.cookie(), host: "localhost:80" } });
    const cookie = browser.cookie();
    expect((await elsewhere()).statusCode).toBe(200);
    expect((await browser.auth("POST", "/sign-out")).status).toBe(200);
    expect(browser.cookie()).toBe("");
    for (const server of [other, same]) {
      const late = await server.inject({ url: "/api/v1/me", headers: { cookie: cookie } });
      expect(late.statusCode).toBe(401);
      expect(late.json().code).toBe("unauthenticated");
    }
    await other.close();
    await same.close();
  });

  test("lasts 30 days and is extended by reading the session", async () => {
    const browser = await signedUp(app);
    clock.set(NOW + 29 * DAY_MS);
    const opened = await browser.auth("GET", "/get-session");
    expect(String(opened.headers["set-cookie"])).toContain("Max-Age=2592000");
    clock.set(NOW + 58 * DAY_MS);
    expect((await browser.call("GET", "/me")).status).toBe(200);
    clock.set(NOW + 90 * DAY_MS);
    expect((await browser.call("GET", "/me")).status).toBe(401);
    expect((await browser.auth("GET", "/get-session")).body).toBeNull();
    clock.set(NOW);
  });

  test("a forged cookie is refused", async () => {
    const real = (await signedUp(app)).cookie();
    const [name, value = ""] = real.split("=");
    const [token = "", signature = ""] = decodeURIComponent(value).split(".");
    const other = (await signedUp(app)).cookie().split("=")[1] ?? "";
    const forged = [
      `${name}=`,
      `${name}=${token}`,
      `${name}=${token}.`,
      `${name}=${token}.${"A".repeat(43)}=`,
      `${name}=${"A".repeat(32)}.${encodeURIComponent(signature)}`,
      `${name}=${token}.${encodeURIComponent(decodeURIComponent(other).split(".")[1] ?? "")}`,
      `${name}=%`,
      `${name}=${"x".repeat(5000)}`,
    ];
    for (const cookie of forged) {
      const answer = await app.inject({ url: "/api/v1/me", headers: { cookie } });
      expect([cookie, answer.statusCode]).toEqual([cookie, 401]);
    }
    expect(
      (await app.inject({ url: "/api/v1/me", headers: { cookie: `a=b; ${real}; c=d` } })).statusCode,
    ).toBe(200);
  });

  test("reads the roles for every request", async () => {
    const browser = await signedUp(app);
    const business = {
      name: "Haarwerk",
      type: "salon",
      time_zone: "Europe/Berlin",
      currency: "EUR",
      country: "DE",
    };
    const made = await browser.call("POST", "/businesses", business);
    expect(made.status).toBe(201);
    const path = `/businesses/${made.body.data.id}`;
    expect((await browser.call("GET", path)).status).toBe(200);
    await sql(database)`update memberships set role = 'manager' where user_id = ${browser.userId}`;
    expect((await browser.call("PATCH", path, { name: "Mine" })).status).toBe(403);
    await sql(database)`delete from memberships where user_id = ${browser.userId}`;
    expect((await browser.call("GET", path)).status).toBe(404);
  });

  test("a key takes precedence over a session", async () => {
    const browser = await signedUp(app);
    const answer = await browser.call("GET", "/me", undefined, { authorization: "Bearer dbk_nonsense" });
    expect(answer.status).toBe(401);
  });
});

describe("a write from another web site", () => {
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:81" },
    { origin: "http://localhost:80.evil.example" },
    { origin: "" },
    { origin: "file://" },
  ];
  const business = {
    name: "Haarwerk",
    type: "salon",
    time_zone: "Europe/Berlin",
    currency: "EUR",
    country: "DE",
  };

  test("is refused with a session for every operation", async () => {
    const browser = await signedUp(app);
    for (const headers of foreign) {
      for (const [method, path] of [
        ["POST", "/businesses"],
        ["PATCH", `/businesses/${newId()}`],
        ["GET", "/me"],
      ] as const) {
        const body = method === "POST" ? business : undefined;
        const answer = await browser.call(method, path, body, headers);
        expect([headers, method, answer.status]).toEqual([headers, method, method === "GET" ? 200 : 403]);
      }
      const out = await browser.auth("POST", "/sign-out", undefined, headers);
      expect([headers, out.status, out.body.code]).toEqual([headers, 403, "forbidden_role"]);
    }
    expect((await browser.call("GET", "/me")).body.data.memberships).toEqual([]);
  });

  test("counts against the limit of the session's user, and gets 429 above it", async () => {
    const limited = await buildApp({ database, clock, checkAnswers: true, rateLimitPerMinute: 5 });
    onTestFinished(() => limited.close());
    const browser = await signedUp(limited);
    const paths = ["/businesses", `/businesses/${newId()}`, "/nowhere", "/me", "/businesses"];
    for (const [nth, path] of paths.entries()) {
      const method = path.startsWith("/businesses/") ? "PATCH" : "POST";
      const answer = await browser.call(method, path, undefined, { origin: "https://evil.example" });
      const { "ratelimit-limit": limit, "ratelimit-remaining": remaining } = answer.headers;
      const expected = path === "/nowhere" ? 404 : path === "/me" ? 405 : 403;
      expect([path, answer.status, limit, remaining]).toEqual([path, expected, "5", `${4 - nth}`]);
    }
    const last = await browser.call("POST", "/businesses", undefined, { origin: "https://evil.example" });
    expect([last.status, last.body.code]).toEqual([429, "rate_limited"]);
    expect((await browser.call("GET", "/me")).status).toBe(429);
  });

  test("a page of another origin can neither sign in nor sign up", async () => {
    const { email } = await signedUp(app);
    for (const headers of foreign) {
      const answer = await browserAt(app).auth(
        "POST",
        "/sign-in/email",
        { email, password: PASSWORD },
        headers,
      );
      expect(answer.status).toBe(403);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });

  test("is accepted without an origin, and with a key from any origin", async () => {
    const browser = await signedUp(app);
    const headers = { host: "localhost", cookie: browser.cookie() };
    const plain = await app.inject({ method: "POST", url: "/api/v1/businesses", headers, payload: business });
    expect(plain.statusCode).toBe(201);
    const crossSite = { ...headers, "sec-fetch-site": "cross-site" };
    const hidden = await app.inject({
      method: "POST",
      url: "/api/v1/businesses",
      headers: crossSite,
      payload: business,
    });
    expect(hidden.statusCode).toBe(403);
  });

  test("with a public address only its origin is accepted, and the cookie is Secure and has the prefix __Host-", async () => {
    const publicUrl = "https://book.example.com";
    const signUp = { mode: "open", confirmsAddress: false } as const;
    const httpsApp = await buildApp({ database, clock, publicUrl, signUp });
    const browser = browserAt(httpsApp, "book.example.com");
    const account = { name: "Zoë", email: "public@example.com", password: PASSWORD };
    expect((await browser.auth("POST", "/sign-up/email", account)).status).toBe(403);
    const answer = await browser.auth("POST", "/sign-up/email", account, { origin: publicUrl });
    expect(answer.status).toBe(200);
    expect(String(answer.headers["set-cookie"])).toMatch(
      /^__Host-daybook_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await browser.call("GET", "/me")).status).toBe(200);
    expect((await browser.call("POST", "/businesses", business, { origin: publicUrl })).status).toBe(201);
    await httpsApp.close();
  });
});

describe("changing", () => {
  test("the name shows in /me", async () => {
    const browser = await signedUp(app);
    expect((await browser.auth("POST", "/update-user", { name: "Anna Berg" })).status).toBe(200);
    expect((await browser.call("GET", "/me")).body.data).toMatchObject({
      first_name: "Anna",
      last_name: "Berg",
    });
  });

  test("reads and writes accept a session", async () => {
    const bodies: Record<string, object | undefined> = {
      "/change-password": { currentPassword: PASSWORD, newPassword: PASSWORD },
      "/update-user": { name: "Anna" },
      "/revoke-sessions": undefined,
    };
    for (const [path, body] of Object.entries(bodies)) {
      const answer = await browserAt(app).auth("POST", path, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, "unauthenticated"]);
    }
  });

  test("revoking all sessions ends all of them", async () => {
    const browser = await signedUp(app);
    const other = browserAt(app);
    await other.auth("POST", "/sign-in/email", { email: browser.email, password: PASSWORD });
    expect((await browser.auth("POST", "/revoke-sessions")).status).toBe(200);
    expect((await browser.call("GET", "/me")).status).toBe(401);
    expect((await other.call("GET", "/me")).status).toBe(401);
  });
});
