import type { State } from "./state.ts";

export const menuStates: readonly State[] = [
  {
    name: "the menu",
    screens: ["menu"],
    open: async (salon, options) => {
      const page = await salon.open("menu", options);
      await page.getByRole("button", { name: /^Massage/ }).waitFor();
      return page;
    },
  },
  {
    name: "a service with unsaved changes",
    dialogs: ["unsaved"],
    open: async (salon, options) => {
      const page = await salon.open(`menu?service=${salon.salon.colour}`, options);
      await page.getByLabel("Name", { exact: true }).fill("Balayage");
      await page.getByRole("button", { name: "Close" }).click();
      await page.getByRole("dialog", { name: "Discard what you typed?" }).waitFor();
      return page;
    },
  },
  {
    name: "a service",
    open: async (salon, options) => {
      const page = await salon.open(`menu?service=${salon.salon.colour}`, options);
      await page.getByLabel("Price of Anna").waitFor();
      return page;
    },
  },
  {
    name: "archiving a service",
    dialogs: ["archiveService"],
    open: async (salon, options) => {
      const page = await salon.open(`menu?service=${salon.salon.colour}`, options);
      await page.getByRole("button", { name: "Archive" }).click();
      await page.getByRole("dialog", { name: "Archive “Colour”?" }).waitFor();
      return page;
    },
  },
  {
    name: "archiving a category",
    dialogs: ["category", "archiveCategory"],
    open: async (salon, options) => {
      const page = await salon.open("menu?category=new", options);
      const dialog = page.getByRole("dialog");
      // Uses a unique category name, because the test opens this state several times.
      const name = `Hair ${crypto.randomUUID().slice(0, 8)}`;
      await dialog.getByLabel("Name", { exact: true }).fill(name);
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("button", { name: `Edit category ${name}` }).click();
      await dialog.getByRole("button", { name: "Archive" }).click();
      await page.getByRole("dialog", { name: `Archive “${name}”?` }).waitFor();
      return page;
    },
  },
];
