import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { salesOf } from "./salesOf.ts";
import { openTestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ isShared: true, keepsPages: true });
const sales = salesOf(salon);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const depositsOf = async (appointment: string) =>
  (await sales.send("GET", `/deposits?appointment_id=${appointment}`)).items;

test("a deposit is taken in the panel of an appointment, and counts as paid at the checkout", async () => {
  const appointment = await sales.appointment();
  const page = await salon.open(`calendar?open=${appointment}`);
  await button(page, "Take a deposit").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Cash", { exact: true }).click();
  await dialog.getByLabel("Amount", { exact: true }).fill("46");
  await dialog.getByText("At most €45.00", { exact: true }).waitFor();
  await dialog.getByLabel("Amount", { exact: true }).fill("20");
  await button(page, "Take €20.00").click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Deposit €20.00 · Cash", { exact: true }).waitFor();
  await page.getByText("For the checkout", { exact: true }).waitFor();
  await button(page, "Take a deposit").waitFor({ state: "detached" });
  await button(page, "Checkout").click();
  await page.getByRole("heading", { name: "Checkout", exact: true }).waitFor();
  await page.getByRole("definition").getByText("€25.00", { exact: true }).waitFor();
  await button(page, "Continue to payment").click();
  await page.getByRole("heading", { name: "Payment", exact: true }).waitFor();
  await page.getByText("Deposit · Cash", { exact: true }).waitFor();
  await button(page, "Cash").click();
  await button(page, "Take €25.00").click();
  await page.getByText("Paid in full", { exact: true }).waitFor();
  expect(await depositsOf(appointment)).toMatchObject([{ status: "spent" }]);
});

test("a deposit of a missed appointment waits in the list until a manager keeps and refunds", async () => {
  await sales.send("PUT", "/policies", {
    cancellation_window_minutes: 1440,
    no_show_fee: { kind: "amount", amount: sales.eur(1500) },
  });
  const appointment = await sales.appointment();
  const deposit = { method: "cash", amount: sales.eur(2000) };
  await sales.send("POST", `/appointments/${appointment}/deposits`, deposit);
  await sales.send("POST", `/appointments/${appointment}/transitions`, { to: "no_show" });
  const reception = await salon.open("sales", { role: "reception" });
  await button(reception, "Deposits").click();
  await reception.getByRole("heading", { name: "Deposits", exact: true }).waitFor();
  await button(reception, "Settle").waitFor();
  expect(await button(reception, "Settle").getAttribute("data-disabled")).toBe("true");
  await salon.release(reception);

  const page = await salon.open("deposits", { role: "manager" });
  await button(page, "Settle").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Hand €5.00 back to the client.", { exact: true }).waitFor();
  await button(page, "Keep all").click();
  await dialog.getByText("Nothing is refunded.", { exact: true }).waitFor();
  await button(page, "Keep the fee").click();
  await button(page, "Keep €15.00, refund €5.00").click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("No deposit waits for a decision", { exact: true }).waitFor();
  expect(await depositsOf(appointment)).toMatchObject([
    { status: "settled", kept: { amount: 1500 }, refunded: { amount: 500 } },
  ]);
  await page.getByText("All", { exact: true }).click();
  await page.getByText("€15.00 kept · €5.00 refunded", { exact: true }).waitFor();
});
