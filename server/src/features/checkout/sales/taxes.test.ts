import { beforeAll, expect, test } from "vitest";
import { type CheckoutApp, checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";

let open: CheckoutApp;
/** The ids of the tax rates: 19 % included in the prices, and 10 % added to the prices. */
let vat: string;
let salesTax: string;
beforeAll(async () => {
  open = await checkoutApp({ isShared: true });
  const create = async (body: object) => (await open.owner("POST", "/tax-rates", body)).body.data.id;
  vat = await create({ name: "VAT", percent: 19, included: true });
  salesTax = await create({ name: "Sales tax", percent: 10, included: false });
});

const setRate = (service: string, tax_rate_id: string | null) =>
  open.owner("PATCH", `/services/${service}`, { tax_rate_id });
const tax = (rate_id: string, base: number, amount: number) => ({
  rate_id,
  name: rate_id === vat ? "VAT" : "Sales tax",
  percent: rate_id === vat ? 19 : 10,
  included: rate_id === vat,
  base: money(base),
  tax: money(amount),
});
const cut = (unit: number) => ({ kind: "service", service_id: open.salon.cut, unit_price: money(unit) });
const refunded = async (saleId: string) =>
  // The sums of the taxes that the refunds of a sale have returned, by tax rate.
  sql(open.database)<{ base: number; tax: number }>`
    select sum(base_amount)::bigint as base, sum(tax_amount)::bigint as tax
    from refund_taxes
    where business_id = ${open.salon.businessId}
      and sale_id = ${saleId}
    group by tax_rate_id
    order by tax_rate_id`;

test("an included tax is part of the total, on what discounts leave, without tip and gift cards", async () => {
  await setRate(open.salon.cut, vat);
  const sold = await open.sell({
    lines: [
      cut(12_000),
      { kind: "gift_card", unit_price: money(5_000) },
      { kind: "discount", unit_price: money(100) },
    ],
    tip: money(700),
  });
  expect(sold.body.data).toMatchObject({
    subtotal: money(17_000),
    discount: money(100),
    tax: money(0),
    taxes: [tax(vat, 10_000, 1_900)],
    total: money(17_600),
  });
});

test("an added tax raises the total, and an appointment's items carry the tax of their service", async () => {
  await setRate(open.salon.cut, salesTax);
  const appointment_id = await open.newAppointment();
  const sold = await open.sell({ appointment_id, tip: money(500) });
  const { id, subtotal, total } = sold.body.data;
  const price = subtotal.amount;
  expect(sold.body.data).toMatchObject({
    tax: money(price / 10),
    taxes: [tax(salesTax, price, price / 10)],
    total: money(price * 1.1 + 500),
  });
  expect(sold.body.data.lines[0].tax_rate_id).toBe(salesTax);
  const paid = await open.pay(id, "cash", total.amount);
  expect(paid.body.data.sale.status).toBe("completed");
});

test("an open sale keeps the terms it found, also when a promotion reprices it", async () => {
  await setRate(open.salon.cut, salesTax);
  const appointment_id = await open.newAppointment();
  const { id, subtotal } = (await open.sell({ appointment_id })).body.data;
  await open.owner("PATCH", `/tax-rates/${salesTax}`, { percent: 20, name: "Raised" });
  const promotion = { name: "Half", kind: "percent", percent: 50, service_ids: [] };
  const promotion_id = (await open.owner("POST", "/promotions", promotion)).body.data.id;
  await open.owner("PUT", `/appointments/${appointment_id}/promotion`, { promotion_id });
  const sale = (await open.owner("GET", `/sales/${id}`)).body.data;
  const half = subtotal.amount / 2;
  expect(sale.taxes).toEqual([tax(salesTax, half, half / 10)]);
  expect(sale.total).toEqual(money(half * 1.1));
  await open.owner("PATCH", `/tax-rates/${salesTax}`, { percent: 10, name: "Sales tax" });
});

test("a package is taxed when it is sold, and not when it pays for a service", async () => {
  await setRate(open.salon.cut, salesTax);
  const body = { name: "Two cuts", service_ids: [], units: 2, price: money(8_000), tax_rate_id: salesTax };
  const { id: package_id } = (await open.owner("POST", "/packages", body)).body.data;
  const client_id = open.salon.clientId;
  const sold = await open.sell({
    client_id,
    lines: [{ kind: "package", package_id }],
    payments: [open.cash(8_800)],
  });
  expect(sold.body.data).toMatchObject({ status: "completed", taxes: [tax(salesTax, 8_000, 800)] });
  const [reference] = sold.body.data.lines[0].entitlement_ids;

  const lines = [cut(4_000), { ...cut(6_000), description: "Second" }];
  const opened = (await open.sell({ client_id, lines })).body.data;
  expect(opened.total).toEqual(money(11_000));
  const unit = await open.pay(opened.id, "package", 4_000, { reference });
  expect(unit.body.data.sale).toMatchObject({ taxes: [tax(salesTax, 6_000, 600)], total: money(10_600) });
  const tooMuch = await open.pay(opened.id, "cash", 6_601);
  expect(fieldsIn(tooMuch)).toEqual([422, "/amount"]);

  // The unit is refunded, so the service is taxed again.
  await open.refund(unit.body.data.payment.id, 4_000);
  const again = (await open.owner("GET", `/sales/${opened.id}`)).body.data;
  expect(again).toMatchObject({ taxes: [tax(salesTax, 10_000, 1_000)], total: money(11_000) });
  await open.pay(opened.id, "package", 4_000, { reference });
  const closed = await open.pay(opened.id, "cash", 6_600);
  expect(closed.body.data.sale).toMatchObject({ status: "completed", tax: money(600) });
});

test("a unit and money in one request may not exceed what is due without the tax", async () => {
  await setRate(open.salon.cut, salesTax);
  const body = { name: "One", service_ids: [], units: 1, price: money(1_000) };
  const { id: package_id } = (await open.owner("POST", "/packages", body)).body.data;
  const client_id = open.salon.clientId;
  const payments = [open.cash(1_000)];
  const bought = await open.sell({ client_id, lines: [{ kind: "package", package_id }], payments });
  const [reference] = bought.body.data.lines[0].entitlement_ids;
  const unit = { method: "package", amount: money(4_000), reference };
  const sale = { client_id, lines: [cut(4_000)] };
  const refused = await open.sell({ ...sale, payments: [unit, open.cash(400)] });
  expect(fieldsIn(refused)).toEqual([422, "/payments/1/amount"]);
  const paid = await open.sell({ ...sale, payments: [unit] });
  expect(paid.body.data).toMatchObject({
    status: "completed",
    tax: money(0),
    taxes: [],
    total: money(4_000),
  });
});

test("refunds return the taxes in proportion, and the last one what is left", async () => {
  await setRate(open.salon.cut, salesTax);
  await setRate(open.salon.colour, vat);
  const colour = { kind: "service", service_id: open.salon.colour, unit_price: money(11_900) };
  const sell = async () => {
    const lines = [cut(5_001), colour];
    const { id, total } = (await open.sell({ lines, tip: money(99) })).body.data;
    const paid = await open.pay(id, "cash", total.amount);
    expect(paid.body.data.sale.taxes).toEqual([tax(vat, 10_000, 1_900), tax(salesTax, 5_001, 500)]);
    return paid.body.data;
  };
  const whole = await sell();
  for (const amount of [333, 7_000, 17_500 - 7_333]) {
    expect((await open.refund(whole.payment.id, amount)).status).toBe(201);
    expect((await refunded(whole.sale.id)).every(({ tax }) => tax > 0)).toBe(true);
  }
  expect(await refunded(whole.sale.id)).toEqual([
    { base: 10_000, tax: 1_900 },
    { base: 5_001, tax: 500 },
  ]);
  const part = await sell();
  const [first] = part.sale.lines;
  // Refunds the first line with its added tax. The tax of the other rate does not change.
  await open.refund(part.payment.id, 5_501, { lines: [{ line_id: first.id }] });
  expect(await refunded(part.sale.id)).toEqual([{ base: 5_001, tax: 500 }]);
});
