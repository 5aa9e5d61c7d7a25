import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { temporaryBlobs } from "../../../server/src/platform/blobs/index.ts";
import { startWorker } from "../../../server/src/worker.ts";
import { closedAtEnd } from "../../../server/test/fixtures/closeAtEnd.ts";
import { startedPairing } from "../../../server/test/fixtures/kioskApp.ts";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { TEST_SECRET } from "../../../server/test/fixtures/testApp.ts";
import { openTestSalon, type TestSalon } from "./testSalon.ts";

// The salon is a sandbox. The clock of server and pages is set to Monday, 1 March 2027, 7:00 in Berlin.
let salon: TestSalon;
const blobs = closedAtEnd(temporaryBlobs());

beforeAll(async () => {
  salon = await openTestSalon({ keepsPages: true, sandbox: true });
  closedAtEnd(
    startWorker({
      database: salon.database,
      clock: salon.clock,
      databaseClock: salon.databaseClock,
      secret: TEST_SECRET,
      webhooks: { allowPrivate: true, allowHttp: true },
      blobs: blobs.blobs,
      paymentProvider: null,
      mailer: { from: "Daybook <daybook@example.com>", send: async () => {}, close: () => {} },
      appUrl: "http://daybook.invalid",
      log: (message, error) => console.error(message, error),
    }),
  );
});

const banner = (page: Page) => page.getByRole("complementary", { name: "Sandbox", exact: true });
const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("a sandbox is created, opened and marked in the choice of a business", async () => {
  const page = await salon.open("settings/sandbox");
  await click(page, "New sandbox");
  const panel = page.getByRole("complementary", { name: "New sandbox", exact: true });
  await panel.getByRole("button", { name: "Create the sandbox", exact: true }).click();
  await panel.getByText("Enter a name.", { exact: true }).waitFor();
  await panel.getByLabel("Name", { exact: true }).fill("Spielwiese");
  await panel.getByRole("combobox", { name: "Kind of business", exact: true }).click();
  await page.getByRole("option", { name: "Barber", exact: true }).click();
  await panel.getByRole("button", { name: "Create the sandbox", exact: true }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Spielwiese" });
  await row.getByText("Open now", { exact: true }).waitFor();
  const business = /app\/([^/]+)/.exec(page.url())?.[1] ?? "";
  expect(business).not.toBe(salon.salon.businessId);
  const made = await page.request.get(`/api/v1/businesses/${business}`);
  expect((await made.json()).data).toMatchObject({
    name: "Spielwiese",
    type: "barber",
    time_zone: "Europe/Berlin",
    sandbox: true,
  });

  await page.goto("/app/?choose=1");
  const choice = page.getByRole("link", { name: /^Spielwiese/ });
  await choice.getByText("Sandbox", { exact: true }).waitFor();
  await choice.click();
  await banner(page).waitFor();
});

test("events are triggered with real records, and a time in the past is refused", async () => {
  const page = await salon.open("settings/sandbox");
  await page.getByRole("combobox", { name: "Event", exact: true }).click();
  await page.getByRole("option", { name: "Client created", exact: true }).click();
  await click(page, "Trigger the event");
  await page.getByText("Triggered: Client created", { exact: true }).waitFor();
  const { items } = (await salon.call("GET", "/clients?q=test.client%40example.com")).body.data;
  expect(items).toMatchObject([{ last_name: "Client" }]);

  await page.getByLabel("Advance to", { exact: true }).fill("28/02/2027");
  await click(page, "Advance");
  await page.getByText("Enter a date and time after 01/03/2027, 7:00.", { exact: true }).waitFor();
  await page.getByLabel("Advance to", { exact: true }).fill("02/03/2029");
  await click(page, "Advance");
  await page.getByText("One advance covers at most two years.", { exact: true }).waitFor();
});

test("every screen shows the banner; only owners and managers get its link", async () => {
  for (const path of ["calendar", "clients", "reports", "settings"]) {
    const page = await salon.open(path);
    await banner(page).getByText("Its time: 01/03/2027, 7:00", { exact: true }).waitFor();
    await banner(page).getByRole("link", { name: "Test clock", exact: true }).waitFor();
    await salon.release(page);
  }
  const page = await salon.open("calendar", { role: "reception", width: 320, height: 640, locale: "de-DE" });
  await banner(page)
    .getByText(/^Ihre Zeit: 01\.03\.2027, 0?7:00$/)
    .waitFor();
  expect(await banner(page).getByRole("link").count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("a kiosk of a sandbox says that it is one", async () => {
  const { code, cookie } = await startedPairing(salon);
  const manager = await signedInMember(salon, "manager");
  const path = `/locations/${salon.salon.locationId}/kiosks`;
  expect((await manager("POST", path, { code, name: "Desk" })).status).toBe(201);
  const page = await salon.openSignedOut("/app/sign-in");
  const [name = "", value = ""] = cookie.split("=");
  await page
    .context()
    .addCookies([{ name, value, domain: "127.0.0.1", path: "/api/v1/kiosk", httpOnly: true }]);
  await page.goto("/kiosk");
  // A kiosk starts in the language of the business.
  await page.getByText("Dies ist ein Test-Kiosk: Hier ist nichts echt.", { exact: true }).waitFor();
});

test("after an advance, the screens take today and the time from the test clock", async () => {
  const asked = await salon.book("2027-03-08T10:00:00+01:00", salon.salon.cut);
  expect(asked.status).toBe(201);
  const page = await salon.open("settings/sandbox");
  await click(page, "1 week");
  await banner(page).getByText("Its time: 08/03/2027, 7:00", { exact: true }).waitFor();
  await page.getByText("It is ahead of the real time, and stands still until you advance it.").waitFor();
  await page.getByLabel("Advance to", { exact: true }).fill("08/03/2027");
  await page.getByLabel("Time", { exact: true }).fill("09:40");
  await click(page, "Advance");
  await banner(page).getByText("Its time: 08/03/2027, 9:40", { exact: true }).waitFor();

  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await page.getByRole("button", { name: /^10:00 to / }).waitFor();
  expect(await page.locator("[data-now]").textContent()).toBe("9:40");
  await page.getByRole("link", { name: "Reports", exact: true }).click();
  await page
    .getByRole("region", { name: "Next appointments" })
    .getByRole("link", { name: /10:00/ })
    .waitFor();

  const reloaded = await salon.open("calendar");
  await reloaded.getByRole("button", { name: /^10:00 to / }).waitFor();
  expect(await reloaded.locator("[data-now]").textContent()).toBe("9:40");
});
