import { expect, test } from "vitest";
import { signedUp } from "../../../../test/fixtures/signedIn.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";

const open = await testApp({ isShared: true });

test("a user changes their own name; absent keeps, null clears the last name", async () => {
  const browser = await signedUp(open.app, { name: "Jana Lindner" });
  const update = async (body: object) => (await browser.call("PATCH", "/me", body)).body.data;
  const changed = await update({ first_name: "  Johanna " });
  expect([changed.first_name, changed.last_name]).toEqual(["Johanna", "Lindner"]);
  expect((await update({ last_name: "Linde" })).last_name).toBe("Linde");
  expect((await update({ last_name: null })).last_name).toBe("");
  expect((await browser.call("GET", "/me")).body.data.first_name).toBe("Johanna");
  expect((await browser.call("PATCH", "/me", { first_name: " " })).status).toBe(422);
  expect((await browser.call("PATCH", "/me", { email: "x@example.com" })).status).toBe(422);
});

test("an API key cannot change the name of its user", async () => {
  const answer = await open.app.inject({
    method: "PATCH",
    url: "/api/v1/me",
    headers: { authorization: `Bearer ${open.salon.key}` },
    payload: { first_name: "Eve" },
  });
  expect(answer.statusCode).toBe(403);
});
