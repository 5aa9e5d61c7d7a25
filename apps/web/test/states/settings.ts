import type { Page } from "playwright-core";
import { png } from "../../../../server/test/fixtures/images.ts";
import { salesOf } from "../salesOf.ts";
import type { PageOptions, TestSalon } from "../testSalon.ts";
import { type State, screen } from "./state.ts";

/** Returns a function that opens a path below the business and waits for its heading. */
const opened =
  (path: string, heading: string): State["open"] =>
  async (salon, options) => {
    const page = await salon.open(path, options);
    await page.getByRole("heading", { name: heading, level: 1, exact: true }).waitFor();
    return page;
  };

async function openKeys(salon: TestSalon, options: PageOptions): Promise<Page> {
  await salesOf(salon).send("POST", "/api-keys", {
    label: "Website",
    scopes: ["services:read", "staff:read", "appointments:write"],
  });
  const page = await salon.open("settings/api-keys", options);
  await page.getByText("Website", { exact: true }).first().waitFor();
  return page;
}

async function openEndpoint(salon: TestSalon, options: PageOptions): Promise<Page> {
  const { send } = salesOf(salon);
  const made = await send("POST", "/webhooks", {
    url: "https://example.com/daybook",
    events: ["client.created", "sale.completed"],
  });
  await send("POST", `/webhooks/${made.id}/test`);
  const page = await salon.open(`settings/webhooks/${made.id}`, options);
  await page.getByRole("button", { name: /^Test.*Pending$/ }).waitFor();
  return page;
}

export const settingsStates: readonly State[] = [
  { name: "settings", screens: ["settings"], open: opened("settings", "Settings") },
  {
    name: "settings of a manager",
    open: (salon, options) => opened("settings", "Settings")(salon, { ...options, role: "manager" }),
  },
  {
    name: "my sessions",
    screens: ["settings/sessions"],
    open: async (salon, options) => {
      const { email, password } = await salon.login("owner");
      await salon.app.inject({
        method: "POST",
        url: "/api/auth/sign-in/email",
        headers: { "user-agent": "Mozilla/5.0 (iPhone) AppleWebKit/605.1 Version/18.5 Safari/604.1" },
        payload: { email, password },
      });
      const page = await salon.open("settings/sessions", options);
      await page.getByText("Safari, iPhone", { exact: true }).first().waitFor();
      return page;
    },
  },
  {
    name: "messages to clients",
    screens: ["settings/messages"],
    open: screen("settings/messages?kind=reminder", async (page) => {
      await page.getByRole("heading", { name: "Reminder", level: 2, exact: true }).waitFor();
      await page.locator("iframe").waitFor();
    }),
  },
  {
    name: "booking page",
    screens: ["settings/booking-page"],
    open: screen("settings/booking-page", async (page) => {
      await page.getByRole("button", { name: "Set for all services", exact: true }).waitFor();
      await page.getByLabel("Heading", { exact: true }).waitFor();
      await page.locator("iframe").waitFor();
    }),
  },
  {
    name: "cropping a logo",
    dialogs: ["cropPicture"],
    open: screen("settings/booking-page", async (page) => {
      const field = page.getByRole("region", { name: "Logo", exact: true });
      const file = { name: "logo.png", mimeType: "image/png", buffer: png({ width: 60, height: 20 }) };
      await field.locator("input[type=file]").setInputFiles(file);
      const dialog = page.getByRole("dialog", { name: "Crop the picture", exact: true });
      await dialog.getByRole("application").waitFor();
    }),
  },
  {
    name: "online payments",
    screens: ["settings/payments"],
    open: opened("settings/payments", "Online payments"),
  },
  { name: "forms", screens: ["settings/forms"], open: opened("settings/forms", "Forms") },
  {
    name: "form builder",
    screens: ["settings/forms/$template"],
    open: screen("settings/forms/new", async (page) => {
      await page.getByRole("button", { name: "Add a question", exact: true }).click();
      await page.getByRole("menuitem", { name: "One of several", exact: true }).click();
      await page.getByRole("group", { name: "Question 2", exact: true }).waitFor();
      await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
    }),
  },
  { name: "API keys", screens: ["settings/api-keys"], open: openKeys },
  {
    name: "a new API key",
    open: screen("settings/api-keys?new=1", async (page) => {
      await page.getByRole("button", { name: "Create the key" }).click();
      await page.getByText("Choose at least one.").waitFor();
    }),
  },
  {
    name: "the secret of a new API key",
    dialogs: ["secret"],
    open: screen("settings/api-keys?new=1", async (page) => {
      await page.getByLabel("Name").fill("Report");
      await page.getByLabel("Read sales and payments").check();
      await page.getByRole("button", { name: "Create the key" }).click();
      await page.getByRole("dialog", { name: "Copy the key now" }).waitFor();
    }),
  },
  {
    name: "revoking an API key",
    dialogs: ["revokeApiKey"],
    open: async (salon, options) => {
      const page = await openKeys(salon, options);
      await page.getByRole("button", { name: "Revoke", exact: true }).first().click();
      await page.getByRole("button", { name: "Revoke the key", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "webhooks",
    screens: ["settings/webhooks"],
    open: async (salon, options) => {
      const page = await openEndpoint(salon, options);
      await page.getByRole("link", { name: "Webhooks", exact: true }).click();
      await page
        .getByRole("link", { name: /example\.com/ })
        .first()
        .waitFor();
      return page;
    },
  },
  {
    name: "a new webhook endpoint",
    open: async (salon, options) => {
      const page = await salon.open("settings/webhooks?new=1", options);
      await page.getByLabel("Address (URL)").waitFor();
      return page;
    },
  },
  {
    name: "a webhook endpoint",
    screens: ["settings/webhooks/$endpoint"],
    open: async (salon, options) => {
      const page = await openEndpoint(salon, options);
      await page.getByRole("button", { name: /^Test.*Pending$/ }).click();
      await page.getByText("Request", { exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "a new secret of a webhook endpoint",
    dialogs: ["rotateSecret", "webhookSecret"],
    open: async (salon, options) => {
      const page = await openEndpoint(salon, options);
      await page.getByRole("button", { name: "New secret", exact: true }).click();
      await page.getByRole("button", { name: "Create the secret", exact: true }).click();
      await page.getByRole("dialog", { name: "Copy the secret now" }).waitFor();
      return page;
    },
  },
  {
    name: "deleting a webhook endpoint",
    dialogs: ["deleteWebhook"],
    open: async (salon, options) => {
      const page = await openEndpoint(salon, options);
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("button", { name: "Delete the endpoint", exact: true }).waitFor();
      return page;
    },
  },
];
