import { expect, test } from "vitest";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";

const fixture = await testApp();
const manager = await signedInMember(fixture, "manager");

const none = { heading: null, introduction: null, confirmation: null };
const PATH = "/booking-page";

test("a new business has the standard settings, and a manager replaces all of them", async () => {
  const standard = {
    texts: { en: none, de: none, fr: none, es: none },
    accent_color: "#0f766e",
    accent_text_color: "#ffffff",
    origins: [],
    waitlist_mode: "off",
    client_field_ids: null,
    logo_url: null,
    updated_at: null,
  };
  expect((await manager("GET", PATH)).body.data).toEqual(standard);
  const sent = {
    texts: { de: { heading: "Willkommen", introduction: "  " } },
    accent_color: "#C2410C",
    origins: ["https://www.salon.example", "http://localhost:4000"],
    waitlist_mode: "manual",
  };
  const replaced = await manager("PUT", PATH, sent);
  expect(replaced.status).toBe(200);
  expect(replaced.body.data).toEqual({
    logo_url: null,
    texts: { en: none, de: { ...none, heading: "Willkommen" }, fr: none, es: none },
    accent_color: "#c2410c",
    accent_text_color: "#ffffff",
    origins: sent.origins,
    waitlist_mode: "manual",
    client_field_ids: null,
    updated_at: expect.any(String),
  });
  fixture.clock.set(fixture.clock.now() + 1000);
  expect((await manager("PUT", PATH, sent)).body.data).toEqual(replaced.body.data);
  expect((await manager("PUT", PATH, {})).body.data).toMatchObject({
    ...standard,
    updated_at: expect.any(String),
  });
});

test("refuses accents that are hard to see, addresses that are no origins, and other roles", async () => {
  expect(fieldsIn(await manager("PUT", PATH, { accent_color: "#ffe082" }))).toEqual([422, "/accent_color"]);
  const origins = ["https://a.example/page", "http://b.example", "nonsense", "https://c.example"];
  expect(fieldsIn(await manager("PUT", PATH, { origins }))).toEqual([
    422,
    "/origins/0",
    "/origins/1",
    "/origins/2",
  ]);
  const reception = await signedInMember(fixture, "reception");
  expect((await reception("GET", PATH)).status).toBe(403);
  expect((await fixture.call("GET", PATH)).status).toBe(403);
});
