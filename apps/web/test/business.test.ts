import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { salesOf } from "./salesOf.ts";
import { openTestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ isShared: true, keepsPages: true });
const sales = salesOf(salon);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const save = (page: Page) => button(page, "Save").click();

test("a user is invited, and the role of another one changes", async () => {
  const reception = await salon.login("reception");
  const page = await salon.open("settings/users");
  await button(page, "Invite a user").click();
  await page.getByLabel("E-mail", { exact: true }).fill("mia@example.com");
  await page.getByRole("radio", { name: "Manager", exact: true }).check();
  await button(page, "Send the invitation").click();
  await page.getByRole("heading", { name: "Open invitations", exact: true }).waitFor();
  expect((await sales.send("GET", "/invitations")).items).toMatchObject([
    { email: "mia@example.com", role: "manager" },
  ]);
  await page.getByRole("button", { name: /^Rosa Richter/ }).click();
  await page.getByRole("radio", { name: "Manager", exact: true }).check();
  await save(page);
  await page.getByRole("button", { name: /^Rosa Richter.*Manager$/ }).waitFor();
  const { items } = await sales.send("GET", "/members");
  expect(items.find(({ email }: { email: string }) => email === reception.email).role).toBe("manager");
});

test("a policy is saved as a new version, with a preview for clients", async () => {
  const page = await salon.open("settings/policies");
  const card = page.getByRole("switch", { name: /^Ask for a card when a booking/ });
  expect(await card.isDisabled()).toBe(true);
  await page.getByText(/^Set a fee first/).waitFor();
  await page.getByLabel("Free cancellation until … hours before").fill("24");
  await page.getByRole("combobox", { name: "Fee for a late cancellation", exact: true }).click();
  await page.getByRole("option", { name: "Percent", exact: true }).click();
  await page.getByLabel("Fee for a late cancellation: percent").fill("50");
  await page
    .getByText(/until 24 hours before your appointment\. After that we charge 50\s?% of the price\./)
    .waitFor();
  await card.check();
  await page.getByText(/^No card is asked for yet: connect a payment account/).waitFor();
  await page.getByText(/Bookings online need a card, to which these fees can be charged\.$/).waitFor();
  await expectAccessible(page, "main");
  await save(page);
  await page.getByText(/^Version 1, valid since/).waitFor();
  expect(await card.isChecked()).toBe(true);
  expect(await sales.send("GET", "/policies")).toMatchObject({
    version: 1,
    cancellation_window_minutes: 1440,
    late_cancel_fee: { kind: "percent", percent: 50 },
    no_show_fee: { kind: "none" },
    card_required: true,
  });
});

test("the business is renamed and gets a client field", async () => {
  const page = await salon.open("settings/business");
  await page.getByLabel("Tax number on receipts").fill("DE123456789");
  await save(page);
  await page.getByText("Saved", { exact: true }).waitFor();
  expect((await sales.send("GET", "")).tax_number).toBe("DE123456789");
  await page.getByRole("link", { name: "Settings", exact: true }).first().click();
  await page.getByRole("link", { name: /^Client fields/ }).click();
  await button(page, "New field").click();
  await page.getByLabel("Label", { exact: true }).fill("Shampoo");
  await save(page);
  await page.getByRole("button", { name: /^Shampoo/ }).waitFor();
  expect((await sales.send("GET", "")).client_fields).toMatchObject([{ label: "Shampoo", type: "text" }]);
});

test("a location gets other opening hours", async () => {
  const page = await salon.open("settings/locations");
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await page.getByLabel("Monday, start 1").fill("8:15");
  await save(page);
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
  const { hours } = await sales.send("GET", `/locations/${salon.salon.locationId}`);
  expect(hours).toContainEqual(expect.objectContaining({ weekday: 1, starts: "08:15" }));
});

