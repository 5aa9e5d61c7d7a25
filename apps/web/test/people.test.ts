import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { codeIn } from "../../../server/test/fixtures/bookingApp.ts";
import { openBookingSite } from "./bookingSite.ts";

const site = await openBookingSite();

const title = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Opens the booking page without JavaScript and chooses a service. */
async function choose(service: RegExp): Promise<Page> {
  const page = await site.open(`/b/${site.slug}?lang=en`, { javaScriptEnabled: false });
  await page.getByRole("checkbox", { name: service }).check();
  await press(page, "Continue");
  return page;
}

/** Verifies an e-mail address on the page that asks for it. */
async function verify(page: Page, email: string): Promise<void> {
  await title(page, "Your e-mail address");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  const sent = site.emails.length;
  await press(page, "Send code");
  await title(page, "Enter your code");
  await expect.poll(() => site.emails.length).toBeGreaterThan(sent);
  const code = page.getByLabel("Code", { exact: true });
  // Phones suggest the code from the received message for this field.
  expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
  await code.fill(codeIn(site.emails));
  await press(page, "Confirm");
}

test("start times are grouped by time of day", async () => {
  const page = await choose(/^Cut/);
  await page.getByRole("group", { name: "Morning", exact: true }).waitFor();
  const groups = await page.getByRole("group").all();
  const shown: [name: string, first: string, last: string][] = [];
  for (const group of groups) {
    const starts = await group.getByRole("button").allTextContents();
    shown.push([(await group.locator("legend").textContent()) ?? "", starts[0] ?? "", starts.at(-1) ?? ""]);
  }
  // The salon is open from 9:00 to 18:00, and a cut takes 45 minutes.
  expect(shown).toEqual([
    ["Morning", "9:00", "11:45"],
    ["Afternoon", "12:00", "16:45"],
    ["Evening", "17:00", "17:00"],
  ]);
  await site.release(page);
});

test("a visitor whose address several clients share chooses one by first name, or someone else", async () => {
  const email = "family@example.com";
  for (const first_name of ["Mia", "Noah"])
    await site.addClient({ first_name, last_name: "Lindgren", email });
  const page = await choose(/^Cut/);
  await press(page, "9:00");
  await verify(page, email);
  await title(page, "Who is the appointment for?");
  const people = page.locator("form.people");
  expect(await people.getByRole("button").allInnerTexts()).toEqual(
    ["Mia", "Noah", "Someone else"].map((name) => expect.stringContaining(name)),
  );
  expect(await page.content()).not.toContain("Lindgren");
  await people.getByRole("button", { name: "Someone else" }).click();
  await title(page, "Your details");
  expect(await page.getByLabel("First name", { exact: true }).inputValue()).toBe("");
  await page.goBack();
  await people.getByRole("button", { name: "Noah" }).click();
  await title(page, "Review and book");
  await page.getByText(/^Noah/).waitFor();
  await press(page, "Book appointment");
  await title(page, "Your appointment is booked");
  const { items } = (await site.call("GET", "/clients?q=Lindgren")).body.data;
  expect(items).toHaveLength(2);
  await site.release(page);
});

test("the only client of an address is not asked for a name", async () => {
  await site.addClient({ first_name: "Ottilie", last_name: "Sand", email: "ottilie@example.com" });
  const page = await choose(/^Cut/);
  await press(page, "10:00");
  await verify(page, "ottilie@example.com");
  await title(page, "Review and book");
  await page.getByText(/^Ottilie/).waitFor();
  expect(await page.content()).not.toContain("Sand");
  await site.release(page);
});

test("a service with a patch test states the rule, and asks for the code before it shows start times", async () => {
  await site.addService({ name: "Lash tint", requires_patch_test: true });
  const tested = { email: "tested@example.com", patch_test_at: "2027-02-01" };
  await site.addClient({ first_name: "Tina", ...tested });
  const menu = await site.open(`/b/${site.slug}?lang=en`, { javaScriptEnabled: false });
  await menu.getByText("Needs a patch test, between 48 hours and 6 months old.", { exact: true }).waitFor();
  await site.release(menu);

  const page = await choose(/^Lash tint/);
  await page.getByText(/^This service needs a patch test\. Confirm your e-mail address first/).waitFor();
  await verify(page, "untested@example.com");
  await page.getByText(/^This service needs a patch test that is at least 48 hours/).waitFor();
  await site.release(page);

  const known = await choose(/^Lash tint/);
  await verify(known, tested.email);
  await title(known, "Choose a time");
  await press(known, "14:00");
  await title(known, "Review and book");
  await site.release(known);
});
