import { expect, test } from "vitest";
import { workOnImports } from "../../../server/test/fixtures/importedFile.ts";
import { openTestSalon, type TestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ keepsPages: true });

const FILE = [
  "Kundin;Handy;Geburtstag;Bemerkung",
  "Jürgen Müller-Lüdenscheidt;0151 23456789;03.04.1990;Mag Tee",
  "Mina Okafor;123;;",
  ";;;leer",
].join("\r\n");

type Page = Awaited<ReturnType<TestSalon["open"]>>;

/** Chooses a file on the imports page and waits until the page shows the columns of the file. */
async function chosen(page: Page, name: string, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose a file", exact: true }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: "text/csv", buffer });
  await page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
}

async function kindChosen(page: Page, kind: string): Promise<void> {
  const kinds = page.getByRole("radiogroup", { name: "What the file contains", exact: true });
  await kinds.getByText(kind, { exact: true }).click();
}

async function fieldChosen(page: Page, column: string, field: string): Promise<void> {
  await page.getByRole("combobox", { name: `Field for the column ${column}`, exact: true }).click();
  await page.getByRole("option", { name: field, exact: true }).click();
}

/** Undoes the import that the page shows: confirms the dialog and runs the worker's job. */
async function undone(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Undo the import", exact: true }).click();
  const asking = page.getByRole("dialog", { name: "Undo the import?" });
  await asking.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("The import is being undone", { exact: true }).waitFor();
  await workOnImports(salon);
  await page.getByText("The import was undone.", { exact: true }).waitFor();
}

test("a file of another program is assigned, previewed, imported and undone", async () => {
  const page = await salon.open("settings/imports");
  await page.getByText("Nothing imported yet", { exact: true }).waitFor();
  await chosen(page, "Kunden.csv", Buffer.from(FILE, "latin1"));
  await page.getByText("Jürgen Müller-Lüdenscheidt", { exact: true }).waitFor();

  await fieldChosen(page, "Kundin", "Full name");
  await fieldChosen(page, "Bemerkung", "Note");
  await page.getByRole("button", { name: "Check the file", exact: true }).click();
  await page.getByRole("button", { name: "Import 2 clients", exact: true }).waitFor();
  const rows = page.getByRole("region", { name: "Rows of the file", exact: true });
  await rows.getByText("+4915123456789", { exact: true }).waitFor();
  const filter = page.getByRole("radiogroup", { name: "Rows to show", exact: true });
  await filter.getByText("With problems", { exact: true }).click();
  await rows.getByText("Handy: not a telephone number", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Import 2 clients", exact: true }).click();
  await page.getByText("The clients are being imported", { exact: true }).waitFor();
  await workOnImports(salon);
  await page.getByText("2 clients were imported.", { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the rows with problems", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("import-problems.csv");
  const found = (await salon.call("GET", "/clients?q=okafor")).body.data.items;
  expect(found).toMatchObject([{ first_name: "Mina", last_name: "Okafor", phone_e164: null }]);

  await undone(page);
  expect((await salon.call("GET", "/clients?q=okafor")).body.data.items).toEqual([]);
});

const MENU = [
  "Leistung;Rubrik;Dauer;Preis",
  "Balayage mit Glossing;Farbe;2 Std. 30 Min.;ab 180,00 €",
  "Bart trimmen;Herren;20;25",
  "Beratung;Farbe;lang;gratis",
].join("\r\n");

test("the menu of another program is assigned, previewed, imported and undone", async () => {
  const page = await salon.open("settings/imports");
  await kindChosen(page, "Services");
  await page.getByText("Bring your menu from another program", { exact: false }).waitFor();
  await chosen(page, "Menu.csv", Buffer.from(MENU));
  await page.getByText("Balayage mit Glossing", { exact: true }).waitFor();
  await fieldChosen(page, "Rubrik", "Price");
  await page.getByRole("button", { name: "Check the file", exact: true }).click();
  const rule = "Choose one column each for the name, the duration and the price, and each field only once.";
  await page.getByText(rule, { exact: true }).waitFor();
  await fieldChosen(page, "Rubrik", "Category");
  await page.getByRole("button", { name: "Check the file", exact: true }).click();
  await page.getByRole("button", { name: "Import 2 services", exact: true }).waitFor();
  const rows = page.getByRole("region", { name: "Rows of the file", exact: true });
  await rows.getByText("from €180.00", { exact: true }).waitFor();
  await rows.getByText("150 min", { exact: true }).waitFor();
  await rows.getByText("Dauer: not a duration of at most 24 hours", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Import 2 services", exact: true }).click();
  await page.getByText("The services are being imported", { exact: true }).waitFor();
  await workOnImports(salon);
  await page.getByText("2 services were imported.", { exact: true }).waitFor();
  await rows.getByRole("link", { name: "Bart trimmen", exact: true }).click();
  await page.getByText("Bart trimmen", { exact: true }).first().waitFor();
  await page.goBack();

  await undone(page);
  const left = (await salon.call("GET", "/services?limit=100")).body.data.items;
  expect(left.map(({ name }: { name: string }) => name)).not.toContain("Bart trimmen");
});

const CALENDAR = [
  "Datum;Uhrzeit;Kunde;Leistung;Mitarbeiter",
  "05.04.2030;10:00;Zoë Müller;Cut;Anna",
  "05.04.2030;10:30;Zoë Müller;Cut;Anna",
].join("\r\n");

test("the appointments of another program are previewed in the location's time, imported and undone", async () => {
  const page = await salon.open("settings/imports");
  await kindChosen(page, "Appointments");
  await page.getByText("Bring your future appointments from another program", { exact: false }).waitFor();
  await chosen(page, "Calendar.csv", Buffer.from(CALENDAR));
  await page.getByRole("button", { name: "Check the file", exact: true }).click();
  await page.getByRole("button", { name: "Import 1 appointment", exact: true }).waitFor();
  const rows = page.getByRole("region", { name: "Rows of the file", exact: true });
  await rows.getByText("05/04/2030, 10:00", { exact: true }).waitFor();
  await rows.getByText("The time is taken", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Import 1 appointment", exact: true }).click();
  await page.getByText("The appointments are being imported", { exact: true }).waitFor();
  await workOnImports(salon);
  await page.getByText("1 appointment was imported.", { exact: true }).waitFor();
  const opened = rows.getByRole("link", { name: "Zoë Müller", exact: true }).first();
  expect(await opened.getAttribute("href")).toContain("/calendar?date=2030-04-05");
  await undone(page);
});