test("a tax rate and a product with stock are created", async () => {
  const page = await salon.open("settings/tax-rates");
  await button(page, "New tax rate").click();
  await page.getByLabel("Name", { exact: true }).fill("Standard");
  await page.getByRole("textbox", { name: "Percent", exact: true }).fill("19");
  await save(page);
  await page.getByRole("button", { name: /^Standard.*19\s?%$/ }).waitFor();
  await salon.follow(page, "settings/products");
  await button(page, "New product").click();
  await page.getByLabel("Name", { exact: true }).fill("Argan oil");
  await page.getByLabel("Price", { exact: true }).fill("14.50");
  await page.getByRole("combobox", { name: "Tax rate", exact: true }).click();
  await page.getByRole("option", { name: "Standard", exact: true }).click();
  await page.getByLabel("Count the stock").check();
  await page.getByLabel("In stock", { exact: true }).fill("12");
  await save(page);
  await page.getByRole("button", { name: /^Argan oil.*12 in stock.*€14\.50$/ }).waitFor();
  const [rate] = (await sales.send("GET", "/tax-rates")).items;
  expect((await sales.send("GET", "/products")).items).toMatchObject([
    { name: "Argan oil", price: sales.eur(1450), tax_rate_id: rate.id, stock: 12 },
  ]);
});

test("a package, a gift card and a promotion are created, and can be sold at the checkout", async () => {
  const page = await salon.open("settings/prepaid");
  await button(page, "New package").click();
  await button(page, "Save").click();
  await page.getByText("Enter a price.", { exact: true }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Ten cuts");
  await page.getByRole("combobox", { name: "Pays for", exact: true }).click();
  await page.getByRole("option", { name: "Cut", exact: true }).click();
  // Escape closes the list of options but not the panel.
  await page.keyboard.press("Escape");
  await page.getByLabel("Price", { exact: true }).fill("405");
  await save(page);
  await page.getByRole("button", { name: /^Ten cuts.*10 services.*Cut.*€405\.00$/ }).waitFor();
  await page.getByRole("tab", { name: "Gift cards", exact: true }).click();
  await button(page, "New gift card").click();
  await page.getByLabel("Name", { exact: true }).fill("Voucher");
  await page.getByLabel("Balance", { exact: true }).fill("50");
  await save(page);
  await page.getByRole("button", { name: /^Voucher.*Worth €50\.00.*€50\.00$/ }).waitFor();
  expect((await sales.send("GET", "/packages")).items).toMatchObject([
    {
      name: "Ten cuts",
      units: 10,
      service_ids: [salon.salon.cut],
      price: sales.eur(40_500),
      valid_months: null,
    },
  ]);
  expect((await sales.send("GET", "/gift-cards")).items).toMatchObject([
    { name: "Voucher", value: sales.eur(5000), price: sales.eur(5000) },
  ]);

  await salon.follow(page, "settings/promotions?promotion=new");
  await page.getByLabel("Name", { exact: true }).fill("Spring");
  await page.getByRole("textbox", { name: "Percent", exact: true }).fill("20");
  await page.getByLabel("Code", { exact: true }).fill("SPRING-20");
  await save(page);
  await page.getByRole("button", { name: /^Spring.*SPRING-20.*20.?%$/ }).click();
  await page.getByRole("textbox", { name: "Percent", exact: true }).fill("25");
  await save(page);
  await page.getByRole("button", { name: /^Spring.*25.?%$/ }).waitFor();
  expect((await sales.send("GET", "/promotions")).items).toMatchObject([
    { name: "Spring", code: "SPRING-20", kind: "percent", percent: 25 },
  ]);
});

test("a day is closed: the difference between counted and expected cash is shown, and a report has the takings", async () => {
  const lines = [{ kind: "product", description: "Brush", unit_price: sales.eur(2500) }];
  await sales.sale({ lines, payments: [{ method: "cash", amount: sales.eur(2500) }] });
  const page = await salon.open("sales", { role: "reception" });
  await button(page, "Day closing").click();
  await button(page, "Close the day").click();
  await page.getByLabel("Cash", { exact: true }).fill("24.00");
  await page.locator("aside").getByRole("button", { name: "Close the day", exact: true }).click();
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: "Cash", exact: true }) });
  await row.waitFor();
  expect(await row.getByRole("cell").allInnerTexts()).toEqual([
    "€25.00",
    "€0.00",
    "€25.00",
    "€24.00",
    "-€1.00",
  ]);
  await salon.release(page);
  const owner = await salon.open("reports?report=takings");
  const takings = owner
    .getByRole("row")
    .filter({ has: owner.getByRole("rowheader", { name: "Cash", exact: true }) });
  await takings.waitFor();
  expect(await takings.getByRole("cell").first().innerText()).toBe("1");
  const csv = await owner.getByRole("link", { name: "Download CSV", exact: true }).getAttribute("href");
  const { cookie } = await salon.login("owner");
  const file = await fetch(salon.address + csv, { headers: { cookie } });
  expect([file.status, file.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/csv")]);
  expect(await file.text()).toContain("cash");
});

