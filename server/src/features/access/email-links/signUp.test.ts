import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { closedAtEnd } from "../../../../test/fixtures/closeAtEnd.ts";
import { emailingServer } from "../../../../test/fixtures/emailingServer.ts";
import { pageVisitor } from "../../../../test/fixtures/pageVisitor.ts";
import { browserAt, PASSWORD, signedUp } from "../../../../test/fixtures/signedIn.ts";
import { buildApp } from "../../../app.ts";
import { settableClock } from "../../../kernel/clock.ts";
import { firstAccountToken } from "../sessions/index.ts";

const NOW = Date.UTC(2027, 2, 29, 7, 30);
const clock = settableClock(NOW);
const SECRET = "a secret of these tests, long enough";
const confirming = await emailingServer({
  clock,
  trustProxy: true,
  secret: SECRET,
  signUp: { mode: "open", confirmsAddress: true },
});
const { app, database, emailServer } = confirming;
await app.listen({ host: "127.0.0.1", port: 0 });
const addressOf = (at: typeof app) => `http://127.0.0.1:${(at.server.address() as AddressInfo).port}`;
const address = addressOf(app);
const shared = { database, clock, secret: SECRET, trustProxy: true };
const invited = closedAtEnd(
  await buildApp({ ...shared, signUp: { mode: "invited", confirmsAddress: false } }),
);
await invited.listen({ host: "127.0.0.1", port: 0 });
const closed = closedAtEnd(await buildApp({ ...shared, signUp: { mode: "closed", confirmsAddress: false } }));

const signUp = (email: string, on = app) =>
  browserAt(on).auth("POST", "/sign-up/email", { name: "Jana Lindner", email, password: PASSWORD });
const signIn = (email: string, password = PASSWORD) =>
  browserAt(app).auth("POST", "/sign-in/email", { email, password });
const emailsTo = (email: string) => emailServer.receivedEmails.filter((message) => message.to[0] === email);
const linkIn = async (email: string) => {
  await expect.poll(() => emailsTo(email).length, { timeout: 20_000 }).toBeGreaterThan(0);
  return String(/http\S+(\/confirm-sign-up\?token=\S+)/.exec(emailsTo(email).at(-1)?.text ?? "")?.[1]);
};

// This test runs first, because later tests create users.
test("the link in the log creates the first account, once, where sign-up is by invitation", async () => {
  const path = `/first-account?token=${firstAccountToken(SECRET)}`;
  const [first, second] = [pageVisitor(addressOf(invited)), pageVisitor(addressOf(invited))];
  expect((await first.open("/first-account?token=x")).status).toBe(404);
  expect((await pageVisitor(address).open(path)).status).toBe(404);
  expect((await first.open(path)).status).toBe(200);
  await second.open(path);
  const account = (email: string) => ({ name: "Jana", email, password: PASSWORD, again: PASSWORD });
  expect((await first.send({ ...account("first@example.com"), again: "another" })).status).toBe(422);
  // Both forms are sent at the same time. The server rejects one request, because the other request is in progress (429) or has
  // finished (404).
  const sent = await Promise.all([
    first.send(account("first@example.com")),
    second.send(account("first@example.com")),
  ]);
  const statuses = sent.map(({ status }) => status).sort();
  expect([
    [200, 404],
    [200, 429],
  ]).toContainEqual(statuses);
  await second.open(path);
  expect((await second.open(path)).status).toBe(404);
  const entered = sent[0]?.status === 200 ? first : second;
  const cookie = [...entered.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const me = await invited.inject({ url: "/api/v1/me", headers: { cookie } });
  expect(me.json().data.email).toBe("first@example.com");
});

describe("a sign-up whose address must be confirmed", () => {
  test("opens no session until the link is opened and the password repeated, once", async () => {
    const answer = await signUp("new@example.com");
    expect([answer.status, answer.body, answer.headers["set-cookie"]]).toEqual([
      200,
      { user: null },
      undefined,
    ]);
    expect((await signIn("new@example.com")).status).toBe(401);
    const link = await linkIn("new@example.com");
    const visitor = pageVisitor(address);
    expect((await visitor.open(link)).heading).toBe("Confirm your address");
    expect((await visitor.send({ password: "somebody else's" })).status).toBe(422);
    expect((await signIn("new@example.com")).status).toBe(401);
    expect((await visitor.send({ password: PASSWORD })).heading).toBe("Your address is confirmed");
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const me = await app.inject({ url: "/api/v1/me", headers: { cookie } });
    expect(me.json().data).toMatchObject({
      email: "new@example.com",
      first_name: "Jana",
      last_name: "Lindner",
    });
    expect((await visitor.open(link)).status).toBe(404);
    expect((await signIn("new@example.com")).status).toBe(200);
  });

  test("has the same answer for known addresses, whose owner gets another e-mail", async () => {
    await signUp("twice@example.com");
    const visitor = pageVisitor(address);
    await visitor.open(await linkIn("twice@example.com"));
    await visitor.send({ password: PASSWORD });
    const [known, unknown] = [await signUp("TWICE@example.com"), await signUp("once@example.com")];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    const names = (headers: object) => Object.keys(headers).sort();
    expect(names(known.headers)).toEqual(names(unknown.headers));
    await expect.poll(() => emailsTo("twice@example.com").length, { timeout: 20_000 }).toBe(2);
    expect(emailsTo("twice@example.com")[1]?.text).not.toContain("token=");
  });

  test("is valid for a day, and sends at most three e-mails an hour", async () => {
    for (let count = 0; count < 4; count++) expect((await signUp("often@example.com")).status).toBe(200);
    const link = await linkIn("often@example.com");
    await linkIn("often@example.com");
    clock.set(NOW + 86_400_000);
    expect((await pageVisitor(address).open(link)).status).toBe(404);
    clock.set(NOW);
    expect(emailsTo("often@example.com").length).toBeLessThanOrEqual(3);
  });

  test("refuses weak passwords and addresses as before", async () => {
    const weak = await browserAt(app).auth("POST", "/sign-up/email", {
      name: "Jana",
      email: "weak@example.com",
      password: "password",
    });
    expect([weak.status, weak.body.details.fields[0].path]).toEqual([422, "/password"]);
  });
});

test("where sign-up is by invitation or closed, known and unknown addresses are refused alike", async () => {
  for (const server of [invited, closed]) {
    const answers = [await signUp("first@example.com", server), await signUp("unknown@example.com", server)];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [403, "forbidden_role"],
      [403, "forbidden_role"],
    ]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  }
});

describe("guesses of a password", () => {
  test("are limited per account from all addresses, without locking out the owner's browser", async () => {
    const other = await buildApp({ ...shared, signUp: { mode: "open", confirmsAddress: false } });
    const { email } = await signedUp(other);
    const owner = browserAt(other);
    const enter = (browser: typeof owner, password: string) =>
      browser.auth("POST", "/sign-in/email", { email, password });
    expect((await enter(owner, PASSWORD)).status).toBe(200);
    const guesses = [];
    for (let count = 0; count < 12; count++)
      guesses.push((await enter(browserAt(other), "a wrong guess")).status);
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429]);
    // An unknown browser is rejected even with the correct password, because a successful sign-in would confirm a guessed password.
    expect((await enter(browserAt(other), PASSWORD)).status).toBe(429);
    expect((await enter(owner, "a typing error")).status).toBe(401);
    expect((await enter(owner, PASSWORD)).status).toBe(200);
    clock.set(NOW + 15 * 60_000);
    expect((await enter(browserAt(other), PASSWORD)).status).toBe(200);
    clock.set(NOW);
    await other.close();
  });
});
