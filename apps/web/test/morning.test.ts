import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { openTestSalon, type TestSalon } from "./testSalon.ts";

const HOUR = 3_600_000;
const CALLS = 20;
const WALK_INS = 6;
const CANCELLATIONS = 4;
const CHECKOUTS = 12;

let salon: TestSalon;
beforeAll(async () => {
  if (isFullRun) salon = await openTestSalon();
});
afterAll(() => salon?.close());

/** The effort for a task: the user's clicks and keys, and the seconds until the result was visible. */
interface Effort {
  readonly task: string;
  readonly clicks: number;
  readonly keys: number;
  readonly seconds: number;
}

/** Counts the clicks and keys of the user in a page, except the keys of texts that the test fills in at once. */
async function countInput(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0 };
    Object.assign(globalThis, { counts });
    addEventListener("pointerdown", () => counts.clicks++, true);
    addEventListener("keydown", () => counts.keys++, true);
  });
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const cardAt = (page: Page, minutes: number, name: string) =>
  page.getByRole("button", {
    name: new RegExp(`^${clock(minutes).replace(/^0/, "")} to \\d+:\\d\\d, ${name}`),
  });

test.runIf(isFullRun)(
  "a morning at the reception: calls, walk-ins, cancellations, a no-show, checkouts and the day closing",
  { timeout: 900_000 },
  async () => {
    const efforts: Effort[] = [];
    const does = async (page: Page, task: string, work: () => Promise<void>) => {
      await page.evaluate(() =>
        Object.assign((globalThis as never as { counts: object }).counts, { clicks: 0, keys: 0 }),
      );
      const begunAt = performance.now();
      await work();
      const seconds = (performance.now() - begunAt) / 1_000;
      const counts = (await page.evaluate("counts")) as { clicks: number; keys: number };
      efforts.push({ task, ...counts, seconds });
    };
    await salon.addService({ name: "Fringe trim", duration_minutes: 15 });
    const names = Array.from({ length: CALLS }, (_, index) => `Caller${String.fromCharCode(65 + index)}`);
    for (const [index, first_name] of names.entries())
      await salon.addClient({ first_name, last_name: "Test", phone_e164: `+4930900000${10 + index}` });

    const page = await salon.open("calendar?date=2027-03-01&view=day", { role: "reception", height: 1000 });
    await page.getByRole("button", { name: "New", exact: true }).first().waitFor();
    await countInput(page);
    const panel = page.locator("aside");
    const book = async (typed: string, option: RegExp, minutes: number, staff: string) => {
      await page.keyboard.press("n");
      await panel.getByPlaceholder("Name, phone or e-mail").pressSequentially(typed);
      await page.getByRole("option", { name: option }).first().click();
      const service = panel.locator('input[aria-label="Service 1"]');
      await service.click();
      await service.pressSequentially("fri");
      await page.getByRole("option", { name: /^Fringe trim/ }).click();
      await panel.locator('input[aria-label="Staff member for service 1"]').click();
      await page.getByRole("option", { name: staff, exact: true }).click();
      await panel.getByLabel("Time", { exact: true }).fill(clock(minutes));
      await panel.getByRole("button", { name: "Book", exact: true }).click();
      // The panel shows the appointment in place of the form.
      await panel.getByRole("button", { name: "Check in", exact: true }).waitFor();
    };
    const staffOf = (index: number) => (index % 2 === 0 ? "Anna" : "Ben");
    const minutesOf = (index: number) => 9 * 60 + Math.floor(index / 2) * 15;
    for (const [index, name] of names.entries())
      await does(page, "book a caller", async () => {
        await book(name, new RegExp(`^${name} Test`), minutesOf(index), staffOf(index));
        await cardAt(page, minutesOf(index), name).waitFor();
      });
    for (const [index, name] of names.slice(0, CANCELLATIONS).entries())
      await does(page, "cancel", async () => {
        await cardAt(page, minutesOf(index), name).click();
        await page.getByRole("button", { name: "Other status", exact: true }).click();
        await page.getByRole("menuitem", { name: "Cancel appointment", exact: true }).click();
        const dialog = page.getByRole("dialog", { name: "Cancel this appointment?" });
        await dialog.getByRole("button", { name: "Cancel appointment", exact: true }).click();
        await dialog.waitFor({ state: "detached" });
        await page.keyboard.press("Escape");
      });
    await page.context().close();

    // At 12:30 the morning's appointments have begun.
    salon.clock.set(salon.clock.now() + 5.5 * HOUR);
    const noon = await salon.open("calendar?date=2027-03-01&view=day", { role: "reception", height: 1000 });
    await cardAt(noon, minutesOf(CALLS - 1), names[CALLS - 1] ?? "").waitFor();
    await countInput(noon);
    const noonPanel = noon.locator("aside");
    for (let index = 0; index < WALK_INS; index++)
      await does(noon, "book a walk-in", async () => {
        const name = `Walker${String.fromCharCode(65 + index)}`;
        await noon.keyboard.press("n");
        await noonPanel.getByPlaceholder("Name, phone or e-mail").pressSequentially(`${name} Newman`);
        await noon.getByRole("option", { name: new RegExp(`Add “${name} Newman”`) }).click();
        const service = noonPanel.locator('input[aria-label="Service 1"]');
        await service.click();
        await noon.getByRole("option", { name: /^Fringe trim/ }).click();
        await noonPanel.locator('input[aria-label="Staff member for service 1"]').click();
        await noon.getByRole("option", { name: staffOf(index), exact: true }).click();
        await noonPanel
          .getByLabel("Time", { exact: true })
          .fill(clock(12 * 60 + 45 + Math.floor(index / 2) * 15));
        await noonPanel.getByRole("button", { name: "Book", exact: true }).click();
        await noonPanel.getByRole("button", { name: "Check in", exact: true }).waitFor();
        await cardAt(noon, 12 * 60 + 45 + Math.floor(index / 2) * 15, name).waitFor();
      });
    const missed = CANCELLATIONS;
    await does(noon, "mark a no-show", async () => {
      await cardAt(noon, minutesOf(missed), names[missed] ?? "").click();
      await noon.getByRole("button", { name: "Other status", exact: true }).click();
      await noon.getByRole("menuitem", { name: "Mark as no-show", exact: true }).click();
      await noon.getByRole("button", { name: new RegExp(`${names[missed]}.*No-show`) }).waitFor();
      await noon.keyboard.press("Escape");
    });
    for (let index = missed + 1; index <= missed + CHECKOUTS; index++)
      await does(noon, "check out", async () => {
        await cardAt(noon, minutesOf(index), names[index] ?? "").click();
        await noon.getByRole("button", { name: "Checkout", exact: true }).click();
        await noon.getByRole("button", { name: "Continue to payment", exact: true }).click();
        await noon.getByRole("heading", { name: "Payment", exact: true }).waitFor();
        await noon.getByRole("button", { name: /^Card$/ }).click();
        await noon.getByRole("button", { name: /^Card accepted: / }).click();
        await noon.getByText("Paid in full", { exact: true }).waitFor();
        await noon.getByRole("button", { name: "To the calendar", exact: true }).click();
        await cardAt(noon, minutesOf(CALLS - 1), names[CALLS - 1] ?? "").waitFor();
      });
    await does(noon, "close the day", async () => {
      await noon.getByRole("link", { name: "Sales", exact: true }).click();
      await noon.getByRole("button", { name: "Day closing", exact: true }).click();
      await noon.getByRole("button", { name: "Close the day", exact: true }).first().click();
      const cash = noon.locator("aside").getByLabel("Cash", { exact: true });
      await noon.locator("aside").getByRole("button", { name: "Close the day", exact: true }).waitFor();
      if (await cash.isVisible()) await cash.fill("0");
      await noon.locator("aside").getByRole("button", { name: "Close the day", exact: true }).click();
      await noon.getByRole("rowheader", { name: "Card", exact: true }).waitFor();
    });
    await noon.context().close();

    const tasks = [...new Set(efforts.map(({ task }) => task))];
    const median = (values: number[]) => values.toSorted((one, next) => one - next)[values.length >> 1] ?? 0;
    console.table(
      tasks.map((task) => {
        const own = efforts.filter((effort) => effort.task === task);
        return {
          task,
          times: own.length,
          clicks: median(own.map(({ clicks }) => clicks)),
          keys: median(own.map(({ keys }) => keys)),
          seconds: Number(median(own.map(({ seconds }) => seconds)).toFixed(2)),
        };
      }),
    );
    expect(efforts).toHaveLength(CALLS + CANCELLATIONS + WALK_INS + 1 + CHECKOUTS + 1);
  },
);
