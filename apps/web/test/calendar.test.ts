import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { openTestSalon, type TestSalon } from "./testSalon.ts";

// The clock of server and pages starts on Monday, 1 March 2027, 7:00 in Berlin. The browser's time zone is Los Angeles.
let salon: TestSalon;
beforeAll(async () => {
  salon = await openTestSalon({ isShared: true, keepsPages: true });
});

/** Books one item. Each test uses different dates, so that tests do not share appointments. */
async function booked(date: string, time: string, serviceId = salon.salon.cut, staffId = salon.salon.anna) {
  const answer = await salon.book(`${date}T${time}:00+01:00`, serviceId, staffId);
  expect(answer.status).toBe(201);
  return answer.body.data as { id: string; items: { id: string }[]; starts_at: string };
}

const read = async (id: string) => (await salon.call("GET", `/appointments/${id}`)).body.data;
const cards = (page: Page) => page.locator("[data-entry]");
const column = (page: Page, name: "Anna" | "Ben") =>
  page.locator(`[data-column$="${salon.salon[name === "Anna" ? "anna" : "ben"]}"]`);
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("It is not on the page.");
  return box;
};

/** Scrolls the grid to a time of day. Returns the position of that time in the column, in pixels of the viewport. */
async function pointAt(page: Page, name: "Anna" | "Ben", hours: number) {
  const body = column(page, name);
  await page.locator("[data-grid]").evaluate((grid, at) => {
    const height = grid.querySelector("[data-body]")?.clientHeight ?? 0;
    grid.scrollTop = (height * at) / 24 - 200;
  }, hours);
  const { x, y, width, height } = await boxOf(body);
  return { x: x + width / 2, y: y + (height * hours) / 24, minute: height / 1440 };
}

async function drag(page: Page, card: Locator, byX: number, byY: number, grip = 12) {
  const { x, y } = await boxOf(card);
  await page.mouse.move(x + 30, y + grip);
  await page.mouse.down();
  await page.mouse.move(x + 30 + byX / 2, y + grip + byY / 2, { steps: 4 });
  await page.mouse.move(x + 30 + byX, y + grip + byY, { steps: 4 });
}

test("habit 1: heads and columns have the same edges, and heads and hours stay while the grid scrolls", async () => {
  await booked("2027-03-02", "09:00");
  const page = await salon.open("calendar?date=2027-03-02&view=day");
  await cards(page).first().waitFor();
  const edges = (selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all.flatMap((each) => {
        const { left, right } = each.getBoundingClientRect();
        return [left, right];
      }),
    );
  const [heads, columns] = [await edges("[data-head]"), await edges("[data-column]")];
  expect(heads).toHaveLength(4);
  for (const [index, edge] of heads.entries())
    expect(Math.abs(edge - (columns[index] ?? 0))).toBeLessThanOrEqual(1);
  const topBefore = (await boxOf(page.locator("[data-head]").first())).y;
  await page.locator("[data-grid]").evaluate((grid) => grid.scrollBy(0, 300));
  expect((await boxOf(page.locator("[data-head]").first())).y).toBe(topBefore);
  // On a narrow page, the columns scroll horizontally, and the hour labels stay in place.
  await page.setViewportSize({ width: 250, height: 800 });
  const hours = page.locator("[data-body] > [aria-hidden]").first();
  const headBefore = (await boxOf(page.locator("[data-head]").first())).x;
  const leftBefore = (await boxOf(hours)).x;
  await page.locator("[data-grid]").evaluate((grid) => grid.scrollBy(20, 0));
  await expect
    .poll(async () => (await boxOf(page.locator("[data-head]").first())).x)
    .toBeLessThan(headBefore);
  expect((await boxOf(hours)).x).toBe(leftBefore);
});

