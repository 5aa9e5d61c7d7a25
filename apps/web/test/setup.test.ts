import { expect, test } from "vitest";
import { browserAt, PASSWORD, signedUp } from "../../../server/test/fixtures/signedIn.ts";
import { openTestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ isShared: true });

test("a new user sets up a business: type, location and hours, staff, starter menu, booking page", async () => {
  const { email } = await signedUp(salon.app, { name: "Mara Neumann" });
  const page = await salon.openSignedOut("/app/sign-in");
  const heading = (name: string | RegExp) => page.getByRole("heading", { name }).waitFor();
  const next = () => page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("link", { name: "Set up a business", exact: true }).click();

  await heading("Set up your business");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Nagelstudio Mara");
  await page.getByRole("combobox", { name: "Kind of business", exact: true }).click();
  await page.getByRole("option", { name: "Nail studio", exact: true }).click();
  await page.getByRole("button", { name: "Create the business", exact: true }).click();

  await heading("Location and hours");
  await next();
  await page.getByText("This field is required.", { exact: true }).first().waitFor();
  await page.getByLabel("Street and number", { exact: true }).fill("Lindenstr. 4");
  await page.getByLabel("City", { exact: true }).fill("Berlin");
  await next();

  await heading("Team");
  expect(await page.getByLabel("Name of staff member 1", { exact: true }).inputValue()).toBe("Mara Neumann");
  // The setup continues with the first incomplete step.
  await page.goto(page.url().replace(/setup$/, "calendar"));
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  await heading("Team");
  await page.getByRole("button", { name: "Add a staff member", exact: true }).click();
  await page.getByLabel("Name of staff member 2", { exact: true }).fill("Kim");
  await next();

  await heading("Services");
  await page.getByRole("checkbox", { name: "Pedicure", exact: true }).uncheck();
  await page.getByLabel("Price of Manicure", { exact: true }).fill("39.50");
  await next();

  await heading("Online booking");
  await page.getByRole("switch").click();
  await page.locator('input[role="switch"][data-checked="true"]').waitFor();
  await page.getByRole("link", { name: "To the calendar", exact: true }).click();
  await page.locator("[data-grid]").waitFor();

  const business = new URL(page.url()).pathname.split("/")[2];
  const browser = browserAt(salon.app);
  await browser.auth("POST", "/sign-in/email", { email, password: PASSWORD });
  const read = async (path: string) =>
    (await browser.call("GET", `/businesses/${business}/${path}`)).body.data;
  const [{ items: staff }, { items: services }, { items: locations }] = [
    await read("staff"),
    await read("services"),
    await read("locations"),
  ];
  expect(staff.map(({ display_name }: { display_name: string }) => display_name).sort()).toEqual([
    "Kim",
    "Mara",
  ]);
  expect(
    services.map(
      ({ name, price, staff: by }: { name: string; price: { amount: number }; staff: object[] }) => [
        name,
        price.amount,
        by.length,
      ],
    ),
  ).toEqual([
    ["Manicure", 3950, 2],
    ["Gel manicure", 4500, 2],
  ]);
  expect(locations[0].hours).toHaveLength(6);
  expect((await read(`staff/${staff[0].id}/hours`)).weekly).toHaveLength(6);
  expect((await read(`locations/${locations[0].id}/publishing`)).published).toBe(true);
  await salon.release(page);
});
