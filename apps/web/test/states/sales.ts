import type { Page } from "playwright-core";
import { salesOf } from "../salesOf.ts";
import type { PageOptions, TestSalon } from "../testSalon.ts";
import { type State, screen } from "./state.ts";

/** Opens the page of a sale of two products, paid in cash. */
async function openPaidSale(salon: TestSalon, options: PageOptions): Promise<Page> {
  const { sale, eur } = salesOf(salon);
  const lines = [
    { kind: "product", description: "Argan oil, 50 ml", unit_price: eur(1450), quantity: 2 },
    { kind: "product", description: "Brush", unit_price: eur(990) },
  ];
  const { id } = await sale({ lines, payments: [{ method: "cash", amount: eur(3890) }] });
  const page = await salon.open(`sales/${id}`, options);
  await page.getByText("Paid in full").waitFor();
  return page;
}

export const salesStates: readonly State[] = [
  {
    name: "sales",
    screens: ["sales"],
    open: async (salon, options) => {
      const { sale, eur } = salesOf(salon);
      await sale({ lines: [{ kind: "product", description: "Wax", unit_price: eur(999) }] });
      const page = await salon.open("sales", options);
      await page.getByRole("cell", { name: "Wax" }).first().waitFor();
      return page;
    },
  },
  {
    name: "the checkout of a walk-in",
    screens: ["checkout"],
    open: screen("checkout", async (page) => {
      for (const kind of ["Other product", "Gift card", "Discount"])
        await page.getByRole("button", { name: kind, exact: true }).click();
      await page.getByLabel("Price of Discount").waitFor();
      await page.getByLabel("Price of Gift card").fill("20");
      await page.getByTestId("total").waitFor();
    }),
  },
  {
    name: "the payment of a sale",
    screens: ["sales/$sale"],
    open: async (salon, options) => {
      const { sale, eur } = salesOf(salon);
      const line = { kind: "product", description: "Wax", unit_price: eur(999) };
      const { id } = await sale({ lines: [line], payments: [{ method: "cash", amount: eur(400) }] });
      const page = await salon.open(`sales/${id}`, options);
      await page.getByRole("button", { name: "The card was declined" }).click();
      await page.getByRole("alert").waitFor();
      return page;
    },
  },
  {
    name: "the refund of a payment",
    dialogs: ["refund"],
    open: async (salon, options) => {
      const page = await openPaidSale(salon, options);
      await page.getByRole("button", { name: "Refund" }).click();
      await page.getByRole("dialog").getByText("Brush").waitFor();
      return page;
    },
  },
  {
    name: "the receipt of a sale",
    dialogs: ["receipt"],
    open: async (salon, options) => {
      const page = await openPaidSale(salon, options);
      await page.getByRole("button", { name: "Receipt", exact: true }).click();
      await page.frameLocator("iframe").getByText("Brush", { exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "a deposit to settle",
    screens: ["deposits"],
    dialogs: ["settleDeposit"],
    open: async (salon, options) => {
      const { appointment, send, eur } = salesOf(salon);
      const id = await appointment();
      await send("POST", `/appointments/${id}/deposits`, { method: "cash", amount: eur(2000) });
      await send("POST", `/appointments/${id}/transitions`, { to: "no_show" });
      const page = await salon.open("deposits", options);
      await page.getByRole("button", { name: "Settle", exact: true }).first().click();
      await page.getByRole("dialog").getByText("Nothing is refunded.").waitFor({ state: "detached" });
      await page.getByRole("dialog").getByText("Hand €20.00 back to the client.").waitFor();
      return page;
    },
  },
  {
    name: "taking a deposit",
    dialogs: ["takeDeposit"],
    open: async (salon, options) => {
      const { appointment } = salesOf(salon);
      const page = await salon.open(`calendar?open=${await appointment()}`, options);
      await page.getByRole("button", { name: "Take a deposit", exact: true }).click();
      await page.getByRole("dialog").getByLabel("Amount", { exact: true }).fill("20");
      await page.getByRole("button", { name: "Take €20.00", exact: true }).waitFor();
      return page;
    },
  },
  {
    name: "voiding a sale",
    dialogs: ["voidSale"],
    open: async (salon, options) => {
      const { sale, eur } = salesOf(salon);
      const { id } = await sale({
        lines: [{ kind: "product", description: "Wax", unit_price: eur(999) }],
      });
      const page = await salon.open(`sales/${id}`, options);
      await page.getByRole("button", { name: "Void" }).click();
      await page.getByRole("dialog").getByText("Void this sale?").waitFor();
      return page;
    },
  },
];