test("habit 2: off-hours, blocks and processing time look different", async () => {
  await booked("2027-03-03", "10:00", salon.salon.colour);
  const block = { location_id: salon.salon.locationId, staff_id: salon.salon.ben, label: "Lunch" };
  await salon.call("POST", "/blocks", {
    ...block,
    starts_at: "2027-03-03T12:00:00+01:00",
    ends_at: "2027-03-03T13:00:00+01:00",
  });
  const page = await salon.open("calendar?date=2027-03-03&view=day");
  await cards(page).first().waitFor();
  const backgroundOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => getComputedStyle(each).backgroundImage);
  const looks = [
    await backgroundOf("[data-column] > [aria-hidden]"),
    await backgroundOf("[data-kind=block]"),
    await backgroundOf("[data-kind=item] > span:first-child"),
  ];
  expect(looks.every((look) => look.includes("gradient"))).toBe(true);
  expect(new Set(looks).size).toBe(3);
  expect(await page.getByRole("button", { name: /Lunch, 12:00 to 13:00, blocked time/ }).count()).toBe(1);
});

test("habit 3: the line of the present is at the location's time, and T leads to today", async () => {
  const page = await salon.open("calendar?date=2027-03-09&view=day");
  await page.getByRole("button", { name: "Today" }).waitFor();
  await page.keyboard.press("t");
  await page.locator("[data-now]").first().waitFor();
  expect(await page.locator("[data-now]").first().textContent()).toMatch(/^7:0\d$/);
  expect(new URL(page.url()).searchParams.has("date")).toBe(false);
});

test("habit 4: date, view, staff and location are in the URL", async () => {
  const owner = await signedInMember(salon, "owner");
  const other = await owner("POST", "/locations", {
    name: "Zeughaus",
    address: { line1: "Am Hafen 2", city: "Berlin", country: "DE" },
    time_zone: "Europe/Berlin",
  });
  expect(other.status).toBe(201);
  const page = await salon.open(`calendar?date=2027-03-04&view=week&staff=${salon.salon.ben}`);
  await page
    .getByRole("textbox", { name: "Staff member" })
    .or(page.getByRole("combobox", { name: "Staff member" }))
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Next week" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("date")).toBe("2027-03-11");
  await page.getByText("Month", { exact: true }).click();
  await page.getByRole("table").waitFor();
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("view"), searchParams.get("staff")]).toEqual(["month", salon.salon.ben]);
  await page.reload();
  await page.getByRole("table").waitFor();
  await page.goto(`/app/${salon.salon.businessId}/calendar?date=2027-03-04&location=${other.body.data.id}`);
  const shown = () => page.locator('header input[aria-label="Location"]').inputValue();
  await expect.poll(shown, { timeout: 20_000 }).toBe("Zeughaus");
  await page.locator('header input[aria-label="Location"]').click();
  await page.getByRole("option", { name: "Lindenhof", exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("location")).toBe(salon.salon.locationId);
  const removed = await owner("PATCH", `/locations/${other.body.data.id}`, { active: false });
  expect(removed.status).toBe(200);
});

test("habit 5: a click on empty time offers an appointment or a block, with time and staff member filled in", async () => {
  const page = await salon.open("calendar?date=2027-03-05&view=day");
  await column(page, "Ben").waitFor();
  const { x, y } = await pointAt(page, "Ben", 11.3);
  await page.mouse.click(x, y);
  await page.getByRole("menuitem", { name: "Block time" }).click();
  expect(await page.getByLabel("Time", { exact: true }).inputValue()).toBe("11:15");
  await page.getByLabel("Label").fill("Training");
  await page.locator("aside").getByRole("button", { name: "Block time" }).click();
  await page.getByRole("button", { name: "Training, 11:15 to 11:45, blocked time" }).waitFor();
  const later = await pointAt(page, "Ben", 14.05);
  await page.mouse.click(later.x, later.y);
  await page.getByRole("menuitem", { name: "New appointment", exact: true }).click();
  const form = page.getByRole("complementary", { name: "New appointment", exact: true });
  await expect
    .poll(() => form.locator('input[aria-label="Staff member for service 1"]').inputValue())
    .toBe("Ben");
  expect(await form.getByLabel("Time", { exact: true }).inputValue()).toBe("14:00");
});

