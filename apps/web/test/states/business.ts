import { salesOf } from "../salesOf.ts";
import { type State, screen } from "./state.ts";

const heading =
  (path: string, name: string, ready?: string): State["open"] =>
  async (salon, options) => {
    const page = await salon.open(path, options);
    await page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
    if (ready !== undefined) await page.getByText(ready).first().waitFor();
    return page;
  };

/** The salons for which `fill` has already created its records. */
const filled = new WeakSet<object>();

/** Creates the records that the screens of settings show, once per salon. Kept pages do not load them again (`keptPages.ts`). */
export async function fill(salon: Parameters<State["open"]>[0]): Promise<void> {
  if (filled.has(salon)) return;
  filled.add(salon);
  const { send, eur } = salesOf(salon);
  await send("POST", "/tax-rates", { name: "Standard rate", percent: 19, included: true });
  await send("POST", "/products", { name: "Argan oil", price: eur(1450), stock: 0, sku: "AO-50" });
  await send("POST", "/packages", { name: "Ten cuts", service_ids: [], units: 10, price: eur(40_500) });
  await send("POST", "/promotions", { name: "Spring", code: "SPRING-20", kind: "percent", percent: 20 });
  await send("POST", "/client-fields", { label: "Allergies", type: "choice", options: ["None", "Latex"] });
}

const filledHeading =
  (path: string, name: string, ready: string): State["open"] =>
  async (salon, options) => {
    await fill(salon);
    return heading(path, name, ready)(salon, options);
  };

export const businessStates: readonly State[] = [
  {
    name: "users and invitations",
    screens: ["settings/users"],
    open: async (salon, options) => {
      await salesOf(salon).send("POST", "/invitations", { email: "new@example.com", role: "reception" });
      return heading("settings/users", "Users and roles", "new@example.com")(salon, options);
    },
  },
  {
    name: "inviting a user",
    open: heading("settings/users?invite=1", "Users and roles", "Send the invitation"),
  },
  {
    name: "revoking an invitation",
    dialogs: ["revokeInvitation"],
    open: async (salon, options) => {
      await salesOf(salon).send("POST", "/invitations", { email: "old@example.com", role: "manager" });
      const page = await salon.open("settings/users", options);
      await page.getByRole("button", { name: "Revoke", exact: true }).first().click();
      await page.getByRole("button", { name: "Revoke the invitation", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "removing a user",
    dialogs: ["archive"],
    open: async (salon, options) => {
      await salon.login("manager");
      const page = await salon.open("settings/users", options);
      await page.getByRole("button", { name: /^Murat/ }).click();
      await page.getByRole("button", { name: "Remove this user", exact: true }).click();
      await page.getByRole("button", { name: "Remove the user", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "policies",
    screens: ["settings/policies"],
    open: heading("settings/policies", "Policies", "Save"),
  },
  {
    name: "the business",
    screens: ["settings/business"],
    open: heading("settings/business", "Business", "Save"),
  },
  {
    name: "client fields",
    screens: ["settings/client-fields"],
    open: filledHeading("settings/client-fields", "Client fields", "Allergies"),
  },
  {
    name: "deleting a client field",
    dialogs: ["archive"],
    open: async (salon, options) => {
      await fill(salon);
      const page = await salon.open("settings/client-fields", options);
      await page.getByRole("button", { name: /^Allergies/ }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("dialog", { name: "Delete “Allergies”?" }).waitFor();
      return page;
    },
  },
  {
    name: "packages and gift cards",
    screens: ["settings/prepaid"],
    open: filledHeading("settings/prepaid", "Packages and gift cards", "Ten cuts"),
  },
  {
    name: "a new membership",
    open: screen("settings/prepaid?kind=memberships&product=new", (page) =>
      page.getByLabel("Number of periods", { exact: true }).waitFor(),
    ),
  },
  {
    name: "promotions",
    screens: ["settings/promotions"],
    open: filledHeading("settings/promotions", "Promotions", "SPRING-20"),
  },
  {
    name: "a new promotion",
    open: screen("settings/promotions?promotion=new", (page) =>
      page.getByLabel("Code", { exact: true }).waitFor(),
    ),
  },
  { name: "locations", screens: ["settings/locations"], open: heading("settings/locations", "Locations") },
  {
    name: "the hours of a location",
    screens: ["settings/locations/$location"],
    open: screen(
      (salon) => `settings/locations/${salon.salon.locationId}`,
      (page) => page.getByLabel("Monday, start 1").waitFor(),
    ),
  },
  {
    name: "a new room",
    open: async (salon, options) => {
      const path = `settings/locations/${salon.salon.locationId}?tab=resources&resource=new`;
      const page = await salon.open(path, options);
      await page.getByLabel("Appointments at the same time").waitFor();
      return page;
    },
  },
  {
    name: "the details of a location",
    open: screen(
      (salon) => `settings/locations/${salon.salon.locationId}?tab=details`,
      (page) => page.getByLabel("Street and number").waitFor(),
    ),
  },
  {
    name: "tax rates",
    screens: ["settings/tax-rates"],
    open: filledHeading("settings/tax-rates", "Tax rates", "Standard rate"),
  },
  {
    name: "products",
    screens: ["settings/products"],
    open: filledHeading("settings/products", "Products", "Argan oil"),
  },
  {
    name: "a new product",
    open: screen("settings/products?product=new", async (page) => {
      await page.getByLabel("Count the stock").check();
      await page.getByLabel("In stock").waitFor();
    }),
  },
  {
    name: "the audit log",
    screens: ["settings/audit-log"],
    open: async (salon, options) => {
      await fill(salon);
      const page = await salon.open("settings/audit-log", options);
      await page
        .getByRole("button", { name: /^Tax rate/ })
        .first()
        .click();
      await page.getByRole("rowheader", { name: "percent" }).waitFor();
      return page;
    },
  },
  {
    name: "a day closing",
    screens: ["day-closings"],
    open: async (salon, options) => {
      const { sale, send, eur } = salesOf(salon);
      const lines = [{ kind: "product", description: "Brush", unit_price: eur(990) }];
      await sale({ lines, payments: [{ method: "cash", amount: eur(990) }] });
      const location_id = salon.salon.locationId;
      await send("POST", "/day-closings", { location_id, counted: [{ method: "cash", amount: eur(900) }] });
      const page = await salon.open("day-closings", options);
      await page
        .getByRole("button", { name: /Difference/ })
        .first()
        .click();
      await page.getByRole("columnheader", { name: "Expected" }).waitFor();
      return page;
    },
  },
  {
    name: "counting the money",
    open: screen("day-closings?new=1", (page) => page.getByLabel("Cash", { exact: true }).waitFor()),
  },
  {
    name: "the dashboard of today",
    open: screen("reports", async (page) => {
      await page.getByRole("region", { name: "Next appointments", exact: true }).waitFor();
      await page.getByRole("img").locator("canvas").waitFor();
    }),
  },
  {
    name: "a screen for other roles",
    open: async (salon, options) => {
      const page = await salon.open("settings/api-keys", { ...options, role: "reception" });
      await page.getByRole("heading", { name: "Not for your role", level: 1 }).waitFor();
      return page;
    },
  },
  {
    name: "reports",
    screens: ["reports"],
    open: async (salon, options) => {
      const page = await salon.open("reports?from=2027-02-20&to=2027-03-05", options);
      await page.getByRole("rowheader", { name: "Total", exact: true }).waitFor();
      return page;
    },
  },
];
