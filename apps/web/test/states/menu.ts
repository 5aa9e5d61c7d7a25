import { type State, screen } from "./state.ts";

export const menuStates: readonly State[] = [
  {
    name: "the menu",
    screens: ["menu"],
    open: screen("menu", (page) => page.getByRole("button", { name: /^Massage/ }).waitFor()),
  },
  {
    name: "a service with unsaved changes",
    dialogs: ["unsaved"],
    open: screen(
      (salon) => `menu?service=${salon.salon.colour}`,
      async (page) => {
        await page.getByLabel("Name", { exact: true }).fill("Balayage");
        await page.getByRole("button", { name: "Close" }).click();
        await page.getByRole("dialog", { name: "Discard what you typed?" }).waitFor();
      },
    ),
  },
  {
    name: "a service",
    open: screen(
      (salon) => `menu?service=${salon.salon.colour}`,
      (page) => page.getByLabel("Price of Anna").waitFor(),
    ),
  },
  {
    name: "archiving a service",
    dialogs: ["archive"],
    open: screen(
      (salon) => `menu?service=${salon.salon.colour}`,
      async (page) => {
        await page.getByRole("button", { name: "Archive" }).click();
        await page.getByRole("dialog", { name: "Archive “Colour”?" }).waitFor();
      },
    ),
  },
  {
    name: "archiving a category",
    dialogs: ["category", "archiveCategory"],
    open: screen("menu?category=new", async (page) => {
      const dialog = page.getByRole("dialog");
      // Uses a unique category name, because the test opens this state several times.
      const name = `Hair ${crypto.randomUUID().slice(0, 8)}`;
      await dialog.getByLabel("Name", { exact: true }).fill(name);
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("button", { name: `Edit category ${name}` }).click();
      await dialog.getByRole("button", { name: "Archive" }).click();
      await page.getByRole("dialog", { name: `Archive “${name}”?` }).waitFor();
    }),
  },
];