test("habits 6, 8, 10: a drag snaps to five minutes, shows old and new, and can be undone", async () => {
  const { id } = await booked("2027-03-08", "10:00");
  const page = await salon.open("calendar?date=2027-03-08&view=day");
  const card = cards(page).first();
  await card.waitFor();
  const { minute } = await pointAt(page, "Anna", 10);
  const across = (await boxOf(column(page, "Ben"))).x - (await boxOf(column(page, "Anna"))).x;
  await drag(page, card, across, 62 * minute);
  expect(await page.locator("[data-ghost]").textContent()).toBe("11:00–11:45, Ben");
  await page.mouse.up();
  const dialog = page.getByRole("dialog");
  await dialog.locator("dd").last().waitFor();
  expect(await dialog.locator("dd").allTextContents()).toEqual(
    ["Mon 1 Mar", "Mon 8 Mar"].map(() => expect.any(String)),
  );
  expect(await dialog.locator("dd").first().textContent()).toContain("10:00–10:45, Anna");
  expect(await dialog.locator("dd").last().textContent()).toContain("11:00–11:45, Ben");
  const notify = dialog.getByRole("checkbox", { name: "Tell the client by e-mail", exact: true });
  expect(await notify.isChecked()).toBe(true);
  await notify.uncheck();
  const sent = page.waitForRequest((request) => request.url().endsWith(`/appointments/${id}/schedule`));
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({ notify_client: false });
  await page.getByRole("button", { name: "Undo", exact: true }).waitFor();
  expect((await read(id)).items[0]).toMatchObject({
    staff_id: salon.salon.ben,
    starts_at: "2027-03-08T11:00:00+01:00",
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(async () => (await read(id)).items[0])
    .toMatchObject({ staff_id: salon.salon.anna, starts_at: "2027-03-08T10:00:00+01:00" });
});

test("habits 7 and 10: dragging the lower edge resizes, and can be undone", async () => {
  const { id } = await booked("2027-03-09", "10:00");
  const page = await salon.open("calendar?date=2027-03-09&view=day");
  const card = cards(page).first();
  await card.waitFor();
  const { minute } = await pointAt(page, "Anna", 10);
  const { height } = await boxOf(card);
  await drag(page, card, 0, 15 * minute, height - 3);
  expect(await page.locator("[data-ghost]").textContent()).toBe("10:00–11:00, Anna");
  await page.mouse.up();
  await page.getByRole("dialog").getByRole("button", { name: "Change duration" }).click();
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.waitFor();
  expect((await read(id)).items[0].duration_minutes).toBe(60);
  await undo.click();
  await expect.poll(async () => (await read(id)).items[0].duration_minutes).toBe(45);
});

test("habit 9: Escape leaves a dragged card where it was", async () => {
  const { id, starts_at } = await booked("2027-03-10", "10:00");
  const page = await salon.open("calendar?date=2027-03-10&view=day");
  await cards(page).first().waitFor();
  await drag(page, cards(page).first(), 0, 120);
  await page.locator("[data-ghost]").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-ghost]").waitFor({ state: "detached" });
  await page.mouse.up();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect((await read(id)).starts_at).toBe(starts_at);
});

test("habit 11: a taken time shows its conflicts and other starts, and can be booked anyway", async () => {
  await booked("2027-03-11", "12:00");
  const { id } = await booked("2027-03-11", "10:00");
  const page = await salon.open("calendar?date=2027-03-11&view=day");
  await cards(page).first().waitFor();
  const { minute } = await pointAt(page, "Anna", 10);
  await drag(page, cards(page).first(), 0, 120 * minute);
  await page.mouse.up();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Move" }).click();
  await dialog.getByText(/Anna has an appointment from 12:00 to 12:\d\d/).waitFor();
  await dialog
    .getByRole("button", { name: /Thu,? 11 Mar/ })
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Book anyway" }).click();
  await expect.poll(async () => (await read(id)).starts_at).toBe("2027-03-11T12:00:00+01:00");
});

test("habit 12: Move, then a click on a time of another date", async () => {
  const { id } = await booked("2027-03-12", "10:00");
  const page = await salon.open("calendar?date=2027-03-12&view=day");
  await cards(page).first().click();
  await page.locator("aside").getByRole("button", { name: "Move" }).click();
  await page.getByRole("button", { name: "Next day" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("date")).toBe("2027-03-13");
  await column(page, "Ben").waitFor();
  const { x, y } = await pointAt(page, "Ben", 14.05);
  await page.mouse.click(x, y);
  await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
  await expect.poll(async () => (await read(id)).starts_at).toBe("2027-03-13T14:00:00+01:00");
});

test("habit 13: arrows walk over cards, Alt moves, Alt and Shift resize, and it is announced", async () => {
  const { id } = await booked("2027-03-15", "10:00");
  await booked("2027-03-15", "12:00");
  await booked("2027-03-15", "11:45", salon.salon.cut, salon.salon.ben);
  const page = await salon.open("calendar?date=2027-03-15&view=day");
  await cards(page).first().waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  await cards(page).first().focus();
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toContain("12:00 to 12:45");
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toContain("11:45 to 12:30");
  await cards(page).first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowRight");
  await page
    .locator("[aria-live=assertive]", { hasText: "10:10 to 10:55, Ben" })
    .waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
  await expect.poll(async () => (await read(id)).starts_at).toBe("2027-03-15T10:10:00+01:00");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^10:10 to 10:55/ }).focus();
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Change duration" }).click();
  await expect.poll(async () => (await read(id)).items[0].duration_minutes).toBe(50);
});

