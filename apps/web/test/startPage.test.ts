import { beforeAll, expect, test } from "vitest";
import { buildApp } from "../../../server/src/app.ts";
import { type BookingApp, bookingApp } from "../../../server/test/fixtures/bookingApp.ts";
import { closedAtEnd } from "../../../server/test/fixtures/closeAtEnd.ts";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { TEST_SECRET } from "../../../server/test/fixtures/testApp.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";

let open: BookingApp;
/** A second server on the same database. */
let second: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  ensureBuilt();
  open = await bookingApp();
  const { database, clock } = open;
  second = closedAtEnd(await buildApp({ database, clock, secret: TEST_SECRET }));
});

test("every change that the start page shows is on the next page, of every server", async () => {
  const { locationId, cut, anna } = open.salon;
  const owner = await signedInMember(open, "owner");
  const read = async () => {
    const answers = await Promise.all(
      [open.app, second].map((app) => app.inject({ method: "GET", url: `/b/${open.slug}?lang=en` })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const [one = "", other = ""] = answers.map(({ body }) => body);
    expect(other).toBe(one);
    return one;
  };
  const week = [1, 2, 3, 4, 5, 6, 7];
  const changes: [method: "PATCH" | "PUT" | "POST", path: string, body: object, shown: string][] = [
    ["PATCH", "", { name: "Salon Nordlicht" }, "Salon Nordlicht"],
    [
      "PATCH",
      `/locations/${locationId}`,
      { address: { line1: "Kai 7", city: "Bremen", country: "DE" } },
      "Kai 7",
    ],
    [
      "PUT",
      `/locations/${locationId}/hours`,
      {
        hours: week.map((weekday) => ({ weekday, starts: "07:15", ends: "13:45" })),
        hour_exceptions: [],
      },
      "13:45",
    ],
    ["PATCH", `/services/${cut}`, { name: "Trim", description: "With a wash" }, "With a wash"],
    ["PATCH", `/services/${cut}`, { price: { amount: 7777, currency: "EUR" } }, "77.77"],
    ["PATCH", `/services/${cut}`, { duration_minutes: 95 }, "1 h 35 min"],
    // The start page does not show staff names; the next page does.
    ["PATCH", `/staff/${anna}`, { first_name: "Annette" }, ""],
    ["PUT", "/booking-page", { texts: { en: { heading: "Good morning" } } }, "Good morning"],
    ["PUT", "/booking-page", { accent_color: "#123456" }, "#123456"],
    ["POST", "/service-categories", { name: "Hair and more" }, ""],
  ];
  let before = await read();
  for (const [method, path, body, shown] of changes) {
    const answer = await owner(method, path, body);
    expect([path, answer.status < 300], JSON.stringify(answer.body)).toEqual([path, true]);
    const after = await read();
    if (shown === "") continue;
    expect([path, before.includes(shown), after.includes(shown)]).toEqual([path, false, true]);
    expect(await read()).toBe(after);
    before = after;
  }

  const { items } = (await owner("GET", "/service-categories")).body.data;
  await owner("PATCH", `/services/${cut}`, { category_id: items[0].id });
  expect(await read()).toContain("Hair and more");
  await owner("PATCH", `/service-categories/${items[0].id}`, { name: "Hair" });
  expect(await read()).not.toContain("Hair and more");

  await owner("PUT", `/locations/${locationId}/publishing`, { published: false });
  for (const app of [open.app, second])
    expect((await app.inject({ method: "GET", url: `/b/${open.slug}?lang=en` })).statusCode).toBe(403);
});
