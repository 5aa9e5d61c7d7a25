import type { Page } from "playwright-core";
import type { PageOptions, TestSalon } from "../testSalon.ts";
import { waitlistOf } from "../waitlistOf.ts";
import type { State } from "./state.ts";

/** One client with an offer and two waiting clients, added once for all states. */
const filled = new WeakMap<TestSalon, Promise<{ waiting: string; offered: string }>>();

async function fill(salon: TestSalon) {
  const { waits, offers } = waitlistOf(salon);
  const offered = await waits("Oskar");
  await offers(offered.id);
  const waiting = await waits("Wilma", {
    note: "Only after the school run",
    priority: 10,
    auto_book: true,
    items: [{ service_id: salon.salon.cut, staff_id: salon.salon.ben }],
  });
  await waits("Frieda");
  return { waiting: waiting.id, offered: offered.id };
}

async function opened(
  salon: TestSalon,
  options: PageOptions,
  path: (entries: { waiting: string; offered: string }) => string = () => "waitlist",
): Promise<Page> {
  const known = filled.get(salon) ?? fill(salon);
  filled.set(salon, known);
  const page = await salon.open(path(await known), options);
  await page.getByRole("heading", { name: "Offers without an answer", exact: true }).waitFor();
  await page.getByRole("button", { name: /^Frieda Winter/ }).waitFor();
  await page.getByRole("heading", { name: /^When time becomes free/ }).waitFor();
  return page;
}

export const waitlistStates: readonly State[] = [
  { name: "the waitlist of a location", screens: ["waitlist"], open: opened },
  {
    name: "a waiting client with free times",
    open: async (salon, options) => {
      const page = await opened(salon, options, ({ waiting }) => `waitlist?entry=${waiting}`);
      await page
        .getByRole("button", { name: /^Offer: / })
        .first()
        .waitFor();
      return page;
    },
  },
  {
    name: "a client with a pending offer",
    open: async (salon, options) => {
      const page = await opened(salon, options, ({ offered }) => `waitlist?entry=${offered}`);
      await page.getByRole("button", { name: "Withdraw the offer", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "adding a client to the waitlist",
    open: async (salon, options) => {
      const page = await opened(salon, options, () => "waitlist?add=1");
      const panel = page.getByRole("complementary", { name: "Add a client", exact: true });
      await panel.getByRole("button", { name: "Add to the waitlist", exact: true }).click();
      await panel.getByText("Choose a client.", { exact: true }).waitFor();
      await panel.getByRole("button", { name: "Add another time", exact: true }).click();
      await panel.getByRole("button", { name: "Remove time 2", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "removing a client from the waitlist",
    dialogs: ["removeWaiting"],
    open: async (salon, options) => {
      const page = await opened(salon, options, ({ waiting }) => `waitlist?entry=${waiting}`);
      const panel = page.getByRole("complementary", { name: "Wilma Winter", exact: true });
      await panel.getByRole("button", { name: "Remove", exact: true }).click();
      await page.getByRole("dialog", { name: "Remove Wilma Winter from the waitlist?" }).waitFor();
      return page;
    },
  },
  {
    name: "choosing who gets free time",
    dialogs: ["waitlistMode"],
    open: async (salon, options) => {
      const page = await opened(salon, options);
      await page.getByRole("button", { name: "Change", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "When time becomes free" });
      await dialog.getByRole("radio", { name: /^Everybody at once/ }).waitFor();
      return page;
    },
  },
];
