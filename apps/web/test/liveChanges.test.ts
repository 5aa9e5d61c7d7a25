import type { Page } from "playwright-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { type NotifyingApp, notifyingApp } from "../../../server/test/fixtures/notifyingApp.ts";
import { settle } from "../../../server/test/fixtures/settle.ts";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { sql } from "../../../server/test/fixtures/sql.ts";
import { openTestSalon, type TestSalon } from "./testSalon.ts";

// The clock of server and pages starts on Monday, 1 March 2027, 7:00 in Berlin.
let salon: TestSalon;
let emails: NotifyingApp;
beforeAll(async () => {
  salon = await openTestSalon({ keepsPages: true });
  emails = await notifyingApp(salon);
});

async function booked(date: string, time: string, staffId = salon.salon.anna) {
  const answer = await salon.book(`${date}T${time}:00+01:00`, salon.salon.cut, staffId);
  expect(answer.status).toBe(201);
  return answer.body.data as { id: string; starts_at: string };
}

const read = async (id: string) => (await salon.call("GET", `/appointments/${id}`)).body.data;
const cardAt = (page: Page, time: string) => page.getByRole("button", { name: new RegExp(`^${time} to `) });

test("habit 19: changes of other users appear while a note is typed, the calendar is scrolled and a card is dragged", async () => {
  await booked("2027-03-02", "10:00");
  const page = await salon.open("calendar?date=2027-03-02&view=day");
  await cardAt(page, "10:00").click();
  const note = page.locator("aside").getByLabel("Note for the team");
  await note.fill("Prefers tea");
  const grid = page.locator("[data-grid]");
  await grid.evaluate((element) => {
    element.scrollTop += 90;
  });
  const top = await grid.evaluate((element) => element.scrollTop);
  const isUndisturbed = async () => {
    expect(await note.inputValue()).toBe("Prefers tea");
    expect(await note.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await grid.evaluate((element) => element.scrollTop)).toBe(top);
  };
  await note.focus();
  await booked("2027-03-02", "10:00", salon.salon.ben);
  await expect.poll(() => cardAt(page, "10:00").count()).toBe(2);
  await isUndisturbed();

  const block = (time: string, label: string) =>
    salon.call("POST", "/blocks", {
      location_id: salon.salon.locationId,
      staff_id: salon.salon.ben,
      starts_at: `2027-03-02T${time}:00+01:00`,
      ends_at: `2027-03-02T${time.slice(0, 2)}:30:00+01:00`,
      label,
    });
  expect((await block("14:00", "Training")).status).toBe(200);
  await page.getByRole("button", { name: /^Training, / }).waitFor();
  await isUndisturbed();

  const owner = await signedInMember(salon, "owner");
  const { weekly } = (await owner("GET", `/staff/${salon.salon.ben}/hours`)).body.data;
  const endOfShift = page.locator(`[data-column$="${salon.salon.ben}"] > [aria-hidden]`).last();
  const before = await endOfShift.getAttribute("style");
  const shorter = weekly.map((shift: object) => ({ ...shift, ends: "15:00" }));
  expect(
    (await owner("PUT", `/staff/${salon.salon.ben}/hours`, { weekly: shorter, exceptions: [] })).status,
  ).toBe(200);
  await expect.poll(() => endOfShift.getAttribute("style")).not.toBe(before);
  await isUndisturbed();

  // Changes by other users during a drag neither move the dragged card nor prevent the drop.
  const box = await cardAt(page, "10:00").first().boundingBox();
  if (box === null) throw new Error("The card is not on the page.");
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 40, { steps: 4 });
  const ghost = page.locator("[data-ghost]");
  await ghost.waitFor();
  const dragged = (await ghost.textContent()) ?? "";
  await booked("2027-03-02", "12:00", salon.salon.ben);
  await cardAt(page, "12:00").waitFor();
  expect((await block("13:00", "Delivery")).status).toBe(200);
  await page.getByRole("button", { name: /^Delivery, / }).waitFor();
  expect(await ghost.textContent()).toBe(dragged);
  expect(await grid.evaluate((element) => element.scrollTop)).toBe(top);
  await page.mouse.up();
  const dialog = page.getByRole("dialog");
  await dialog.locator("dd").last().waitFor();
  expect(await dialog.locator("dd").last().textContent()).toContain(dragged);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await note.inputValue()).toBe("Prefers tea");
});

