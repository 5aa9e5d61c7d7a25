import { salesOf } from "../salesOf.ts";
import type { TestSalon } from "../testSalon.ts";
import { type State, screen } from "./state.ts";

/** The salons that already have a feed. */
const subscribed = new WeakSet<object>();
async function addFeed(salon: TestSalon): Promise<void> {
  if (subscribed.has(salon)) return;
  subscribed.add(salon);
  await salesOf(salon).send("POST", "/calendar-feeds", { staff_id: salon.salon.anna });
}

export const calendarFeedStates: readonly State[] = [
  {
    name: "calendar feeds",
    screens: ["settings/calendar-feeds"],
    open: async (salon, options) => {
      await addFeed(salon);
      const page = await salon.open("settings/calendar-feeds", options);
      await page.getByRole("listitem").filter({ hasText: "Not read yet" }).waitFor();
      return page;
    },
  },
  {
    name: "a new calendar feed",
    open: screen("settings/calendar-feeds?new=1", async (page) => {
      await page.getByRole("button", { name: "Create the link", exact: true }).click();
      await page.getByText("Choose whose appointments the feed contains.", { exact: true }).waitFor();
    }),
  },
  {
    name: "the link of a calendar feed",
    dialogs: ["feedLink"],
    open: screen("settings/calendar-feeds?new=1", async (page) => {
      await page.getByRole("combobox", { name: "Appointments of", exact: true }).click();
      await page.getByRole("option", { name: "Lindenhof", exact: true }).click();
      await page.getByRole("button", { name: "Create the link", exact: true }).click();
      await page.getByRole("dialog", { name: "Your link" }).waitFor();
    }),
  },
  {
    name: "revoking a calendar feed",
    dialogs: ["revokeCalendarFeed"],
    open: async (salon, options) => {
      await addFeed(salon);
      const page = await salon.open("settings/calendar-feeds", options);
      const row = page.getByRole("listitem").filter({ hasText: "Staff member" }).first();
      await row.getByRole("button", { name: "Revoke", exact: true }).click();
      await page.getByRole("dialog", { name: "Revoke the feed of “Anna”?" }).waitFor();
      return page;
    },
  },
];
