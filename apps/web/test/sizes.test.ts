import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { salesOf } from "./salesOf.ts";
import { openTestSalon, type TestSalon } from "./testSalon.ts";

// The clock of server and pages is set to Monday, 1 March 2027, 7:00 in Berlin.
let salon: TestSalon;
let sales: ReturnType<typeof salesOf>;
beforeAll(async () => {
  salon = await openTestSalon({ isShared: true, keepsPages: true });
  sales = salesOf(salon);
  const { locationId } = salon.salon;
  // The calendar offers the choice of staff members only if there are at least four.
  for (const first_name of ["Cleo", "Dana", "Emil"])
    await sales.send("POST", "/staff", { first_name, location_ids: [locationId], bookable: true });
});

/** Returns the width of the page in pixels, including all overflowing elements. */
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test("at 390 px the calendar offers the choice of staff members, the colours, printing and the keys", async () => {
  const page = await salon.open("calendar?date=2027-03-02&view=day", { width: 390, height: 844 });
  await page.locator("[data-column]").nth(1).waitFor();
  await page.getByRole("button", { name: "Colours, printing and keys", exact: true }).click();
  await page.getByRole("menuitem", { name: "By staff member", exact: true }).waitFor();
  await page.getByRole("menuitem", { name: "Print day sheets", exact: true }).waitFor();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts", exact: true }).waitFor();
  await page.getByRole("menuitem", { name: "Ben", exact: true }).click();
  await page.waitForURL(/staff=/);
  expect(await widthOf(page)).toBe(390);
});

test("at 320 px the bar of the calendar does not overflow in German", async () => {
  for (const view of ["day", "week", "list", "month"]) {
    const page = await salon.open(`calendar?date=2027-03-02&view=${view}`, {
      width: 320,
      height: 640,
      locale: "de-DE",
    });
    await page.getByRole("button", { name: "Neuer Termin" }).first().waitFor();
    expect(await widthOf(page), view).toBe(320);
    await salon.release(page);
  }
});

test("at 1,360 px the buttons that add a line to the ticket are in one row", async () => {
  for (const locale of ["en-GB", "de-DE"]) {
    const page = await salon.open("checkout", { width: 1360, height: 850, locale });
    const names =
      locale === "de-DE" ? /^(Anderes Produkt|Gutschein|Rabatt)$/ : /^(Other product|Gift card|Discount)$/;
    const buttons = page.getByRole("button", { name: names });
    await buttons.first().waitFor();
    const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
  }
});

test("at 768 px a tap anywhere in a row of the list of sales opens the sale", async () => {
  const line = { kind: "product", description: "Argan oil", unit_price: sales.eur(1450) };
  const { id } = await sales.sale({ lines: [line] });
  const page = await salon.open("sales", { width: 768, height: 1024 });
  const row = page.getByRole("row", { name: /Argan oil/ });
  await row.waitFor();
  const box = await row.boundingBox();
  if (box === null) throw new Error("The row is not visible.");
  await page.mouse.click(box.x + box.width - 30, box.y + box.height - 8);
  await page.waitForURL(new RegExp(`/sales/${id}`));
});

test("at 768 px the names of the menu stay in one line beside an open panel", async () => {
  const page = await salon.open(`menu?service=${salon.salon.colour}`, { width: 768, height: 1024 });
  const name = page.locator("main ul button").getByText("Massage", { exact: true });
  await page.getByRole("complementary").waitFor();
  expect((await name.boundingBox())?.height).toBeLessThan(40);
  expect(await widthOf(page)).toBe(768);
});

test("on touch screens fields and buttons are 44 px high", async () => {
  const page = await salon.open("settings/business", { width: 390, height: 844, hasTouch: true });
  const field = page.getByRole("textbox", { name: "Name", exact: true });
  const heightOf = async (one: typeof field) => Math.round((await one.boundingBox())?.height ?? 0);
  await field.waitFor();
  expect(await heightOf(field)).toBe(44);
  expect(await heightOf(page.getByRole("button", { name: "Search", exact: true }))).toBe(44);
  expect(await heightOf(page.getByRole("button", { name: "Save", exact: true }))).toBe(44);
  expect(await widthOf(page)).toBe(390);
});

test("at 2,560 px the calendar fills the width, and other screens have lines of a readable length", async () => {
  await sales.appointment();
  const size = { width: 2560, height: 1440 };
  const calendar = await salon.open("calendar?date=2027-03-01&view=day", size);
  await calendar.locator("[data-entry]").first().waitFor();
  const columns = await calendar
    .locator("[data-column]")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  expect(Math.max(...columns.map(({ right }) => right))).toBeGreaterThan(2500);
  expect(await widthOf(calendar)).toBe(2560);
  for (const path of ["clients", "sales", "reports", "menu", "team", "settings", "settings/sandbox"]) {
    const page = await salon.open(path, size);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await widthOf(page), path).toBe(2560);
    const paragraphs = await page
      .locator("main p")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(Math.max(0, ...paragraphs), path).toBeLessThan(1400);
    await salon.release(page);
  }
});
