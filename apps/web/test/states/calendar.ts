import type { Page } from "playwright-core";
import { signedInMember } from "../../../../server/test/fixtures/signedInMember.ts";
import type { PageOptions, TestSalon } from "../testSalon.ts";
import type { State } from "./state.ts";

/** A date with an appointment at 10:00, an appointment that awaits approval at 12:00 and a block at 14:00, created once for all states. */
const DATE = "2027-03-30";
const filled = new WeakMap<TestSalon, Promise<void>>();

async function fill(salon: TestSalon): Promise<void> {
  const { locationId, ben, colour, massage } = salon.salon;
  await salon.book(`${DATE}T10:00:00+02:00`, colour);
  await salon.book(`${DATE}T12:00:00+02:00`, massage, ben, { status: "requested" });
  const times = { starts_at: `${DATE}T14:00:00+02:00`, ends_at: `${DATE}T15:00:00+02:00` };
  await salon.call("POST", "/blocks", { location_id: locationId, staff_id: ben, label: "Lunch", ...times });
}

async function opened(salon: TestSalon, options: PageOptions, query = "view=day"): Promise<Page> {
  const known = filled.get(salon) ?? fill(salon);
  filled.set(salon, known);
  await known;
  return salon.open(`calendar?date=${DATE}&${query}`, options);
}

const appointment = (page: Page) => page.getByRole("button", { name: /^10:00 to 11:30/ });

export const calendarStates: readonly State[] = [
  {
    name: "a day",
    screens: ["calendar"],
    open: async (salon, options) => {
      const page = await opened(salon, options);
      await appointment(page).waitFor();
      return page;
    },
  },
  {
    name: "the waitlist, with a form to add a client",
    open: async (salon, options) => {
      const page = await opened(salon, options, "view=day&waitlist=1");
      await appointment(page).waitFor();
      const panel = page.getByRole("complementary", { name: "Waitlist", exact: true });
      await panel.getByRole("button", { name: "Add to waitlist", exact: true }).click();
      await panel.getByRole("form", { name: "Add to waitlist", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "rooms",
    open: async (salon, options) => {
      const page = await opened(salon, options, "view=rooms");
      await page.locator("[data-head]").getByText("Room", { exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "the menu of colours, printing and keys",
    open: async (salon, options) => {
      const page = await opened(salon, options);
      await appointment(page).waitFor();
      await page.getByRole("button", { name: "Colours, printing and keys", exact: true }).click();
      await page.getByRole("menuitem", { name: "By status", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "the list of keys",
    dialogs: ["shortcuts"],
    open: async (salon, options) => {
      const page = await opened(salon, options);
      await appointment(page).waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Alt + Shift + ↑ ↓").waitFor();
      return page;
    },
  },
  {
    name: "a week",
    open: async (salon, options) => {
      const page = await opened(salon, options, "view=week");
      await appointment(page).waitFor();
      return page;
    },
  },
  {
    name: "a month",
    open: async (salon, options) => {
      const page = await opened(salon, options, "view=month");
      await page.getByRole("table").waitFor();
      return page;
    },
  },
  {
    name: "a list on a phone",
    open: async (salon, options) => {
      const page = await opened(salon, { ...options, width: 390, height: 844 }, "view=list");
      await page.locator("[data-entry]").first().waitFor();
      return page;
    },
  },
  {
    name: "an empty day",
    open: async (salon, options) => {
      const page = await salon.open("calendar?date=2027-06-01&view=day", options);
      await page.getByText("Nothing is booked on this day").waitFor();
      return page;
    },
  },
  {
    name: "the mini month",
    open: async (salon, options) => {
      const page = await opened(salon, options);
      await page
        .getByRole("button", { name: /30 Mar/ })
        .first()
        .click();
      await page.getByRole("button", { name: "March 2027", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "the panel of an appointment",
    open: async (salon, options) => {
      const page = await opened(salon, options);
      await appointment(page).click();
      await page.getByLabel("Note for the team").waitFor();
      return page;
    },
  },
  {
    name: "changing the services of an appointment",
    open: async (salon, options) => {
      const page = await opened(salon, options);
      await appointment(page).click();
      await page.getByRole("button", { name: "Edit services", exact: true }).click();
      await page.getByRole("form", { name: "Edit services", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "cancelling an appointment",
    dialogs: ["cancel"],
    open: async (salon, options) => {
      const page = await opened(salon, options);
      await appointment(page).click();
      await page.getByRole("button", { name: "Other status" }).click();
      await page.getByRole("menuitem", { name: "Cancel appointment" }).click();
      await page.getByRole("dialog").getByText("Tell the client").waitFor();
      return page;
    },
  },
  {
    name: "what to do with empty time",
    open: async (salon, options) => {
      const page = await opened(salon, options);
      await appointment(page).waitFor();
      const { x, y, width } = (await page.locator("[data-head]").first().boundingBox()) ?? {
        x: 0,
        y: 0,
        width: 0,
      };
      await page.mouse.click(x + width / 2, y + 70);
      await page.getByRole("menuitem", { name: "Block time" }).waitFor();
      return page;
    },
  },
  {
    name: "confirming a move, and a time that is taken",
    dialogs: ["change"],
    open: async (salon, options) => {
      const page = await opened(salon, options);
      await appointment(page).focus();
      await page.keyboard.press("Alt+ArrowRight");
      for (let step = 0; step < 20; step++) await page.keyboard.press("Alt+ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").getByRole("button", { name: "Move" }).click();
      await page.getByText("This time is taken").waitFor();
      return page;
    },
  },
  {
    name: "a new appointment",
    open: async (salon, options) => {
      const page = await opened(salon, options, "view=day&new=now");
      await page.getByPlaceholder("Name, phone or e-mail").waitFor();
      return page;
    },
  },
  {
    name: "blocking time on a phone",
    open: async (salon, options) => {
      const page = await opened(salon, { ...options, width: 390 }, "view=list&new=now~~30~block");
      await page.getByLabel("Label").waitFor();
      return page;
    },
  },
  {
    name: "removing a block",
    dialogs: ["removeBlock"],
    open: async (salon, options) => {
      const page = await opened(salon, options);
      await page.getByRole("button", { name: /^Lunch/ }).click();
      await page.getByRole("button", { name: "Remove block" }).click();
      await page.getByRole("dialog").getByText("Remove “Lunch”?").waitFor();
      return page;
    },
  },
  {
    name: "leaving a form that is not saved",
    dialogs: ["unsaved"],
    open: async (salon, options) => {
      const page = await opened(salon, options, "view=day&new=now");
      await page.locator('aside input[aria-label="Service 1"]').click();
      await page.getByRole("option", { name: /^Cut/ }).click();
      await page.locator("aside").getByRole("button", { name: "Close" }).click();
      await page.getByRole("dialog").getByText("Discard what you typed?").waitFor();
      return page;
    },
  },
  {
    name: "the menu of shown staff members",
    open: async (salon, options) => {
      const owner = await signedInMember(salon, "owner");
      for (const first_name of ["Cleo", "Dana"])
        await owner("POST", "/staff", { first_name, location_ids: [salon.salon.locationId] });
      const page = await opened(salon, options, "view=day&staff=all");
      await page.getByRole("button", { name: "Staff members shown: Everybody", exact: true }).click();
      await page.getByRole("checkbox", { name: "Cleo", exact: true }).waitFor();
      return page;
    },
  },
];
