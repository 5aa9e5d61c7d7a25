import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { salesOf } from "./salesOf.ts";
import { openTestSalon } from "./testSalon.ts";

const salon = await openTestSalon({ isShared: true, keepsPages: true });
const sales = salesOf(salon);

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const ticket = (page: Page) => page.getByRole("region", { name: "Ticket" });
/** Returns a locator for the total on the page, which matches if the total is `amount`. */
const totalIs = (page: Page, amount: number) =>
  page.getByTestId("total").getByText(euros(amount), { exact: true });
const euros = (amount: number) =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency: "EUR" }).format(amount / 100);

/**
 * Continues from the ticket to the payment. Waits for the heading of the payment, so that a later click on "Gift card" does not
 * hit the ticket's button of the same name.
 */
async function continueToPayment(page: Page) {
  await button(page, "Continue to payment").click();
  await page.getByRole("heading", { name: "Payment" }).waitFor();
}

/** Reads the sale on the current page from the server. */
async function saleOn(page: Page) {
  await page.waitForURL(/\/sales\/[0-9a-f-]{36}/);
  return sales.send("GET", `/sales/${new URL(page.url()).pathname.split("/").at(-1)}`);
}

test("habit 40: the totals of a checkout are the server's, to the cent", async () => {
  const page = await salon.open(`calendar?open=${await sales.appointment()}`);
  await button(page, "Checkout").click();
  await page.getByRole("button", { name: "Other product", exact: true }).click();
  await page.getByLabel("Description of the line: Product").fill("Comb");
  await page.getByLabel("Quantity of Comb").fill("3");
  await page.getByLabel("Price of Comb").fill("3.33");
  await button(page, "Discount").click();
  await page.getByLabel("Price of Discount").fill("1.07");
  await page.getByLabel("Tip", { exact: true }).fill("2.50");
  await totalIs(page, 5642).waitFor();
  await continueToPayment(page);
  const { subtotal, discount, tip, total, status } = await saleOn(page);
  expect([subtotal.amount, discount.amount, tip.amount, total.amount, status]).toEqual([
    5499,
    107,
    250,
    5642,
    "open",
  ]);
  for (const { amount } of [subtotal, tip, total])
    await ticket(page).getByText(euros(amount), { exact: true }).first().waitFor();
  // The appointment's checkout opens the existing sale instead of creating another sale.
  await page.goto(
    (await page.url()).replace(/sales\/.*/, `checkout?appointment=${(await saleOn(page)).appointment_id}`),
  );
  await page.getByRole("heading", { name: "Payment" }).waitFor();
});

