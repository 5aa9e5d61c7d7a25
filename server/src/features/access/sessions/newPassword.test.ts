import { describe, expect, test } from "vitest";
import { emailingServer } from "../../../../test/fixtures/emailingServer.ts";
import { browserAt, PASSWORD, signedUp } from "../../../../test/fixtures/signedIn.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { settableClock } from "../../../kernel/clock.ts";
import { column, type Statement, statement } from "../../../platform/database/index.ts";

const NOW = Date.UTC(2027, 2, 29, 7, 30);

const clock = settableClock(NOW);

const { app, database, connectionString, emailServer } = await emailingServer({ clock });

const askFor = (email: string) => browserAt(app).auth("POST", "/request-password-reset", { email });
const tokenIn = async (to: string) => {
  await expect
    .poll(() => emailServer.receivedEmails.filter((message) => message.to[0] === to).length)
    .toBeGreaterThan(0);
  const message = emailServer.receivedEmails.findLast((candidate) => candidate.to[0] === to);
  return String(/reset-password\?token=(\S+)/.exec(message?.text ?? "")?.[1]);
};
const choose = (token: string, newPassword = "a new password") =>
  browserAt(app).auth("POST", "/reset-password", { token, newPassword });

describe("a forgotten password", () => {
  test("is reset by at most three e-mails an hour and address; the answer is the same with and without an e-mail", async () => {
    const { email } = await signedUp(app);
    const emails = () => emailServer.receivedEmails.filter((message) => message.to[0] === email).length;
    for (let count = 1; count <= 3; count++) {
      await askFor(email);
      await expect.poll(emails, { timeout: 20_000 }).toBe(count);
    }
    const fourth = await askFor(email.toUpperCase());
    expect(fourth.text).toBe((await askFor("unknown@example.com")).text);
    // E-mails arrive in order, so a fourth e-mail to the first address would arrive before this e-mail to another address.
    const other = await signedUp(app);
    await askFor(other.email);
    await tokenIn(other.email);
    expect(emails()).toBe(3);
    clock.set(NOW + 3_600_000);
    await askFor(email);
    await expect.poll(emails, { timeout: 20_000 }).toBe(4);
    clock.set(NOW);
  });

  test("is set with the link of the e-mail, once, and all sessions end", async () => {
    const browser = await signedUp(app, { name: "You have won" });
    const response = await askFor(browser.email);
    expect(response.status).toBe(200);
    const token = await tokenIn(browser.email);
    expect(emailServer.receivedEmails.at(-1)?.text).not.toContain("You have won");
    const [stored] = await sql(database)<{ text: string }>`
      select coalesce(string_agg(v::text, ' '), '') as text from user_verifications v`;
    expect(stored?.text).not.toContain(token);
    expect((await choose(token)).status).toBe(200);
    expect((await browser.call("GET", "/me")).status).toBe(401);
    const signIn = (password: string) =>
      browserAt(app).auth("POST", "/sign-in/email", { email: browser.email, password });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn("a new password")).status).toBe(200);
    const again = await choose(token);
    expect([again.status, again.body.details.fields[0].path]).toEqual([422, "/token"]);
  });

  test("of two concurrent uses of a link, one succeeds", async () => {
    const { email } = await signedUp(app);
    await askFor(email);
    const token = await tokenIn(email);
    const answers = await Promise.all(["first choice", "second choice"].map((word) => choose(token, word)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("is valid for one hour; an unknown token is refused", async () => {
    const { email } = await signedUp(app);
    await askFor(email);
    const token = await tokenIn(email);
    clock.set(NOW + 3_601_000);
    expect((await choose(token)).status).toBe(422);
    clock.set(NOW);
    expect((await choose("never-sent")).status).toBe(422);
  });

  test("a reset request has the same answer for known and unknown addresses; unknown ones get no e-mail", async () => {
    const { email } = await signedUp(app);
    const [known, unknown] = [await askFor(email), await askFor("unknown@example.com")];
    expect(known.text).toBe(unknown.text);
    await tokenIn(email);
    expect(emailServer.receivedEmails.filter((message) => message.to[0] === "unknown@example.com")).toEqual(
      [],
    );
  });

  test("a new password invalidates earlier codes", async () => {
    const { email } = await signedUp(app);
    await askFor(email);
    const first = await tokenIn(email);
    await askFor(email);
    await expect.poll(() => tokenIn(email)).not.toBe(first);
    expect((await choose(await tokenIn(email))).status).toBe(200);
    const late = await choose(first, "a later choice");
    expect([late.status, late.body.details.fields[0].path]).toEqual([422, "/token"]);
  });
});

test("changing the password requires the current one and ends all other sessions", async () => {
  const browser = await signedUp(app);
  const other = browserAt(app);
  await other.auth("POST", "/sign-in/email", { email: browser.email, password: PASSWORD });
  const change = { currentPassword: "wrong password", newPassword: "another password" };
  const refused = await browser.auth("POST", "/change-password", change);
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([422, "/currentPassword"]);
  const changed = await browser.auth("POST", "/change-password", { ...change, currentPassword: PASSWORD });
  expect(changed.status).toBe(200);
  expect((await browser.call("GET", "/me")).status).toBe(200);
  expect((await other.call("GET", "/me")).status).toBe(401);
});

describe("a new password that is set concurrently with", () => {
  /** Locks the user's rows in a transaction. Returns a function that ends the transaction. */
  async function holding(
    lockRows: Statement<unknown, { readonly userId: string }>,
    userId: string,
  ): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const done = database.transaction(async (tx) => {
      await tx.query(lockRows, { userId });
      held.resolve();
      await released.promise;
    });
    await held.promise;
    return () => {
      released.resolve();
      return done;
    };
  }
  /** Waits until the request has a response or two transactions wait for a lock. */
  async function untilItGetsNoFurther(answer: Promise<unknown>): Promise<void> {
    let isAnswered = false;
    answer.then(() => {
      isAnswered = true;
    });
    const isStuck = async () =>
      (
        await sql(database)<{ count: number }>`
      select count(*)::integer as count
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
      )[0]?.count === 2;
    await expect.poll(async () => isAnswered || (await isStuck()), { timeout: 20_000 }).toBe(true);
  }

  test("a sign-in with the old password before the change: its session ends", async () => {
    const { email, userId } = await signedUp(app);
    await askFor(email);
    const token = await tokenIn(email);
    const release = await holding(lockUser, userId);
    const browser = browserAt(app);
    const signingIn = browser.auth("POST", "/sign-in/email", { email, password: PASSWORD });
    await untilTransactionWaits(connectionString);
    const choosing = choose(token);
    await untilItGetsNoFurther(choosing);
    await release();
    expect([(await signingIn).status, (await choosing).status]).toEqual([200, 200]);
    expect((await browser.call("GET", "/me")).status).toBe(401);
  });

  test("a sign-in with the old password after the change is refused", async () => {
    const { email, userId } = await signedUp(app);
    await askFor(email);
    const token = await tokenIn(email);
    const release = await holding(lockSessions, userId);
    const choosing = choose(token);
    await untilTransactionWaits(connectionString);
    const browser = browserAt(app);
    const signingIn = browser.auth("POST", "/sign-in/email", { email, password: PASSWORD });
    await untilItGetsNoFurther(signingIn);
    await release();
    const { status, body } = await signingIn;
    expect([(await choosing).status, status, body.message]).toEqual([
      200,
      401,
      "The e-mail address or the password is wrong.",
    ]);
    expect((await browser.call("GET", "/me")).status).toBe(401);
  });

  test("two concurrent changes with the old password: one is refused", async () => {
    const one = await signedUp(app);
    const { email, userId } = one;
    const [other, bystander] = [browserAt(app), browserAt(app)];
    for (const browser of [other, bystander])
      await browser.auth("POST", "/sign-in/email", { email, password: PASSWORD });
    const change = (who: typeof other, newPassword: string) =>
      who.auth("POST", "/change-password", { currentPassword: PASSWORD, newPassword });
    const release = await holding(lockSessions, userId);
    const first = change(one, "the first choice");
    await untilTransactionWaits(connectionString);
    const second = change(other, "the second choice");
    await untilItGetsNoFurther(second);
    await release();
    expect((await first).status).toBe(200);
    const { status, body } = await second;
    expect([status, body.details?.fields[0].path]).toEqual([422, "/currentPassword"]);
    expect((await one.call("GET", "/me")).status).toBe(200);
    expect((await other.call("GET", "/me")).status).toBe(401);
  });
});
const lockUser = statement({
  name: "test_new_password_lock_user",
  params: { userId: column.id },
  sql: "select from users where id = $userId for update",
});
const lockSessions = statement({
  name: "test_new_password_lock_sessions",
  params: { userId: column.id },
  sql: "select from user_sessions where user_id = $userId for update",
});

describe("a weak password", () => {
  const refused = (answer: { status: number; body: { details: { fields: { path: string }[] } } }) => [
    answer.status,
    answer.body.details.fields[0]?.path,
  ];

  test("is refused at sign-up, at a change and at a reset, whose link stays valid", async () => {
    const signUp = (password: string) =>
      browserAt(app).auth("POST", "/sign-up/email", {
        name: "Jana Lindner",
        email: "weak@example.com",
        password,
      });
    for (const password of ["password", "weak@example.com", "Jana Lindner"])
      expect(refused(await signUp(password))).toEqual([422, "/password"]);

    const browser = await signedUp(app, { name: "Cora Weiss" });
    const change = (newPassword: string) =>
      browser.auth("POST", "/change-password", { currentPassword: PASSWORD, newPassword });
    for (const password of ["12345678", "Cora Weiss", browser.email])
      expect(refused(await change(password))).toEqual([422, "/newPassword"]);

    await askFor(browser.email);
    const token = await tokenIn(browser.email);
    for (const password of ["football", "coraweiss"])
      expect(refused(await choose(token, password))).toEqual([422, "/newPassword"]);
    expect((await choose(token, "a much better one")).status).toBe(200);
  });
});