test("every report opens, and the dashboard of today compares with the day before and lists the next appointments", async () => {
  const today = new Date(salon.clock.now()).toISOString().slice(0, 10);
  const booked = await salon.book(`${today}T16:00:00Z`, salon.salon.cut);
  expect(booked.status).toBe(201);
  const page = await salon.open("reports");
  await page.getByText("Sales total", { exact: true }).first().waitFor();
  await page
    .getByText(/ before$/)
    .first()
    .waitFor();
  await page
    .getByRole("img", { name: "Taken in the last seven days", exact: true })
    .locator("canvas")
    .waitFor();
  const next = page.getByRole("region", { name: "Next appointments", exact: true });
  expect(await next.getByRole("link", { name: /Zoë Müller.*Cut/ }).getAttribute("href")).toContain(
    `open=${booked.body.data.id}`,
  );
  for (const name of ["Taxes", "Staff", "Services", "Clients", "Utilisation", "Liabilities", "Waitlist"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    await page
      .getByRole("region", { name, exact: true })
      .or(page.getByText("Nothing in this period"))
      .waitFor();
  }
});

test("on a phone, the dates of a report appear when the user selects other dates", async () => {
  const page = await salon.open("reports");
  const from = page.getByLabel("From", { exact: true });
  await from.waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await from.waitFor({ state: "hidden" });
  const period = page.getByRole("combobox", { name: "Period", exact: true });
  await period.click();
  await page.getByRole("option", { name: "Other dates", exact: true }).click();
  await from.waitFor();
  await period.click();
  await page.getByRole("option", { name: "This month", exact: true }).click();
  await from.waitFor({ state: "hidden" });
  expect(page.url()).toContain("from=");
});

test("a chart shows the table's figures under the pointer, and takes the colours of the dark scheme", async () => {
  const product = { kind: "product", description: "Comb", unit_price: sales.eur(7000) };
  await sales.sale({ lines: [product], payments: [{ method: "cash", amount: sales.eur(7000) }] });
  const page = await salon.open("reports?from=2027-02-20&to=2027-03-05&compare=none");
  const chart = page.getByRole("img", { name: "Taken by day", exact: true });
  const canvas = chart.locator("canvas");
  await canvas.waitFor();
  const today = page.getByRole("row").filter({ hasText: /€[7-9]\d\.\d\d/ });
  await today.first().waitFor();
  const date = await today.first().getByRole("rowheader").innerText();
  const index = (await page.getByRole("row").allInnerTexts()).findIndex((text) => text.startsWith(date)) - 1;
  const box = (await chart.locator(".u-over").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // The chart shows 14 days with equal widths.
  await page.mouse.move(box.x + (box.width * (index + 0.5)) / 14, box.y + box.height / 2);
  await chart.getByText(date, { exact: true }).waitFor();
  await chart.getByText(/^This period: €[7-9]\d\.\d\d$/).waitFor();
  await page.mouse.move(0, 0);
  const drawn = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
  const light = await drawn();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(drawn, { timeout: 20_000 }).not.toBe(light);
});

test("the audit log shows who changed what, before and after", async () => {
  const { id } = await sales.send("POST", "/service-categories", { name: "Hair care" });
  expect(id).toBeDefined();
  const page = await salon.open("settings/audit-log");
  await page
    .getByRole("button", { name: /^Category of the menu · created.*Jana Lindner/ })
    .first()
    .click();
  await page.getByRole("cell", { name: "Hair care", exact: true }).waitFor();
});
