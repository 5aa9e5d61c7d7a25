import type { State } from "./state.ts";

export const sandboxStates: readonly State[] = [
  {
    name: "a sandbox with its test clock and test events",
    screens: ["settings/sandbox"],
    open: async (salon, options) => {
      const page = await salon.open("settings/sandbox?new=1", options);
      await page.getByLabel("Name", { exact: true }).fill("Spielwiese");
      await page.getByRole("button", { name: "Create the sandbox", exact: true }).click();
      await page.getByRole("heading", { name: "Test events", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "a new sandbox",
    open: async (salon, options) => {
      const page = await salon.open("settings/sandbox?new=1", options);
      await page.getByRole("button", { name: "Create the sandbox", exact: true }).click();
      await page.getByText("Enter a name.", { exact: true }).waitFor();
      return page;
    },
  },
];