test("habit 14: keys N, W, D, M and / work, and are off while typing", async () => {
  const page = await salon.open("calendar?date=2027-03-16&view=day");
  await column(page, "Anna").waitFor();
  await page.keyboard.press("w");
  await expect.poll(() => page.locator("[data-head]").count()).toBe(7);
  await page.keyboard.press("m");
  await page.getByRole("table").waitFor();
  await page.keyboard.press("d");
  await expect.poll(() => page.locator("[data-head]").count()).toBe(2);
  await page.keyboard.press("n");
  const client = page.locator("aside").getByPlaceholder("Name, phone or e-mail");
  await client.fill("");
  await client.pressSequentially("wm");
  expect(await client.inputValue()).toBe("wm");
  expect(await page.locator("[data-head]").count()).toBe(2);
  await page.locator("aside").getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("/");
  await page.getByPlaceholder("Search clients, screens and actions").waitFor();
});

test("habit 15: on touch a swipe scrolls, and holding lifts a card", async () => {
  await booked("2027-03-17", "10:00");
  const page = await salon.open("calendar?date=2027-03-17&view=day", { hasTouch: true, width: 800 });
  const card = cards(page).first();
  await card.waitFor();
  const { x, y } = await boxOf(card);
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", atY: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + 30, y: atY }],
    });
  const scrollTop = () => page.locator("[data-grid]").evaluate((grid) => grid.scrollTop);
  const before = await scrollTop();
  await touch("touchStart", y + 20);
  for (const by of [20, 60, 120, 180]) await touch("touchMove", y + 20 - by);
  expect(await page.locator("[data-ghost]").count()).toBe(0);
  // After a quick swipe, the grid keeps scrolling. A touch during that time would stop the scrolling instead of starting a drag.
  await page.locator("[data-grid]").evaluate((grid) => {
    grid.addEventListener("scrollend", () => grid.setAttribute("data-settled", ""), { once: true });
  });
  await touch("touchEnd", 0);
  await page.locator("[data-grid][data-settled]").waitFor();
  expect(await scrollTop()).toBeGreaterThan(before);
  await page.locator("[data-grid]").evaluate((grid, top) => {
    grid.scrollTop = top;
  }, before);
  const lifted = await boxOf(card);
  await touch("touchStart", lifted.y + 20);
  await page.clock.runFor(400);
  await page.locator("[data-ghost]").waitFor();
  await touch("touchEnd", 0);
});

