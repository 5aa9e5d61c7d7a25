import { type State, screen } from "./state.ts";

export const connectorStates: readonly State[] = [
  {
    name: "connectors",
    screens: ["settings/connectors"],
    open: screen("settings/connectors", (page) =>
      page.getByRole("heading", { name: "n8n", level: 2, exact: true }).waitFor(),
    ),
  },
  {
    name: "the key of a connector",
    dialogs: ["connection"],
    open: screen("settings/connectors", async (page) => {
      const card = page.getByRole("region", { name: "Make", exact: true });
      await card.getByRole("button", { name: /^Create (key for Make|another key)$/ }).click();
      await page
        .getByRole("dialog", { name: "Connect Make now" })
        .getByLabel("Address", { exact: true })
        .waitFor();
    }),
  },
];
