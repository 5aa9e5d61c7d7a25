import { startedPairing } from "../../../../server/test/fixtures/kioskApp.ts";
import { salesOf } from "../salesOf.ts";
import type { TestSalon } from "../testSalon.ts";
import { type State, screen } from "./state.ts";

/** The salons that already have a kiosk. */
const paired = new WeakSet<object>();
async function pairOne(salon: TestSalon): Promise<void> {
  if (paired.has(salon)) return;
  paired.add(salon);
  const { code } = await startedPairing(salon);
  const path = `/locations/${salon.salon.locationId}/kiosks`;
  await salesOf(salon).send("POST", path, { code, name: "Tablet at the entrance" });
}

const opened =
  (button: string, dialog: string): State["open"] =>
  async (salon, options) => {
    await pairOne(salon);
    const page = await salon.open("settings/kiosks", options);
    await page.getByText("Tablet at the entrance", { exact: true }).waitFor();
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByRole("dialog", { name: dialog }).waitFor();
    return page;
  };

export const kioskStates: readonly State[] = [
  {
    name: "kiosks",
    screens: ["settings/kiosks"],
    open: async (salon, options) => {
      await pairOne(salon);
      const page = await salon.open("settings/kiosks", options);
      await page.getByText("Tablet at the entrance", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Set a PIN", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "pairing a kiosk",
    open: screen("settings/kiosks?code=WDJB", async (page) => {
      await page.getByRole("button", { name: "Pair", exact: true }).click();
      await page.getByText("Enter the eight letters.", { exact: true }).waitFor();
    }),
  },
  {
    name: "renaming a kiosk",
    dialogs: ["renameKiosk"],
    open: opened("Rename", "Rename “Tablet at the entrance”"),
  },
  {
    name: "disconnecting a kiosk",
    dialogs: ["revokeKiosk"],
    open: opened("Disconnect", "Disconnect “Tablet at the entrance”?"),
  },
  { name: "the PIN of the kiosks", dialogs: ["kioskPin"], open: opened("Set a PIN", "PIN of the team") },
];
