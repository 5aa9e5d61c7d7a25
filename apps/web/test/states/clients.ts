import type { Page } from "playwright-core";
import { formFixture } from "../../../../server/test/fixtures/formFixture.ts";
import { png } from "../../../../server/test/fixtures/images.ts";
import { cardOf } from "../../../../server/test/fixtures/savedCard.ts";
import { walletsOf } from "../../../../server/test/fixtures/wallets.ts";
import type { TestSalon } from "../testSalon.ts";
import { type State, screen } from "./state.ts";

/** Returns a function that opens a tab of a client's file. The client has an alert. */
const file =
  (tab: string, then?: (page: Page, salon: TestSalon) => Promise<unknown>): State["open"] =>
  async (salon, options) => {
    const { clientId } = salon.salon;
    await salon.call("PATCH", `/clients/${clientId}`, {
      alert: "Allergic to latex",
      patch_test_at: "2027-02-28",
    });
    const page = await salon.open(`clients/${clientId}?tab=${tab}`, options);
    await page.getByRole("heading", { name: "Zoë Müller" }).waitFor();
    await then?.(page, salon);
    return page;
  };

const withMenu = (item: string, shown: string) =>
  file("", async (page) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByRole("dialog").getByText(shown).waitFor();
  });

let cards = 0;

export const clientStates: readonly State[] = [
  {
    name: "the list of clients",
    screens: ["clients"],
    open: screen("clients", (page) => page.getByRole("link", { name: /Zoë Müller/ }).waitFor()),
  },
  { name: "a client's overview", screens: ["clients/$client"], open: file("") },
  {
    name: "unsaved changes of a client",
    dialogs: ["unsaved"],
    open: file("", async (page) => {
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByLabel("Last name").fill("Maier");
      await page.getByRole("button", { name: "Close" }).click();
      await page.getByRole("dialog").getByText("Discard what you typed?").waitFor();
    }),
  },
  { name: "a client's wallet, empty", open: file("wallet", (page) => page.getByText("empty").waitFor()) },
  {
    name: "a client's messages, empty",
    open: file("messages", (page) => page.getByText("No messages in the last 30 days").waitFor()),
  },
  {
    name: "the changes of a client's file",
    open: file("changes", (page) =>
      page
        .getByText(/^Changed: /)
        .first()
        .waitFor(),
    ),
  },
  {
    name: "changing the balance of a package",
    dialogs: ["entitlement"],
    open: async (salon, options) => {
      const client = await salon.addClient({ first_name: "Ida", last_name: "Berg" });
      await walletsOf({ ...salon, salon: { ...salon.salon, clientId: client } }).package({ units: 10 });
      const page = await salon.open(`clients/${client}?tab=wallet`, options);
      await page.getByRole("button", { name: "Actions for 10 visits", exact: true }).click();
      await page.getByRole("menuitem", { name: "Change the balance", exact: true }).click();
      await page.getByRole("dialog").getByLabel("Reason", { exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "removing a saved card",
    dialogs: ["removeCard"],
    open: async (salon, options) => {
      const client = await salon.addClient({ first_name: "Ida", last_name: "Berg" });
      // Books each appointment a week later than the previous one, because the test opens this state once per scheme.
      const starts_at = new Date(Date.UTC(2027, 6, 5, 8) + 7 * 86_400_000 * cards++).toISOString();
      const forms = await formFixture(salon);
      const { id } = await forms.appointment({ client_id: client, starts_at });
      await cardOf({ ...salon, salon: { ...salon.salon, clientId: client } }, id);
      const page = await salon.open(`clients/${client}?tab=wallet`, options);
      await page.getByRole("button", { name: "Remove The card is being saved", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Remove card", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "deleting a note",
    dialogs: ["deleteNote"],
    open: file("notes", async (page) => {
      await page.getByLabel("Note", { exact: true }).fill("6.1 + 7.0, 6 %");
      await page.getByRole("button", { name: "Add note" }).click();
      await page
        .getByRole("button", { name: /^Actions for the note of/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Delete note" }).click();
      await page.getByRole("dialog").getByText("This cannot be undone.").waitFor();
    }),
  },
  {
    name: "deleting a photo",
    dialogs: ["deletePhoto"],
    open: file("photos", async (page) => {
      const chooser = page.waitForEvent("filechooser");
      await page.getByRole("button", { name: "Add photos" }).click();
      await (await chooser).setFiles({ name: "a.png", mimeType: "image/png", buffer: png() });
      await page
        .getByRole("button", { name: /^Actions for Before/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Delete photo" }).click();
      await page.getByRole("dialog").getByText("Delete this photo?").waitFor();
    }),
  },
  {
    name: "a link to forms as a QR code",
    dialogs: ["formsLink"],
    open: async (salon, options) => {
      const forms = await formFixture(salon);
      await forms.template();
      const client = await salon.addClient({ first_name: "Greta", alert: "Allergic to latex" });
      await forms.appointment({ client_id: client, starts_at: "2027-06-01T10:00:00+02:00" });
      const page = await salon.open(`clients/${client}?tab=forms`, options);
      await page.getByRole("button", { name: "Sign on site" }).click();
      await page.getByRole("img", { name: "QR code of the link to the forms" }).waitFor();
      return page;
    },
  },
  {
    name: "merging clients",
    dialogs: ["mergeClients"],
    open: withMenu("Merge with another client", "The other client"),
  },
  { name: "erasing a client", dialogs: ["eraseClient"], open: withMenu("Erase all data", "erased at once") },
];
