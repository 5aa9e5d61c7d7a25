import type { Page } from "playwright-core";
import { importedFile, uploadedFile } from "../../../../server/test/fixtures/importedFile.ts";
import { type MemberCall, signedInMember } from "../../../../server/test/fixtures/signedInMember.ts";
import type { PageOptions, TestSalon } from "../testSalon.ts";
import type { State } from "./state.ts";

const FILE = [
  "Client ID,First Name,Last Name,Email,Mobile Number,Note,Blocked",
  "1042,Lena,Hoffmann,lena.hoffmann@example.com,4915155502001,Likes oat milk,No",
  "1043,Emir,Yıldız,,4.91516E+12,,No",
  "1044,,,,,,No",
].join("\n");

const MENU = [
  "Service,Category,Duration,Price",
  "Balayage with gloss,Colour,2h 30min,from 180.00",
  "Beard trim,Barber,20,25.00",
  "Quote,Colour,30,ask us",
].join("\n");

const CALENDAR = [
  "Date,Time,Client,Service,Staff,Duration,Price,Status",
  "05/04/2030,10:00,Zoë Müller,Cut,Anna,60,,Confirmed",
  "05/04/2030,10:30,Zoë Müller,Colour,Anna,,,Confirmed",
  "31/03/2030,02:30,Zoë Müller,Cut,Ben,,,Pending",
  "06/04/2030,14:15,Nora Unknown,Balayage,Cleo,,,Confirmed",
].join("\n");

/** The user who prepares imports in each salon. */
const users = new WeakMap<object, Promise<MemberCall>>();
function userOf(salon: TestSalon): Promise<MemberCall> {
  const user = users.get(salon) ?? signedInMember(salon, "owner");
  users.set(salon, user);
  return user;
}

/** Returns a function that opens the import that `prepare` creates. */
const opened =
  (prepare: (salon: TestSalon, user: MemberCall) => Promise<string>, shown: string): State["open"] =>
  async (salon: TestSalon, options: PageOptions): Promise<Page> => {
    const id = await prepare(salon, await userOf(salon));
    const page = await salon.open(`settings/imports?import=${id}`, options);
    await page.getByText(shown, { exact: true }).first().waitFor();
    return page;
  };

async function mapped(user: MemberCall): Promise<string> {
  const { id, targets } = await uploadedFile(user, FILE, "fresha.csv");
  await user("PUT", `/imports/${id}/mapping`, { targets });
  return id;
}

const completed = async (salon: TestSalon, user: MemberCall) => (await importedFile(salon, user, FILE)).id;

export const importStates: readonly State[] = [
  {
    name: "imports",
    screens: ["settings/imports"],
    open: async (salon, options) => {
      await importedFile(salon, await userOf(salon), FILE);
      const page = await salon.open("settings/imports", options);
      await page.getByText("clients.csv", { exact: true }).first().waitFor();
      return page;
    },
  },
  {
    name: "columns of an import",
    open: opened(async (_, user) => (await uploadedFile(user, FILE, "fresha.csv")).id, "Check the file"),
  },
  { name: "preview of an import", open: opened(async (_, user) => mapped(user), "Emir Yıldız") },
  {
    name: "running import",
    open: opened(async (_, user) => {
      const id = await mapped(user);
      await user("POST", `/imports/${id}/run`);
      return id;
    }, "The clients are being imported"),
  },
  { name: "result of an import", open: opened(completed, "Download the rows with problems") },
  {
    name: "columns of an import of services",
    open: opened(
      async (_, user) => (await uploadedFile(user, MENU, "menu.csv", "services")).id,
      "Check the file",
    ),
  },
  {
    name: "result of an import of services",
    open: opened(
      async (salon, user) => (await importedFile(salon, user, MENU, {}, "services")).id,
      "Download the rows with problems",
    ),
  },
  {
    name: "columns of an import of appointments",
    open: opened(
      async (_, user) => (await uploadedFile(user, CALENDAR, "calendar.csv", "appointments")).id,
      "Check the file",
    ),
  },
  {
    name: "preview of an import of appointments",
    open: opened(async (_, user) => {
      const { id, targets } = await uploadedFile(user, CALENDAR, "calendar.csv", "appointments");
      await user("PUT", `/imports/${id}/mapping`, { targets });
      return id;
    }, "Nora Unknown"),
  },
  {
    name: "undoing an import",
    dialogs: ["undoImport"],
    open: async (salon, options) => {
      const page = await opened(completed, "Undo the import")(salon, options);
      await page.getByRole("button", { name: "Undo the import", exact: true }).click();
      await page.getByRole("dialog", { name: "Undo the import?" }).waitFor();
      return page;
    },
  },
];
