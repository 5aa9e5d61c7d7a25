import type { Page } from "playwright-core";

const CARDS = 12;
const ROUNDS = 5;
const CHANGES = 5;

/** The durations of a user's actions in an open calendar, in milliseconds. */
export interface Interactions {
  /** The longest time from a click or key press to the next painted frame. */
  readonly longestAnswerMillis: number;
  /** The action with the longest time, such as `key n`. */
  readonly slowestAction: string;
  readonly actions: number;
  /**
   * The longest time from a click on a navigation entry until the screen shows its data, for screens that the user has already opened once.
   */
  readonly longestRouteMillis: number;
  /** The longest time from the response to another user's change until the page shows the change. */
  readonly longestChangeMillis: number;
}

/** Functions that change the shown day as another user. */
export interface OtherUser {
  /** The ids of the staff members, in any order. */
  readonly staffIds: readonly string[];
  blockTime(staffId: string, label: string): Promise<void>;
  /** Books an appointment after the staff member's last appointment. */
  book(staffId: string): Promise<void>;
  /** Ends the staff member's shifts an hour earlier. */
  endShiftsEarlier(staffId: string): Promise<void>;
}

/** Clicks cards, presses the calendar's keys, opens screens one after another, and lets another user change the day. */
export async function interact(page: Page, other: OtherUser): Promise<Interactions> {
  const answers = await answersOf(page);
  const changes: number[] = [];
  for (const staffId of other.staffIds.slice(0, CHANGES))
    changes.push(...(await changesByOther(page, other, staffId)));
  const routes: number[] = [];
  for (let round = 0; round <= ROUNDS; round++)
    for (const [path, content] of SCREENS) {
      const millis = await routeTo(page, path, content);
      // The first round is not measured, because it loads the code and data of each screen.
      if (round > 0) routes.push(millis);
    }
  const slowest = answers.reduce((one, other) => (other.millis > one.millis ? other : one));
  return {
    longestAnswerMillis: slowest.millis,
    slowestAction: slowest.action,
    actions: answers.length,
    longestRouteMillis: Math.max(...routes),
    longestChangeMillis: Math.max(...changes),
  };
}

interface Answer {
  readonly action: string;
  readonly millis: number;
}

/**
 * Returns the durations that the browser's Event Timing API reports, from the input to the next painted frame. Each duration is paired with
 * the last action that began before the input.
 */
async function answersOf(page: Page): Promise<Answer[]> {
  await page.evaluate(() => {
    const inputs: { at: number; millis: number }[] = [];
    Object.assign(globalThis, { inputs, begun: [] });
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration } of list.getEntries())
        if (["click", "keydown"].includes(name)) inputs.push({ at: startTime, millis: duration });
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const begin = (action: string) =>
    page.evaluate((name) => {
      (globalThis as never as Recorded).begun.push({ name, at: performance.now() });
    }, action);
  for (let n = 0; n < CARDS; n++) {
    await begin(`click on card ${n + 1}`);
    await page
      .locator("[data-entry]")
      .nth(n * 7)
      .click();
    await page.locator("aside [data-operation]").first().waitFor();
  }
  await begin("key Escape");
  await page.keyboard.press("Escape");
  await page.locator("aside").waitFor({ state: "detached" });
  for (const [key, shown] of [
    ["w", "[data-head] button"],
    ["d", "[data-entry]"],
    ["n", "aside form"],
    ["Escape", "[data-entry]"],
    ["j", "[data-head]"],
    ["k", "[data-entry]"],
    ["Control+k", '[role="dialog"] input'],
  ] as const) {
    await begin(`key ${key}`);
    await page.keyboard.press(key);
    await page.locator(shown).first().waitFor();
  }
  await begin("key Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return page.evaluate(async () => {
    await new Promise((done) => setTimeout(done, 200));
    const { begun, inputs } = globalThis as never as Recorded;
    return inputs.map(({ at, millis }) => ({
      action: begun.findLast((each) => each.at <= at)?.name ?? "",
      millis,
    }));
  });
}

interface Recorded {
  readonly begun: { readonly name: string; readonly at: number }[];
  readonly inputs: { readonly at: number; readonly millis: number }[];
}

/** Screens of the navigation, each with the selector of an element that contains its data. */
const SCREENS = [
  ["clients", "main a[href*='/clients/']"],
  ["menu", "main li button"],
  ["team", "main a[href*='/team/']"],
  ["calendar", "[data-grid]"],
] as const;

async function routeTo(page: Page, path: string, content: string): Promise<number> {
  return page.evaluate(
    ([end, selector]) =>
      new Promise<number>((done, fail) => {
        const link = document.querySelector<HTMLElement>(`nav a[href$="/${end}"]`);
        if (link === null) return fail(new Error(`no link to ${end}`));
        const startedAt = performance.now();
        const look = () => {
          if (document.querySelector(selector as string) !== null) done(performance.now() - startedAt);
          else requestAnimationFrame(look);
        };
        link.click();
        requestAnimationFrame(look);
      }),
    [path, content],
  );
}

async function changesByOther(page: Page, other: OtherUser, staffId: string): Promise<number[]> {
  const column = page.locator(`[data-column$="${staffId}"]`);
  const label = `Delivery to ${staffId}`;
  const cards = column.locator("[data-entry]:not([data-kind=block])");
  const endOfShift = column.locator("> [aria-hidden]").last();
  const [count, end] = [await cards.count(), await endOfShift.getAttribute("style")];
  return [
    await millisUntil(other.blockTime(staffId, label), () =>
      column.locator("[data-kind=block]", { hasText: label }).waitFor(),
    ),
    await millisUntil(other.book(staffId), () => cards.nth(count).waitFor()),
    await millisUntil(other.endShiftsEarlier(staffId), async () => {
      while ((await endOfShift.getAttribute("style")) === end);
    }),
  ];
}

/** Returns the time from the response to a change until the page shows the change. */
async function millisUntil(change: Promise<void>, shown: () => Promise<void>): Promise<number> {
  await change;
  const startedAt = performance.now();
  await shown();
  return performance.now() - startedAt;
}
