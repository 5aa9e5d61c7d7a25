import { expect, test } from "vitest";
import { browserAt, PASSWORD, signedUp } from "../../../../test/fixtures/signedIn.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp({ isShared: true });

type Browser = Awaited<ReturnType<typeof signedUp>>;

const sessionsOf = async (browser: Pick<Browser, "call">) =>
  (await browser.call("GET", "/me/sessions")).body.data.items as { id: string; is_current: boolean }[];
const currentOf = async (browser: Pick<Browser, "call">) =>
  (await sessionsOf(browser)).find(({ is_current }) => is_current)?.id;

/** Opens a second browser and signs in there as the user of the first browser. */
async function secondBrowser({ email }: { readonly email: string }) {
  const browser = browserAt(open.app);
  expect((await browser.auth("POST", "/sign-in/email", { email, password: PASSWORD })).status).toBe(200);
  return browser;
}

test("a user sees their sessions, and signs out one of them or all others", async () => {
  const first = await signedUp(open.app);
  const [second, third] = [await secondBrowser(first), await secondBrowser(first)];
  const sessions = await sessionsOf(first);
  expect(sessions).toHaveLength(3);
  expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
  expect(JSON.stringify(sessions)).not.toContain("token");

  const ended = await currentOf(second);
  const answer = await first.call("DELETE", `/me/sessions/${ended}`);
  expect([answer.status, answer.body.data]).toEqual([200, { id: ended, deleted: true }]);
  expect((await second.call("GET", "/me")).status).toBe(401);
  expect((await third.call("GET", "/me")).status).toBe(200);
  expect((await first.call("DELETE", `/me/sessions/${ended}`)).status).toBe(404);

  const remaining = await first.call("DELETE", "/me/sessions");
  expect(remaining.body.data.items).toMatchObject([{ is_current: true }]);
  expect((await third.call("GET", "/me")).status).toBe(401);
  expect((await first.call("GET", "/me")).status).toBe(200);
});

test("a session of another user is not found, and stays open", async () => {
  const [one, other] = [await signedUp(open.app), await signedUp(open.app)];
  for (const id of [await currentOf(other), newId()])
    expect((await one.call("DELETE", `/me/sessions/${id}`)).status).toBe(404);
  await one.call("DELETE", "/me/sessions");
  expect((await other.call("GET", "/me")).status).toBe(200);
});

test("an API key has no sessions", async () => {
  const answer = await open.app.inject({
    method: "GET",
    url: "/api/v1/me/sessions",
    headers: { authorization: `Bearer ${open.salon.key}` },
  });
  expect(answer.statusCode).toBe(403);
});
