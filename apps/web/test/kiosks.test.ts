import { expect, test } from "vitest";
import { kioskCall, startedPairing } from "../../../server/test/fixtures/kioskApp.ts";
import { openTestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ isShared: true, keepsPages: true });

test("the link in a tablet's QR code opens the kiosks with its code; the tablet is named, renamed and disconnected", async () => {
  const { code, cookie } = await startedPairing(salon);
  const tablet = kioskCall(salon, cookie);
  const page = await salon.open("settings/kiosks");
  await page.getByText("No tablet is paired", { exact: true }).waitFor();
  await page.goto(`/app/?pair=${code.replace("-", "")}`);
  await page.getByRole("heading", { name: "Kiosks", level: 1, exact: true }).waitFor();
  const field = page.getByLabel("Code on the tablet", { exact: true });
  await field.waitFor();
  expect(await field.inputValue()).toBe(code.replace("-", ""));
  await field.fill("BBBB-BBBB");
  await page.getByRole("button", { name: "Pair", exact: true }).click();
  await page.getByText("This code is not valid. The tablet shows a new one every ten minutes.").waitFor();
  await field.fill(code);
  await page.getByRole("button", { name: "Pair", exact: true }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Front desk" });
  await row.getByText("Not seen yet", { exact: true }).waitFor();
  expect((await tablet("GET", "")).body.data.name).toBe("Front desk");

  await row.getByRole("button", { name: "Rename", exact: true }).click();
  const renaming = page.getByRole("dialog", { name: "Rename “Front desk”" });
  await renaming.getByLabel("Name", { exact: true }).fill("Window");
  await renaming.getByRole("button", { name: "Save", exact: true }).click();
  await renaming.waitFor({ state: "detached" });
  const renamed = page.getByRole("listitem").filter({ hasText: "Window" });
  await renamed.getByText(/^Last seen /).waitFor();

  await page.getByRole("button", { name: "Set a PIN", exact: true }).click();
  const pin = page.getByRole("dialog", { name: "PIN of the team" });
  await pin.getByLabel("New PIN", { exact: true }).fill("271828");
  await pin.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Change the PIN", exact: true }).waitFor();
  expect((await tablet("POST", "/unlock", { pin: "271828" })).status).toBe(200);

  await renamed.getByRole("button", { name: "Disconnect", exact: true }).click();
  const asking = page.getByRole("dialog", { name: "Disconnect “Window”?" });
  await asking.getByRole("button", { name: "Disconnect the tablet", exact: true }).click();
  await page.getByText("No tablet is paired", { exact: true }).waitFor();
  expect((await tablet("GET", "")).status).toBe(401);
});
