import type { State } from "./state.ts";

export const connectorStates: readonly State[] = [
  {
    name: "connectors",
    screens: ["settings/connectors"],
    open: async (salon, options) => {
      const page = await salon.open("settings/connectors", options);
      await page.getByRole("heading", { name: "n8n", level: 2, exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "the key of a connector",
    dialogs: ["connection"],
    open: async (salon, options) => {
      const page = await salon.open("settings/connectors", options);
      const card = page.getByRole("region", { name: "Make", exact: true });
      await card.getByRole("button", { name: /^Create (key for Make|another key)$/ }).click();
      await page
        .getByRole("dialog", { name: "Connect Make now" })
        .getByLabel("Address", { exact: true })
        .waitFor();
      return page;
    },
  },
];
