import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openTestSalon, type TestSalon } from "./testSalon.ts";

// The clock of server and pages is set to Monday, 1 March 2027, 7:00 in Berlin.
let salon: TestSalon;
const pages: Page[] = [];
beforeAll(async () => {
  salon = await openTestSalon();
});
afterAll(() => salon.close());
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});

async function open(path: string): Promise<Page> {
  const page = await salon.open(path);
  pages.push(page);
  return page;
}

async function booked(date: string, time: string, staffId = salon.salon.anna) {
  const answer = await salon.book(`${date}T${time}:00+01:00`, salon.salon.cut, staffId);
  expect(answer.status).toBe(201);
  return answer.body.data as { id: string; starts_at: string };
}

const read = async (id: string) => (await salon.call("GET", `/appointments/${id}`)).body.data;
const cardAt = (page: Page, time: string) => page.getByRole("button", { name: new RegExp(`^${time} to `) });

test("habit 19: an appointment of another user appears while a note is typed and a card is dragged", async () => {
  await booked("2027-03-02", "10:00");
  const page = await open("calendar?date=2027-03-02&view=day");
  await cardAt(page, "10:00").click();
  const note = page.locator("aside").getByLabel("Note for the team");
  await note.fill("Prefers tea");
  await booked("2027-03-02", "10:00", salon.salon.ben);
  await expect.poll(() => cardAt(page, "10:00").count()).toBe(2);
  expect(await note.inputValue()).toBe("Prefers tea");

  const grid = page.locator("[data-grid]");
  const top = await grid.evaluate((element) => element.scrollTop);
  const box = await cardAt(page, "10:00").first().boundingBox();
  if (box === null) throw new Error("The card is not on the page.");
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 40, { steps: 4 });
  await page.locator("[data-ghost]").waitFor();
  const dragged = await page.locator("[data-ghost]").textContent();
  await booked("2027-03-02", "12:00", salon.salon.ben);
  await cardAt(page, "12:00").waitFor();
  expect(await page.locator("[data-ghost]").textContent()).toBe(dragged);
  expect(await grid.evaluate((element) => element.scrollTop)).toBe(top);
  await page.keyboard.press("Escape");
  await page.mouse.up();
});

test("habit 10: a cancellation can be undone, and its e-mail can be left out", async () => {
  const { id } = await booked("2027-03-03", "10:00");
  const page = await open("calendar?date=2027-03-03&view=day");
  await cardAt(page, "10:00").click();
  await page.getByRole("button", { name: "Other status", exact: true }).click();
  await page.getByRole("menuitem", { name: "Cancel appointment", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this appointment?" });
  await dialog.getByRole("checkbox", { name: "Tell the client by e-mail", exact: true }).uncheck();
  const sent = page.waitForRequest((request) => request.url().endsWith(`/appointments/${id}/transitions`));
  await dialog.getByRole("button", { name: "Cancel appointment", exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({ to: "cancelled", notify_client: false });
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.waitFor();
  expect((await read(id)).status).toBe("cancelled");
  await undo.click();
  await expect.poll(async () => (await read(id)).status).toBe("booked");
});

test("a taken time is reported while the user chooses, before saving", async () => {
  await salon.addClient({ first_name: "Grace", last_name: "Hopper" });
  await booked("2027-03-04", "10:00");
  const page = await open("calendar?date=2027-03-04&view=day&new=2027-03-04T09:00:00.000Z");
  const panel = page.locator("aside");
  const choose = async (label: string, option: string | RegExp) => {
    await panel.locator(`input[aria-label="${label}"]`).click();
    await page.getByRole("option", { name: option }).first().click();
  };
  await panel.getByPlaceholder("Name, phone or e-mail").fill("hopper");
  await page.getByRole("option", { name: /Grace Hopper/ }).click();
  await choose("Service 1", /^Cut/);
  await choose("Staff member for service 1", "Anna");
  await panel.getByText(/^Anna has an appointment from 10:00 to /).waitFor();
  await choose("Staff member for service 1", "Ben");
  await panel.getByText("This time is taken", { exact: true }).waitFor({ state: "detached" });
  const path = `/appointments?location_id=${salon.salon.locationId}&from=2027-03-04T00:00:00Z&to=2027-03-05T00:00:00Z`;
  expect((await salon.call("GET", path)).body.data.items).toHaveLength(1);
});

test("without the stream a banner says so, and the page polls until the stream is back", async () => {
  const page = await open("calendar?date=2027-03-05&view=day");
  await page.route(/\/changes$/, (route) => route.abort());
  await page.reload();
  const banner = page.getByText(/^Not connected to live updates\./);
  await banner.waitFor();
  await booked("2027-03-05", "10:00");
  await cardAt(page, "10:00").waitFor();
  await page.unroute(/\/changes$/);
  await banner.waitFor({ state: "detached" });
});
