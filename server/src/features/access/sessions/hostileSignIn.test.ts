import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { browserAt, PASSWORD, signedUp } from "../../../../test/fixtures/signedIn.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { testServer } from "../../../../test/fixtures/testApp.ts";
import { buildApp } from "../../../app.ts";
import { systemClock } from "../../../kernel/clock.ts";
import { openDatabase } from "../../../platform/database/index.ts";
import { SIGN_IN_OPERATIONS } from "./signInOperations.ts";

const { app, database } = await testServer({ clock: systemClock, checkAnswers: false });

const withBody = SIGN_IN_OPERATIONS.filter((operation) => operation.body !== undefined);
const rows = async () =>
  (
    await sql(database)<{ count: number }>`
  select (select count(*) from users) + (select count(*) from user_sessions)
    + (select count(*) from user_verifications) as count`
  )[0]?.count;

/** Sends these bytes as the request body, checks the format of the error, and returns the status and the error code. */
async function send(path: string, payload: string | Buffer, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: "POST",
    url: `/api/auth${path}`,
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    headers: { host: "localhost", "content-type": "application/json", ...headers },
    payload,
  });
  const body = answer.json();
  expect(body).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) });
  expect(answer.body).not.toMatch(/better-auth|pg|syntax|select|node_modules/i);
  return [answer.statusCode, body.code];
}

test.each(withBody.map(({ path, body }) => [path, body] as const))(
  "%s refuses hostile text before it goes anywhere",
  async (path, shape) => {
    const before = await rows();
    const fields = Object.keys(shape?.properties ?? {}).filter((field) => field !== "rememberMe");
    const valid: Record<string, string> = {
      name: "Jana",
      email: "jana@example.com",
      password: PASSWORD,
      token: "x",
      newPassword: PASSWORD,
      currentPassword: PASSWORD,
    };
    const hostile = ["a\0b@example.com", "a\ud800@example.com", "x".repeat(100_000), 5, null, [], {}, true];
    for (const field of fields)
      for (const value of hostile) {
        const body = Object.fromEntries(fields.map((name) => [name, name === field ? value : valid[name]]));
        expect([field, value, ...(await send(path, JSON.stringify(body)))]).toEqual([
          field,
          value,
          422,
          "validation_failed",
        ]);
      }
    expect(await rows()).toBe(before);
  },
);

test.each(withBody.map(({ path }) => path))(
  "%s refuses bodies that are not JSON or have an unaccepted size",
  async (path) => {
    expect(await send(path, "")).toEqual([422, "validation_failed"]);
    expect(await send(path, "{")).toEqual([400, "malformed_request"]);
    expect(await send(path, Buffer.from([0x22, 0xff, 0x22]))).toEqual([400, "malformed_request"]);
    expect(await send(path, "[]")).toEqual([422, "validation_failed"]);
    expect(await send(path, `${"[".repeat(5000)}${"]".repeat(5000)}`)).toEqual([422, "validation_failed"]);
    expect(await send(path, `{"name":"${"x".repeat(1_000_000)}"}`)).toEqual([413, "payload_too_large"]);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect(await send(path, "email=a&password=b", form)).toEqual([415, "unsupported_media_type"]);
  },
);

test("other routes of better-auth answer 404", async () => {
  const { cookie } = await signedUp(app);
  const others = [
    "/ok",
    "/error",
    "/sign-in/social",
    "/callback/google",
    "/verify-email",
    "/send-verification-email",
    "/change-email",
    "/set-password",
    "/update-session",
    "/delete-user",
    "/delete-user/callback",
    "/reset-password/token",
    "/list-sessions",
    "/revoke-session",
    "/revoke-other-sessions",
    "/link-social",
    "/list-accounts",
    "/unlink-account",
    "/refresh-token",
    "/get-access-token",
    "/account-info",
    "/verify-password",
    "/sign-in/email/",
    "//sign-in/email",
    "/SIGN-IN/email",
    "",
  ];
  for (const path of others)
    for (const method of ["GET", "POST"] as const) {
      const answer = await app.inject({
        method,
        url: `/api/auth${path}`,
        headers: { cookie: cookie(), host: "localhost:80" },
      });
      expect([path, method, answer.statusCode, answer.json().code]).toEqual([path, method, 404, "not_found"]);
    }
});

test("another method answers 405", async () => {
  for (const { path, method } of SIGN_IN_OPERATIONS) {
    const answer = await app.inject({ method: method === "GET" ? "POST" : "GET", url: `/api/auth${path}` });
    expect([path, answer.statusCode, answer.headers.allow]).toEqual([path, 405, method]);
  }
});

test("hostile header values do not affect a sign-in", async () => {
  const { email } = await signedUp(app);
  const junk = [
    { "user-agent": `\u00ff\u0080${"x".repeat(3000)}` },
    { "x-forwarded-for": "'; drop table users; --", "x-daybook-address": "\u00ff" },
    { cookie: `daybook_session=\u00ff; ${"a=b; ".repeat(500)}` },
    { cookie: "daybook_session=%00%00; __proto__=1; constructor=2" },
    { referer: "javascript:alert(1)", "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" },
  ];
  for (const headers of junk) {
    const answer = await browserAt(app).auth(
      "POST",
      "/sign-in/email",
      { email, password: PASSWORD },
      headers,
    );
    expect([headers, answer.status]).toEqual([headers, 200]);
  }
});

test("an unavailable database answers 503", async () => {
  const gone = openDatabase({ connectionString: "postgresql://daybook@127.0.0.1:1/none" });
  const unavailableApp = await buildApp({ database: gone, clock: systemClock });
  for (const { path, method, body } of SIGN_IN_OPERATIONS) {
    const sound = {
      name: "J",
      email: "j@example.com",
      password: PASSWORD,
      token: "x",
      newPassword: PASSWORD,
    };
    const wanted = Object.fromEntries(
      Object.entries({ ...sound, currentPassword: PASSWORD }).filter(([field]) => body?.properties[field]),
    );
    const answer = await unavailableApp.inject({
      method,
      url: `/api/auth${path}`,
      ...(body && { payload: wanted }),
    });
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 503, "unavailable"]);
  }
  await unavailableApp.close();
  await gone.close();
});