test("habit 10: a move, a resize and a cancellation can be undone for eight seconds, and only afterwards the client gets an e-mail", async () => {
  const { anna, cut } = salon.salon;
  const answer = await salon.book("2027-03-03T10:00:00+01:00", cut, anna, { client_id: emails.zoe });
  expect(answer.status).toBe(201);
  const { id } = answer.body.data;
  expect((await emails.newEmails()).map(({ to }) => to)).toEqual([["zoe@example.com"]]);
  const page = await salon.open("calendar?date=2027-03-03&view=day");
  // The test pauses the page's clock, so no other test may use the page.
  onTestFinished(() => page.context().close());
  const card = page.locator("[data-entry]").first();
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  const confirm = (action: string) =>
    page.getByRole("dialog").getByRole("button", { name: action, exact: true }).click();
  const byKeys = (keys: string, notice: string) => async () => {
    await card.focus();
    await page.keyboard.press(keys);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText(notice, { exact: true }).waitFor();
  };
  const cancel = async () => {
    await card.click();
    await page.getByRole("button", { name: "Other status", exact: true }).click();
    await page.getByRole("menuitem", { name: "Cancel appointment", exact: true }).click();
    await page.getByRole("dialog", { name: "Cancel this appointment?" }).waitFor();
  };
  const ways = [
    [byKeys("Alt+ArrowDown", "Tell the client by e-mail"), "Move", "starts_at", "10:05", [10]],
    // The start does not change, so the client gets no e-mail.
    [
      byKeys("Alt+Shift+ArrowDown", "The client gets no e-mail, because the start stays the same."),
      "Change duration",
      "ends_at",
      "10:50",
      [],
    ],
    [cancel, "Cancel appointment", "status", "cancelled", [10]],
  ] as const;
  for (const [begin, action, field, changed, waits] of ways) {
    await page.getByRole("button", { name: /^10:00 to 10:45, / }).waitFor();
    const before = (await read(id))[field];
    await begin();
    await confirm(action);
    await undo.waitFor();
    expect((await read(id))[field]).toContain(changed);
    await settle(salon.database, [emails.consumer]);
    // The time from the creation to the due time of each unsent e-mail, in seconds.
    const waiting = await sql(salon.database)<{ wait_seconds: number }>`
      select round(extract(epoch from due_at - created_at))::int as wait_seconds from emails
      where status = 'pending'`;
    expect(waiting.map(({ wait_seconds }) => wait_seconds)).toEqual(waits);
    await undo.click();
    await undo.waitFor({ state: "detached" });
    await expect.poll(async () => (await read(id))[field]).toBe(before);
    expect(await emails.newEmails()).toEqual([]);
  }

  // Without an undo, the button disappears after eight seconds, and the e-mail is sent.
  await cancel();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  const shownAfter = async (millis: number) => {
    await page.clock.runFor(millis);
    return undo.count();
  };
  await confirm("Cancel appointment");
  await expect.poll(() => shownAfter(20)).toBe(1);
  expect(await shownAfter(7_800)).toBe(1);
  await page.clock.runFor(400);
  await expect.poll(() => shownAfter(20)).toBe(0);
  expect((await emails.newEmails()).map(({ subject }) => subject)).toEqual([
    expect.stringContaining("Ihr Termin wurde abgesagt"),
  ]);
});

test("a cancellation without an e-mail sends none", async () => {
  const { id } = await booked("2027-03-09", "10:00");
  const page = await salon.open("calendar?date=2027-03-09&view=day");
  await cardAt(page, "10:00").click();
  await page.getByRole("button", { name: "Other status", exact: true }).click();
  await page.getByRole("menuitem", { name: "Cancel appointment", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this appointment?" });
  await dialog.getByRole("checkbox", { name: "Tell the client by e-mail", exact: true }).uncheck();
  const sent = page.waitForRequest((request) => request.url().endsWith(`/appointments/${id}/transitions`));
  await dialog.getByRole("button", { name: "Cancel appointment", exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({ to: "cancelled", notify_client: false });
  await page.getByRole("button", { name: "Undo", exact: true }).waitFor();
  expect((await read(id)).status).toBe("cancelled");
});

test("the client's file lists the messages that the client got, and those that wait", async () => {
  const { anna, cut } = salon.salon;
  const client = await salon.addClient({
    first_name: "Mary",
    last_name: "Jackson",
    email: "mary@example.com",
  });
  const { id } = (await salon.book("2027-03-10T10:00:00+01:00", cut, anna, { client_id: client })).body.data;
  await emails.newEmails();
  await salon.call("PATCH", `/appointments/${id}/schedule`, { starts_at: "2027-03-10T11:00:00+01:00" });
  await settle(salon.database, [emails.consumer]);
  const page = await salon.open(`clients/${client}?tab=messages`);
  const messages = page.getByRole("list", { name: "Messages", exact: true }).getByRole("listitem");
  await messages.first().waitFor();
  expect(await messages.allTextContents()).toEqual([
    expect.stringMatching(/Appointment moved.*Ihr Termin wurde verschoben.*E-mail · Waiting$/),
    expect.stringMatching(/Appointment confirmed.*E-mail · Sent$/),
  ]);
});

test("a taken time is reported while the user chooses, before saving", async () => {
  await salon.addClient({ first_name: "Grace", last_name: "Hopper" });
  await booked("2027-03-04", "10:00");
  const page = await salon.open("calendar?date=2027-03-04&view=day&new=2027-03-04T09:00:00.000Z");
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
  const page = await salon.open("calendar?date=2027-03-05&view=day");
  await page.route(/\/changes$/, (route) => route.abort());
  await page.reload();
  const banner = page.getByText(/^Not connected to live updates\./);
  await banner.waitFor();
  await booked("2027-03-05", "10:00");
  await cardAt(page, "10:00").waitFor();
  await page.unroute(/\/changes$/);
  await banner.waitFor({ state: "detached" });
});
