import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
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

/** The effort for a task: the number of clicks, keys and typed characters, and the seconds until the result is visible. */
interface Effort {
  readonly task: string;
  readonly clicks: number;
  /** The number of keys that do not type text. */
  readonly keys: number;
  readonly characters: number;
  readonly seconds: number;
}

/** Counts the user's clicks, typed characters and other keys in a page. */
async function countInput(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0, characters: 0 };
    Object.assign(globalThis, { counts });
    addEventListener("pointerdown", () => counts.clicks++, true);
    addEventListener(
      "keydown",
      ({ key, target }) => {
        const isText = key.length === 1 && target instanceof HTMLInputElement;
        counts[isText ? "characters" : "keys"]++;
      },
      true,
    );
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
        Object.assign((globalThis as never as { counts: object }).counts, {
          clicks: 0,
          keys: 0,
          characters: 0,
        }),
      );
      const begunAt = performance.now();
      await work();
      const seconds = (performance.now() - begunAt) / 1_000;
      const counts = (await page.evaluate("counts")) as Pick<Effort, "clicks" | "keys" | "characters">;
      efforts.push({ task, ...counts, seconds });
    };
    await salon.addService({ name: "Fringe trim", duration_minutes: 15 });
    const names = Array.from({ length: CALLS }, (_, index) => `Caller${String.fromCharCode(65 + index)}`);
    for (const [index, first_name] of names.entries())
      await salon.addClient({ first_name, last_name: "Test", phone_e164: `+4930900000${10 + index}` });

    const page = await salon.open("calendar?date=2027-03-01&view=day", { role: "reception", height: 1000 });
    await page.getByRole("button", { name: "New", exact: true }).first().waitFor();
    await countInput(page);
    const staffOf = (index: number) => (index % 2 === 0 ? "Anna" : "Ben");
    const minutesOf = (index: number) => 9 * 60 + Math.floor(index / 2) * 15;
    const isFocused = (field: Locator) =>
      expect
        .poll(() => field.evaluate((input) => input === document.activeElement), { timeout: 20_000 })
        .toBe(true);
    const serviceIn = (of: Page) => of.locator('aside input[aria-label="Service 1"]');
    /** Chooses a client in the open form, whose first field has the focus. */
    const choose = async (of: Page, typed: string, option: RegExp) => {
      await isFocused(of.locator("aside").getByPlaceholder("Name, phone or e-mail"));
      await of.keyboard.type(typed);
      // Enter chooses an option once it is highlighted, which it is when the results of the search have arrived.
      await of.locator("[role=option][data-combobox-selected]", { hasText: option }).waitFor();
      await of.keyboard.press("Enter");
    };
    const chooseService = async (of: Page) => {
      await isFocused(serviceIn(of));
      await of.keyboard.type("fri");
      await of.getByRole("option", { name: /^Fringe trim/ }).waitFor();
      await of.keyboard.press("Enter");
    };
    const staffAndTime = async (of: Page, staff: string, minutes: number) => {
      await of.keyboard.press("Tab");
      await of.keyboard.type(staff);
      await of.getByRole("option", { name: staff, exact: true }).waitFor();
      await of.keyboard.press("Enter");
      const time = of.locator("aside").getByLabel("Time", { exact: true });
      while (!(await time.evaluate((input) => input === document.activeElement)))
        await of.keyboard.press("Tab");
      await of.keyboard.type(clock(minutes));
      await of.keyboard.press("Enter");
    };
    const byKeyboard = async (name: string, minutes: number, staff: string) => {
      await page.keyboard.press("n");
      await choose(page, name, new RegExp(`^${name} Test`));
      await chooseService(page);
      await staffAndTime(page, staff, minutes);
    };
    const byMouse = async (name: string, minutes: number, staff: string) => {
      const column = page.getByRole("list", { name: new RegExp(`^${staff}, `) });
      await page.locator("[data-grid]").evaluate((grid, at) => {
        grid.scrollTop = ((grid.querySelector("[data-body]")?.clientHeight ?? 0) * at) / 1440 - 200;
      }, minutes);
      const box = await column.boundingBox();
      if (box === null) throw new Error(`The calendar has no column of ${staff}.`);
      await page.mouse.click(box.x + box.width / 2, box.y + (box.height * (minutes + 5)) / 1440);
      await page.getByRole("menuitem", { name: "New appointment", exact: true }).click();
      await isFocused(page.locator("aside").getByPlaceholder("Name, phone or e-mail"));
      await page.keyboard.type(name);
      await page
        .getByRole("option", { name: new RegExp(`^${name} Test`) })
        .first()
        .click();
      await isFocused(serviceIn(page));
      await page.keyboard.type("fri");
      await page.getByRole("option", { name: /^Fringe trim/ }).click();
      await page.locator("aside").getByRole("button", { name: "Book", exact: true }).click();
    };
    for (const [index, name] of names.entries()) {
      const isTyped = index < CALLS / 2;
      const book = isTyped ? byKeyboard : byMouse;
      await does(page, `book a caller by ${isTyped ? "keyboard" : "mouse"}`, async () => {
        await book(name, minutesOf(index), staffOf(index));
        await cardAt(page, minutesOf(index), name).waitFor();
      });
    }
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

    // At 12:30 the morning's appointments have started.
    salon.clock.set(salon.clock.now() + 5.5 * HOUR);
    const noon = await salon.open("calendar?date=2027-03-01&view=day", { role: "reception", height: 1000 });
    await cardAt(noon, minutesOf(CALLS - 1), names[CALLS - 1] ?? "").waitFor();
    await countInput(noon);
    for (let index = 0; index < WALK_INS; index++)
      await does(noon, "book a walk-in by keyboard", async () => {
        const name = `Walker${String.fromCharCode(65 + index)}`;
        const minutes = 12 * 60 + 45 + Math.floor(index / 2) * 15;
        await noon.keyboard.press("n");
        await choose(noon, `${name} Newman`, new RegExp(`Add “${name} Newman”`));
        await isFocused(noon.locator("aside").getByLabel("Phone", { exact: true }));
        while (!(await serviceIn(noon).evaluate((input) => input === document.activeElement)))
          await noon.keyboard.press("Tab");
        await chooseService(noon);
        await staffAndTime(noon, staffOf(index), minutes);
        await cardAt(noon, minutes, name).waitFor();
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
        await noon.getByRole("heading", { name: "Checkout", exact: true }).waitFor();
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
          characters: median(own.map(({ characters }) => characters)),
          seconds: Number(median(own.map(({ seconds }) => seconds)).toFixed(2)),
        };
      }),
    );
    expect(efforts).toHaveLength(CALLS + CANCELLATIONS + WALK_INS + 1 + CHECKOUTS + 1);
    for (const { task, clicks, keys } of efforts) {
      if (task === "book a caller by keyboard") expect([clicks, keys <= 12], task).toEqual([0, true]);
      if (task === "check out") expect(clicks, task).toBeLessThanOrEqual(4);
    }
  },
);
