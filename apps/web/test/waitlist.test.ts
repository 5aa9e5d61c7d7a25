import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { openTestSalon, type PageOptions, type TestSalon } from "./testSalon.ts";
import { waitlistOf } from "./waitlistOf.ts";

// The clock of server and pages starts on Monday, 1 March 2027, 7:00 in Berlin.
let salon: TestSalon;
beforeAll(async () => {
  salon = await openTestSalon({ isShared: true, keepsPages: true });
});

async function open(path: string, options?: PageOptions): Promise<Page> {
  const page = await salon.open(path, options);
  await page.getByRole("heading", { name: "Waitlist", level: 1, exact: true }).waitFor();
  return page;
}

const row = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name} Winter`) });
const panel = (page: Page, name: string) => page.getByRole("complementary", { name, exact: true });

test("a client is added with services and times, edited and removed", async () => {
  const { send } = waitlistOf(salon);
  await salon.addClient({ first_name: "Greta", last_name: "Winter", alert: "Nut allergy" });
  const page = await open("waitlist");
  await page.getByRole("button", { name: "Add a client", exact: true }).click();
  const form = panel(page, "Add a client");
  await form.getByRole("combobox", { name: "Client", exact: true }).fill("Greta");
  await page.getByRole("option", { name: /^Greta Winter/ }).click();
  await form.getByText("Nut allergy", { exact: true }).waitFor();
  await form.getByRole("combobox", { name: "Service 1", exact: true }).click();
  await page.getByRole("option", { name: "Cut", exact: true }).click();
  for (const day of ["Mon", "Wed", "Sat", "Sun"]) await form.getByText(day, { exact: true }).click();
  await form.getByLabel("Not before", { exact: true }).fill("17:00");
  await form.getByLabel("Note", { exact: true }).fill("After work");
  await form.getByRole("button", { name: "Add to the waitlist", exact: true }).click();

  const added = panel(page, "Greta Winter");
  await added.getByText("After work", { exact: true }).waitFor();
  await added.getByText(/Tue, Thu, Fri · from 17:00$/).waitFor();
  const { items } = await send("GET", "/waitlist?include=client");
  const [entry] = items.filter(
    ({ client }: { client: { first_name: string } }) => client.first_name === "Greta",
  );
  expect(entry).toMatchObject({
    items: [{ service_id: salon.salon.cut, staff_id: null }],
    windows: [{ from: "2027-03-01", to: "2027-03-15", weekdays: [2, 4, 5], starts: "17:00", ends: "24:00" }],
    note: "After work",
  });

  await added.getByRole("button", { name: "Edit", exact: true }).click();
  const editing = panel(page, "Edit the entry of Greta Winter");
  await editing.getByRole("button", { name: "Add another time", exact: true }).click();
  const second = editing.getByRole("group", { name: "Time 2", exact: true });
  await second.getByLabel("Until", { exact: true }).fill("01/03/2027");
  await editing.getByRole("combobox", { name: "Place in line", exact: true }).click();
  await page.getByRole("option", { name: "Ahead of others", exact: true }).click();
  await editing.getByRole("button", { name: "Save", exact: true }).click();
  await added.getByText("Ahead of others", { exact: true }).waitFor();
  expect(await send("GET", `/waitlist/${entry.id}`)).toMatchObject({
    priority: 10,
    windows: [{ starts: "17:00" }, { from: "2027-03-01", to: "2027-03-01", starts: "00:00" }],
  });

  await added.getByRole("button", { name: "Remove", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Greta Winter from the waitlist?" });
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await added.waitFor({ state: "detached" });
  await row(page, "Greta").waitFor({ state: "detached" });
  expect((await send("GET", `/waitlist/${entry.id}`)).status).toBe("cancelled");
});

test("a free time is offered, counts down and is withdrawn; another one is booked in the calendar", async () => {
  const { waits, status } = waitlistOf(salon);
  const { id } = await waits("Oskar");
  const page = await open("waitlist");
  await row(page, "Oskar").click();
  const entry = panel(page, "Oskar Winter");
  await entry.getByRole("button", { name: "Offer: Tue, 2 Mar, 9:00", exact: true }).click();
  await entry.getByText("Offered: Tue, 2 Mar, 9:00", { exact: true }).waitFor();
  const offers = page.getByRole("list", { name: "Offers without an answer", exact: true });
  await offers.getByText(/^(1 h|5[0-9] min) left$/).waitFor();
  expect(await status(id)).toBe("offered");

  await entry.getByRole("button", { name: "Withdraw the offer", exact: true }).click();
  await entry.getByText("No longer offered: Tue, 2 Mar, 9:00", { exact: true }).waitFor();
  await offers.waitFor({ state: "detached" });
  expect(await status(id)).toBe("waiting");

  await entry.getByRole("button", { name: "Book: Tue, 2 Mar, 9:15", exact: true }).click();
  const form = panel(page, "New appointment");
  await form.getByRole("button", { name: "Book", exact: true }).click();
  await expect.poll(() => status(id), { timeout: 60_000 }).toBe("booked");

  const closed = await open("waitlist?status=booked");
  await row(closed, "Oskar").click();
  await panel(closed, "Oskar Winter")
    .getByRole("link", { name: "Open the appointment", exact: true })
    .click();
  await closed.getByText("9:15–10:00", { exact: true }).waitFor();
});

test("filters are in the URL, and the list shows a change of another user", async () => {
  const { waits, send } = waitlistOf(salon);
  const { cut, colour, ben } = salon.salon;
  await waits("Cara", { items: [{ service_id: cut, staff_id: ben }] });
  const second = await waits("Dora", { items: [{ service_id: colour }] });
  const page = await open(`waitlist?service=${cut}`);
  await row(page, "Cara").waitFor();
  await row(page, "Dora").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Clear filters", exact: true }).click();
  await row(page, "Dora").waitFor();
  await send("DELETE", `/waitlist/${second.id}`);
  await row(page, "Dora").waitFor({ state: "detached" });
  await page.getByRole("combobox", { name: "Status", exact: true }).click();
  await page.getByRole("option", { name: "Cancelled", exact: true }).click();
  await row(page, "Dora").waitFor();
  expect(new URL(page.url()).searchParams.get("status")).toBe("cancelled");
  await row(page, "Cara").waitFor({ state: "detached" });
});

test("the owner chooses who gets free time; reception reads it", async () => {
  const { send } = waitlistOf(salon);
  const path = `/locations/${salon.salon.locationId}/waitlist-settings`;
  const page = await open("waitlist");
  await page.getByRole("heading", { name: /^When time becomes free\s*First in line$/ }).waitFor();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "When time becomes free" });
  await dialog.getByRole("radio", { name: /^Everybody at once/ }).click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: /^When time becomes free\s*Everybody at once$/ }).waitFor();
  expect((await send("GET", path)).mode).toBe("offer_to_all");

  const reception = await open("waitlist", { role: "reception" });
  await reception.getByRole("heading", { name: /^When time becomes free\s*Everybody at once$/ }).waitFor();
  const change = reception.getByRole("button", { name: "Change", exact: true });
  expect(await change.getAttribute("aria-disabled")).toBe("true");
  await send("PUT", path, { mode: "first_in_line" });
});
