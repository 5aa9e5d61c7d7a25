import type { Page } from "playwright-core";
import type { PageOptions, TestSalon } from "../testSalon.ts";
import { type State, screen } from "./state.ts";

/** Creates another business without locations or staff for the owner, and opens its setup. */
async function openEmptyBusiness(salon: TestSalon, options: PageOptions): Promise<Page> {
  const { cookie } = await salon.login("owner");
  const made = await fetch(`${salon.address}/api/v1/businesses`, {
    method: "POST",
    headers: { cookie, origin: salon.address, "content-type": "application/json" },
    body: JSON.stringify({
      name: "Studio Neu",
      type: "salon",
      time_zone: "Europe/Berlin",
      currency: "EUR",
      country: "DE",
    }),
  });
  const { data } = (await made.json()) as { data: { id: string } };
  const page = await salon.open("calendar", options);
  await page.goto(`/app/${data.id}/setup`);
  await page.getByRole("heading", { name: "Location and hours", exact: true }).waitFor();
  return page;
}

const signedOut =
  (path: string, heading: string): State["open"] =>
  async (salon, options) => {
    const page = await salon.openSignedOut(path, options);
    await page.getByRole("heading", { name: heading }).waitFor();
    return page;
  };

export const accessStates: readonly State[] = [
  { name: "sign in", screens: ["SignInPage"], open: signedOut("/app/sign-in", "Sign in") },
  { name: "sign up", screens: ["SignUpPage"], open: signedOut("/app/sign-up", "Create your account") },
  {
    name: "forgotten password",
    screens: ["ForgottenPasswordPage"],
    open: signedOut("/app/forgotten-password", "Reset your password"),
  },
  {
    name: "choose a business",
    screens: ["ChooseBusinessPage"],
    open: async (salon, options) => {
      const page = await salon.open("calendar", options);
      await page.goto("/app/?choose=1");
      await page.getByRole("heading", { name: "Choose a business" }).waitFor();
      return page;
    },
  },
  {
    name: "a new business",
    screens: ["NewBusinessPage"],
    open: screen("calendar", async (page) => {
      await page.goto("/app/new");
      await page.getByRole("heading", { name: "Set up your business", exact: true }).waitFor();
    }),
  },
  {
    name: "the first steps of a business",
    screens: ["setup"],
    open: screen("setup", (page) =>
      page.getByRole("heading", { name: "Online booking", exact: true }).waitFor(),
    ),
  },
  {
    name: "the first steps of a business without a location",
    open: (salon, options) => openEmptyBusiness(salon, options),
  },
  {
    name: "a page that does not exist",
    open: screen("nowhere/at/all", (page) =>
      page.getByRole("heading", { name: "This page does not exist" }).waitFor(),
    ),
  },
  {
    name: "the session has ended",
    dialogs: ["session"],
    open: screen("calendar", async (page) => {
      await page.getByRole("navigation").waitFor();
      await page.context().clearCookies();
      // When the page becomes visible after ten minutes, it refetches its queries.
      await page.clock.fastForward("10:00");
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      await page.getByRole("dialog").getByText("Please sign in again").waitFor();
    }),
  },
  {
    name: "the account menu",
    open: screen("calendar", async (page) => {
      await page.getByRole("button", { name: "Your account" }).click();
      await page.getByRole("menuitem", { name: "Deutsch" }).waitFor();
    }),
  },
  {
    name: "the command palette",
    dialogs: ["palette"],
    open: screen("calendar", async (page) => {
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByPlaceholder("Search clients, screens and actions").waitFor();
    }),
  },
];