test("habits 16 and 17: a card says time, client, service, status and alert; the next status is two clicks away", async () => {
  const clientId = await salon.addClient({
    first_name: "Ada",
    last_name: "Lovelace",
    alert: "Allergic to nickel",
  });
  const answer = await salon.book("2027-03-18T10:00:00+01:00", salon.salon.cut, salon.salon.anna, {
    client_id: clientId,
  });
  const page = await salon.open("calendar?date=2027-03-18&view=day");
  const card = page.getByRole("button", {
    name: "10:00 to 10:45, Ada Lovelace, Cut, Booked, Alert: Allergic to nickel",
  });
  await card.waitFor();
  expect(await card.locator("svg").count()).toBeGreaterThanOrEqual(2);
  await card.click();
  await page.getByRole("button", { name: "Check in" }).click();
  await page.getByRole("button", { name: /Ada Lovelace, Cut, Arrived/ }).waitFor();
  expect((await read(answer.body.data.id)).status).toBe("arrived");
});

/** Creates a client and a waitlist entry for a cut on the date. Returns the first name of the client, and the entry. */
async function waiting(date: string, first_name: string) {
  const owner = await signedInMember(salon, "owner");
  const { locationId, cut, anna } = salon.salon;
  await owner("PUT", `/locations/${locationId}/publishing`, { published: true });
  const client_id = await salon.addClient({ first_name, email: `${first_name.toLowerCase()}@example.com` });
  const made = await owner("POST", "/waitlist", {
    client_id,
    location_id: locationId,
    items: [{ service_id: cut, staff_id: anna }],
    windows: [{ from: date, to: date }],
  });
  expect(made.status).toBe(201);
  const status = async () => (await owner("GET", `/waitlist/${made.body.data.id}`)).body.data.status;
  return { client_id, status };
}

