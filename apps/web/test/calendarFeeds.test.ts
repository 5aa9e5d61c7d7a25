import { expect, test } from "vitest";
import { openTestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ isShared: true });

test("a manager creates a feed, copies its link once and revokes it", async () => {
  const page = await salon.open("settings/calendar-feeds", { role: "manager" });
  await page.getByText("No feed yet", { exact: true }).waitFor();
  await page.getByRole("button", { name: "New feed", exact: true }).click();
  await page.getByRole("combobox", { name: "Appointments of", exact: true }).click();
  await page.getByRole("option", { name: "Anna", exact: true }).click();
  await page.getByRole("button", { name: "Create the link", exact: true }).click();
  const shown = page.getByRole("dialog", { name: "Your link" });
  const field = shown.getByRole("textbox", { name: "Link", exact: true });
  await field.waitFor();
  const path = new URL(await field.inputValue()).pathname;
  const link = `${salon.address}${path}`;
  expect((await (await fetch(link)).text()).split("\r\n")).toContain("BEGIN:VCALENDAR");
  await shown.getByRole("button", { name: "Done", exact: true }).click();
  await shown.waitFor({ state: "detached" });

  const row = page.getByRole("listitem").filter({ hasText: "Anna" });
  await row.getByText(/^Created /).waitFor();
  await row.getByRole("button", { name: "Revoke", exact: true }).click();
  const asking = page.getByRole("dialog", { name: "Revoke the feed of “Anna”?" });
  await asking.getByRole("button", { name: "Revoke the feed", exact: true }).click();
  await page.getByText("No feed yet", { exact: true }).waitFor();
  expect((await fetch(link)).status).toBe(404);
  await salon.release(page);
});
