import { type State, screen } from "./state.ts";

export const sandboxStates: readonly State[] = [
  {
    name: "a sandbox with its test clock and test events",
    screens: ["settings/sandbox"],
    open: screen("settings/sandbox?new=1", async (page) => {
      await page.getByLabel("Name", { exact: true }).fill("Spielwiese");
      await page.getByRole("button", { name: "Create the sandbox", exact: true }).click();
      await page.getByRole("heading", { name: "Test events", exact: true }).waitFor();
    }),
  },
  {
    name: "a new sandbox",
    open: screen("settings/sandbox?new=1", async (page) => {
      await page.getByRole("button", { name: "Create the sandbox", exact: true }).click();
      await page.getByText("Enter a name.", { exact: true }).waitFor();
    }),
  },
];