test("habit 18: free times that fit the waitlist are shown, and can be booked, offered and dismissed", async () => {
  const date = "2027-04-07";
  const [booking, offering, dismissing] = [
    await waiting(date, "Wilma"),
    await waiting(date, "Oskar"),
    await waiting(date, "Dieter"),
  ];
  const page = await salon.open(`calendar?date=${date}&view=day`);
  await page.getByRole("button", { name: "3 clients on the waitlist fit free times", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Waitlist", exact: true });
  const match = (name: string) =>
    panel.getByRole("listitem").filter({ hasText: name }).filter({ hasText: "9:00" });
  await match("Dieter").getByRole("button", { name: "Dismiss", exact: true }).click();
  await page.getByRole("button", { name: "2 clients on the waitlist fit free times", exact: true }).waitFor();
  await match("Oskar").getByRole("button", { name: "Offer", exact: true }).click();
  await panel.getByText(/^Offered: .*answer by/).waitFor();
  expect(await offering.status()).toBe("offered");
  await match("Wilma").getByRole("button", { name: "Book", exact: true }).click();
  const form = page.getByRole("complementary", { name: "New appointment", exact: true });
  await form.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByRole("complementary", { name: /Wilma/ }).waitFor();
  await expect.poll(() => booking.status(), { timeout: 60_000 }).toBe("booked");
  expect(await dismissing.status()).toBe("waiting");
});

test("habit 28: a new appointment is filled in from the waitlist", async () => {
  const date = "2027-04-08";
  const entry = await waiting(date, "Frieda");
  const page = await salon.open(`calendar?date=${date}&view=day`);
  await page.locator("[data-grid]").waitFor();
  await page.getByRole("button", { name: "New", exact: true }).click();
  const form = page.getByRole("complementary", { name: "New appointment", exact: true });
  await form.getByRole("button", { name: /^From the waitlist/ }).click();
  await form.getByRole("button", { name: "Frieda · Cut", exact: true }).click();
  await expect
    .poll(() => form.getByLabel("Client", { exact: true }).inputValue(), { timeout: 60_000 })
    .toContain("Frieda");
  await form.getByRole("button", { name: "Book", exact: true }).click();
  await expect.poll(() => entry.status(), { timeout: 60_000 }).toBe("booked");
});

test("the calendar sends its first requests once, although the page announces them too", async () => {
  await booked("2027-06-24", "10:00");
  const page = await salon.open("calendar?date=2027-06-24&view=day");
  await cards(page).first().waitFor();
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  await page.reload();
  await cards(page).first().waitFor();
  const business = `/businesses/${salon.salon.businessId}`;
  const lists = ["locations", "staff", "services"].map((name) => `${business}/${name}?limit=100`);
  // Counts only the requests before the change stream opens. After each page load, the stream delivers the notice of this test's booking,
  // which causes a refetch.
  const reloaded = urls.slice(urls.lastIndexOf(page.url()));
  const beforeChanges = reloaded.slice(
    0,
    reloaded.findIndex((url) => url.endsWith("/changes")),
  );
  for (const url of ["/me", business, ...lists])
    expect(
      beforeChanges.filter((each) => each.endsWith(`/api/v1${url}`)),
      url,
    ).toHaveLength(1);
});

test("habit 20: printing gives one sheet for each staff member with entries", async () => {
  await booked("2027-03-19", "10:00");
  await booked("2027-03-19", "10:00", salon.salon.cut, salon.salon.ben);
  const page = await salon.open("calendar?date=2027-03-19&view=day");
  await cards(page).first().waitFor();
  await page.emulateMedia({ media: "print" });
  await page.locator("[data-print] section h2").first().waitFor();
  expect(await page.locator("[data-print] section h2").allTextContents()).toEqual([
    "Anna, Friday, 19 March 2027",
    "Ben, Friday, 19 March 2027",
  ]);
  expect(await page.locator("[data-grid]").isVisible()).toBe(false);
});

test("habit 21: an empty day offers to book, and leads to the next booked date", async () => {
  await booked("2027-04-20", "10:00");
  const page = await salon.open("calendar?date=2027-04-12&view=day");
  await page.getByText("Nothing is booked on this day").waitFor();
  await page.getByRole("button", { name: /Next booked: Tue,? 20 Apr/ }).click();
  await cards(page).first().waitFor();
});

test("habits 23, 25, 26, 27: a client from two letters, her alert before saving, staff for each service, one booking for two clicks", async () => {
  const phone_e164 = "+4915155503333";
  const grace = { first_name: "Grace", last_name: "Hopper", email: "rear.admiral@example.org", phone_e164 };
  await salon.addClient({ ...grace, alert: "Patch test first" });
  const page = await salon.open("calendar?date=2027-03-22&view=day&new=2027-03-22T09:00:00.000Z");
  const panel = page.locator("aside");
  for (const typed of ["rear.adm", "5550333", "ho"]) {
    await panel.getByPlaceholder("Name, phone or e-mail").fill(typed);
    await page.getByRole("option", { name: /^Grace Hopper/ }).waitFor();
    // Waits until the previous option has disappeared, so that the next search cannot find it.
    if (typed !== "ho") {
      await panel.getByPlaceholder("Name, phone or e-mail").fill("zz");
      await page.getByRole("option", { name: /^Grace Hopper/ }).waitFor({ state: "detached" });
    }
  }
  await page.getByRole("option", { name: /^Grace Hopper/ }).click();
  await panel.getByText("Patch test first").waitFor();
  await choose(page, "Service 1", /^Cut/);
  await panel.getByRole("button", { name: "Add a service" }).click();
  await choose(page, "Service 2", /^Colour/);
  await choose(page, "Staff member for service 2", "Ben");
  await panel.getByRole("button", { name: "Book", exact: true }).dblclick();
  await page.getByRole("button", { name: /^10:00 to 10:45, Grace Hopper/ }).waitFor();
  await page.getByRole("button", { name: /^10:45 to 12:15, Grace Hopper, Colour/ }).waitFor();
  const { body } = await salon.call(
    "GET",
    `/appointments?location_id=${salon.salon.locationId}&from=2027-03-22T00:00:00Z&to=2027-03-23T00:00:00Z`,
  );
  expect(body.data.items).toHaveLength(1);
});

test("habit 23: a new client is added with the appointment", async () => {
  const page = await salon.open("calendar?date=2027-03-23&view=day&new=2027-03-23T09:00:00.000Z");
  const panel = page.locator("aside");
  await panel.getByPlaceholder("Name, phone or e-mail").fill("Katherine Johnson");
  await page.getByRole("option", { name: /Add “Katherine Johnson”/ }).click();
  expect(await panel.getByLabel("Last name").inputValue()).toBe("Johnson");
  await panel.getByLabel("Phone").fill("030 1234567");
  await choose(page, "Service 1", /^Cut/);
  await panel.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByRole("button", { name: /^10:00 to 10:45, Katherine Johnson/ }).waitFor();
  const { body } = await salon.call("GET", "/clients?q=katherine");
  expect(body.data.items[0].phone_e164).toBe("+49301234567");
});

test("habit 11: a taken time of a new appointment can be booked anyway, and the new client is created once", async () => {
  await booked("2027-03-25", "10:00");
  const page = await salon.open("calendar?date=2027-03-25&view=day&new=2027-03-25T09:00:00.000Z");
  const panel = page.locator("aside");
  await panel.getByPlaceholder("Name, phone or e-mail").fill("Annie Easley");
  await page.getByRole("option", { name: /Add “Annie Easley”/ }).click();
  await choose(page, "Service 1", /^Cut/);
  await choose(page, "Staff member for service 1", "Anna");
  await panel.getByRole("button", { name: "Book", exact: true }).click();
  await panel.getByText(/Anna has an appointment from 10:00 to 10:\d\d/).waitFor();
  await panel.getByRole("button", { name: "Book anyway", exact: true }).click();
  await page.getByRole("button", { name: /^10:00 to 10:45, Annie Easley/ }).waitFor();
  const { body } = await salon.call("GET", "/clients?q=easley");
  expect(body.data.items).toHaveLength(1);
});

test("habit 24: Find a time offers free starts of all staff members", async () => {
  await booked("2027-03-24", "09:00");
  const page = await salon.open("calendar?date=2027-03-24&view=day&new=2027-03-24T08:00:00.000Z");
  const panel = page.locator("aside");
  await choose(page, "Service 1", /^Cut/);
  await panel.getByRole("button", { name: "Find a time" }).click();
  const first = panel.getByRole("button", { name: "9:00", exact: true }).first();
  await first.click();
  expect(await panel.getByLabel("Time", { exact: true }).inputValue()).toBe("9:00");
  expect(
    await panel
      .getByRole("combobox", { name: "Staff member for service 1" })
      .or(panel.getByLabel("Staff member for service 1"))
      .first()
      .inputValue(),
  ).toBe("Ben");
});

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.locator("aside").locator(`input[aria-label="${label}"]`).click();
  await page.getByRole("option", { name: option }).first().click();
}

test("an appointment is booked as a series; dates that are taken are named", async () => {
  const { salon: shop } = salon;
  // The second date of the series is already taken.
  const taken = await salon.book("2027-05-17T08:00:00Z", shop.cut);
  expect(taken.status).toBe(201);
  const page = await salon.open(
    `calendar?date=2027-05-10&view=day&client=${shop.clientId}&new=2027-05-10T08:00:00.000Z~${shop.anna}`,
  );
  const panel = page.locator("aside");
  await panel.locator('input[aria-label="Service 1"]').click();
  await page.getByRole("option", { name: /^Cut/ }).click();
  await panel.getByRole("switch", { name: "Repeat", exact: true }).check();
  await panel.getByLabel("Every … weeks", { exact: true }).fill("1");
  await panel.getByLabel("Number of dates", { exact: true }).fill("3");
  await panel.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByText(/^Booked\. These dates were taken and are left out: .*17 May/).waitFor();
  const listed = await salon.call("GET", `/clients/${shop.clientId}/appointments`);
  const starts = listed.body.data.items.map(({ starts_at }: { starts_at: string }) => starts_at.slice(0, 10));
  expect(starts.filter((date: string) => date.startsWith("2027-05")).sort()).toEqual([
    "2027-05-10",
    "2027-05-17",
    "2027-05-24",
  ]);
});

test("cards are coloured by category, staff member or status, and buffers are outlined", async () => {
  const { salon: shop } = salon;
  const buffered = await salon.addService({
    name: "Bleach",
    buffer_before_minutes: 5,
    buffer_after_minutes: 10,
  });
  const at = "2027-05-11T08:00:00Z";
  expect((await salon.book(at, buffered, shop.anna)).status).toBe(201);
  expect((await salon.book(at, shop.cut, shop.ben)).status).toBe(201);
  const page = await salon.open("calendar?date=2027-05-11&view=day");
  const cards = page.locator("[data-entry]");
  await cards.nth(1).waitFor();
  await page.locator("[data-buffer]").first().waitFor({ state: "attached" });
  const colours = async () =>
    new Set(
      await cards.evaluateAll((all) =>
        all.map((card) => (card as HTMLElement).style.getPropertyValue("--bar")),
      ),
    );
  for (const [name, count] of [
    ["By status", 1],
    ["By staff member", 2],
  ] as const) {
    await page.getByRole("button", { name: "Colours, printing and keys", exact: true }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
    await expect.poll(async () => (await colours()).size, { timeout: 60_000 }).toBe(count);
  }
  // The browser stores the choice.
  await page.reload();
  await cards.nth(1).waitFor();
  await expect.poll(async () => (await colours()).size, { timeout: 60_000 }).toBe(2);
});

test("habit 35: the history of an appointment names who moved it, and when", async () => {
  const { id } = await booked("2027-03-29", "10:00");
  const manager = await signedInMember(salon, "manager");
  const path = `/appointments/${id}`;
  const moved = await manager("PATCH", `${path}/schedule`, { starts_at: "2027-03-29T14:00:00+02:00" });
  expect(moved.status).toBe(200);
  const { body } = await manager("GET", `${path}/history`);
  const change = body.data.items.find(({ changed }: { changed: string[] }) => changed.includes("starts_at"));
  // The times in the audit log come from the database, not from the server's test clock. The app shows 0:32, not 00:32.
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/Berlin",
    hour: "numeric",
    minute: "2-digit",
  });
  const page = await salon.open(`calendar?date=2027-03-29&view=day&open=${id}`);
  const history = page.getByRole("region", { name: "History", exact: true });
  const entry = history.getByRole("listitem").filter({ hasText: "Changed: time" });
  const named = entry.filter({ hasText: change.who.label });
  await named
    .filter({ hasText: time.format(Date.parse(change.at)) })
    .first()
    .waitFor();
});