test("a ticket shows the server's taxes, promotion and tip while it is edited", async () => {
  const vat = await sales.send("POST", "/tax-rates", { name: "VAT", percent: 19, included: true });
  await sales.send("POST", "/products", {
    name: "Argan oil",
    barcode: "4006381333931",
    price: sales.eur(1190),
    tax_rate_id: vat.id,
  });
  await sales.send("POST", "/promotions", { name: "Spring", kind: "percent", percent: 10 });
  const page = await salon.open("checkout");
  const search = page.getByRole("combobox", { name: "Add an item" });
  // A barcode scanner types the number and presses Enter immediately.
  await search.fill("4006381333931");
  await search.press("Enter");
  await page.getByLabel("Quantity of Argan oil").waitFor();
  await totalIs(page, 1190).waitFor();
  await page.getByText(/^incl\. VAT 19\s?%$/).waitFor();
  await page.getByRole("definition").getByText(euros(190), { exact: true }).waitFor();
  await search.fill("cut");
  await page.getByRole("option", { name: /^Cut/ }).first().click();
  await totalIs(page, 5690).waitFor();
  await page.getByRole("combobox", { name: "Promotion" }).click();
  await page.getByRole("option", { name: "Spring", exact: true }).click();
  await page.getByText("Discount", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: /^10\s?% tip/ }).click();
  await page.getByRole("term").getByText("Tip", { exact: true }).waitFor();
  const shown = page.getByTestId("total");
  await expect.poll(() => shown.textContent()).not.toBe(euros(5690));
  // Leaving the page asks for confirmation, because the ticket is not saved.
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  await page.getByRole("button", { name: "Keep editing", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const last = await shown.textContent();
  await continueToPayment(page);
  expect(euros((await saleOn(page)).total.amount)).toBe(last);
});

test("a paid sale has a receipt, for paper of 80 mm or a page", async () => {
  const paid = await sales.sale({
    lines: [{ kind: "product", description: "Wax", unit_price: sales.eur(999) }],
    payments: [{ method: "cash", amount: sales.eur(999) }],
  });
  const page = await salon.open(`sales/${paid.id}`);
  await page.getByRole("button", { name: "Receipt", exact: true }).click();
  const receipt = page.frameLocator("iframe");
  await receipt.getByText("Wax", { exact: true }).waitFor();
  // The receipt is in German, the language of the business.
  await receipt
    .getByText(new RegExp(`^\\S+ ${paid.receipt_number}$`))
    .first()
    .waitFor();
  await page.getByRole("dialog").getByText("Page", { exact: true }).click();
  await page.locator('iframe[data-paper="html"]').waitFor();
  await receipt.getByText("Wax", { exact: true }).waitFor();
});

test("habit 41: a ticket is split between a gift card and cash, with the change to give back", async () => {
  const sold = await sales.sale({
    client_id: salon.salon.clientId,
    lines: [{ kind: "gift_card", unit_price: sales.eur(2000) }],
    payments: [{ method: "cash", amount: sales.eur(2000) }],
  });
  expect(sold.status).toBe("completed");
  const page = await salon.open(`checkout?appointment=${await sales.appointment()}`);
  await page.getByLabel("Tip", { exact: true }).fill("5");
  await continueToPayment(page);
  await button(page, "Gift card").click();
  await page.getByRole("combobox", { name: "Gift card of the client" }).click();
  await page.getByRole("option", { name: /€20\.00/ }).click();
  await button(page, "Take €20.00").click();
  await page.getByText("€30.00", { exact: true }).waitFor();
  await button(page, "Cash").click();
  await page.getByLabel("Cash received").fill("50");
  await button(page, "Take €30.00").click();
  await page.getByText("Paid in full").waitFor();
  await page.getByRole("status").getByText("€20.00").waitFor();
  const sale = await saleOn(page);
  expect([sale.status, sale.payment_ids.length]).toEqual(["completed", 2]);
  const wallet = await sales.send("GET", `/clients/${salon.salon.clientId}/wallet`);
  expect(wallet.gift_cards).toEqual([]);
});

test("habit 42: a declined payment keeps the ticket", async () => {
  const page = await salon.open(`checkout?appointment=${await sales.appointment()}`);
  await continueToPayment(page);
  await page.getByLabel("Amount", { exact: true }).fill("15");
  await button(page, "The card was declined").click();
  await page.getByRole("alert").getByText("Nothing was taken").waitFor();
  expect(await page.getByLabel("Amount", { exact: true }).inputValue()).toBe("15.00");
  await button(page, "Gift card").click();
  await page.getByLabel("Code of the gift card").fill("NO-SUCH-CARD");
  await button(page, "Take €45.00").click();
  await page.getByRole("alert").getByText("Some entries need a correction.").waitFor();
  expect(await page.getByLabel("Code of the gift card").inputValue()).toBe("NO-SUCH-CARD");
  const sale = await saleOn(page);
  expect([sale.status, sale.payment_ids]).toEqual(["open", []]);
  await button(page, /^Card$/).click();
  await button(page, "Card accepted: €45.00").click();
  await page.getByText("Paid in full").waitFor();
});

test("an open sale is edited until a payment was taken", async () => {
  const sale = await sales.sale({
    appointment_id: await sales.appointment(),
    lines: [{ kind: "product", description: "Comb", unit_price: sales.eur(333) }],
    tip: sales.eur(200),
  });
  const page = await salon.open(`sales/${sale.id}`);
  await page.getByRole("button", { name: "Edit the ticket", exact: true }).click();
  await page.getByRole("heading", { name: "Edit the ticket", exact: true }).waitFor();
  await page.getByLabel("Quantity of Comb", { exact: true }).fill("2");
  await totalIs(page, 5366).waitFor();
  await continueToPayment(page);
  expect(await saleOn(page)).toMatchObject({ id: sale.id, status: "open", total: sales.eur(5366) });
  await sales.send("POST", `/sales/${sale.id}/payments`, { method: "cash", amount: sales.eur(1000) });
  await page.reload();
  await page.getByRole("heading", { name: "Payment", exact: true }).waitFor();
  const edit = page.getByRole("button", { name: "Edit the ticket", exact: true });
  await edit.waitFor();
  expect(await edit.getAttribute("aria-disabled")).toBe("true");
});

test("habit 43: refunds never exceed the payments, and a sale without payments can be voided", async () => {
  const paid = await sales.sale({
    appointment_id: await sales.appointment(),
    payments: [{ method: "card", amount: sales.eur(4500) }],
  });
  const page = await salon.open(`sales/${paid.id}`);
  await button(page, /^Refund$/).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount", { exact: true }).fill("45.01");
  await dialog.getByText("At most €45.00").waitFor();
  expect(await dialog.getByRole("button", { name: /^Refund/ }).getAttribute("aria-disabled")).toBe("true");
  expect((await sales.send("GET", `/payments/${paid.payment_ids[0]}`)).refunds).toEqual([]);
  await dialog.getByLabel("Amount", { exact: true }).fill("20");
  await dialog.getByRole("button", { name: "Refund €20.00" }).click();
  await page.getByText("€20.00 refunded").waitFor();
  await button(page, /^Refund$/).click();
  await dialog.getByText("Up to €25.00 of this payment can be refunded.").waitFor();
  await dialog.getByRole("button", { name: "Refund €25.00" }).click();
  await page.getByText("€45.00 refunded").waitFor();
  await button(page, /^Void$/).click();
  await dialog.getByRole("button", { name: "Void the sale" }).click();
  await page.getByText("Voided", { exact: true }).waitFor();
  expect((await saleOn(page)).status).toBe("voided");
});

test("sales are listed by status, and reception sees which roles can refund", async () => {
  const open = await sales.sale({
    client_id: salon.salon.clientId,
    lines: [{ kind: "product", description: "Wax", unit_price: sales.eur(999) }],
  });
  const paid = await sales.sale({
    lines: [{ kind: "product", description: "Brush", unit_price: sales.eur(1250) }],
    payments: [{ method: "cash", amount: sales.eur(1250) }],
  });
  expect([open.status, paid.status]).toEqual(["open", "completed"]);
  const page = await salon.open("sales?status=open", { role: "reception" });
  const client = await sales.send("GET", `/clients/${salon.salon.clientId}`);
  const row = page.getByRole("row").filter({ has: page.getByRole("cell", { name: "Wax" }) });
  await row.getByRole("cell", { name: `${client.first_name} ${client.last_name}`, exact: true }).waitFor();
  expect(await page.getByRole("cell", { name: "Brush" }).count()).toBe(0);
  await salon.follow(page, `sales/${paid.id}`);
  await button(page, /^Refund$/).waitFor();
  expect(await button(page, /^Refund$/).getAttribute("aria-disabled")).toBe("true");
});