test("habit 22: a full day shows all its appointments with at most three requests for it", async () => {
  // A full run books 300 appointments. `npm run bench -- app` measures the times of the filled calendar.
  const { businessId, locationId } = salon.salon;
  const staff = isFullRun ? 12 : 2;
  const service = await salon.addService({ name: "Brow tidy", duration_minutes: 15, staff: [] });
  const owner = await signedInMember(salon, "owner");
  const members: string[] = [];
  for (let index = 0; index < staff; index++) {
    const made = await owner("POST", "/staff", { first_name: `Brow ${index}`, location_ids: [locationId] });
    expect(made.status).toBe(201);
    members.push(made.body.data.id);
  }
  await owner("PATCH", `/services/${service}`, { staff: members.map((staff_id) => ({ staff_id })) });
  const starts = Array.from({ length: 25 }, (_, index) => Date.UTC(2027, 2, 30, 7) + index * 15 * 60_000);
  for (const staff_id of members)
    for (const at of starts) {
      const body = { client_id: salon.salon.clientId, location_id: locationId, force: true };
      const items = [{ service_id: service, staff_id }];
      const made = await owner("POST", "/appointments", {
        ...body,
        items,
        starts_at: new Date(at).toISOString(),
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
    }
  const page = await salon.open("clients");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`/app/${businessId}/calendar?date=2027-03-30&view=day`);
  await expect.poll(() => cards(page).count(), { timeout: 60_000 }).toBe(staff * starts.length);
  // Counts each URL once, because a late change notice about the bookings above can cause the same request again.
  const ofTheDay = new Set(
    requests.filter((url) => /\/(appointments|blocks|shifts)\?/.test(url) && url.includes("2027-03-")),
  );
  expect([...ofTheDay].length, [...ofTheDay].join("\n")).toBeLessThanOrEqual(3);
});
