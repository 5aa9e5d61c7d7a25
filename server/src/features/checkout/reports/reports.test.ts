import fc from "fast-check";
import { expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { newId } from "../../../kernel/ids.ts";

const product: Record<string, string> = {};
const open = await checkoutApp();
const create = async (path: string, body: object) => (await open.owner("POST", path, body)).body.data.id;
const vat = await create("/tax-rates", { name: "VAT", percent: 19, included: true });
const salesTax = await create("/tax-rates", { name: "Sales tax", percent: 8.875, included: false });
const price = money(1_999);
product.taxed = await create("/products", { name: "Taxed", price, tax_rate_id: vat });
product.added = await create("/products", { name: "Added", price, tax_rate_id: salesTax });
product.plain = await create("/products", { name: "Plain", price });

const DAY = 86_400_000;
const FROM = "2027-03-01";
const TO = "2027-03-31";
const report = async (name: string, query = "") => {
  const answer = await open.owner("GET", `/reports/${name}?from=${FROM}&to=${TO}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
};
const amountsOf = (totals: Record<string, { amount: number } | number>) =>
  Object.fromEntries(
    Object.entries(totals).map(([key, value]) => [key, typeof value === "number" ? value : value.amount]),
  );

test("the figures of all reports agree with the totals of the sales, payments and refunds, to the cent", async () => {
  const startAt = open.clock.now();
  const line = fc.record({
    product: fc.constantFrom("taxed", "added", "plain"),
    quantity: fc.integer({ min: 1, max: 3 }),
    unit: fc.integer({ min: 1, max: 9_999 }),
    anna: fc.boolean(),
  });
  const ticket = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    discount: fc.integer({ min: 0, max: 90 }),
    tip: fc.nat(500),
    refund: fc.integer({ min: 0, max: 100 }),
    day: fc.nat(20),
  });
  const tickets = fc.sample(ticket, { numRuns: 25, seed: 11 });
  const sums = { sales: 0, subtotal: 0, discount: 0, tax: 0, tips: 0, total: 0, taken: 0, refunded: 0 };
  const taxes = new Map<string, { base: number; tax: number }>();
  const perDay = new Map<string, number>();
  for (const { lines, discount, tip, refund, day } of tickets) {
    open.clock.set(startAt + day * DAY);
    const full = lines.reduce((sum, { quantity, unit }) => sum + quantity * unit, 0);
    const off = Math.floor((full * discount) / 100);
    const sent = lines.map(({ product: name, quantity, unit, anna }) => ({
      kind: "product",
      product_id: product[name],
      quantity,
      unit_price: money(unit),
      ...(anna ? { staff_id: open.salon.anna } : {}),
    }));
    const discounts = off > 0 ? [{ kind: "discount", unit_price: money(off) }] : [];
    const opened = (await open.sell({ lines: [...sent, ...discounts], tip: money(tip) })).body.data;
    const total = opened.total.amount;
    const half = Math.ceil(total / 2);
    await open.pay(opened.id, "card", half);
    const closed = await open.pay(opened.id, "cash", total - half);
    const sale = closed.body.data.sale;
    expect(sale.status).toBe("completed");
    sums.sales++;
    sums.subtotal += sale.subtotal.amount;
    sums.discount += sale.discount.amount;
    sums.tax += sale.tax.amount;
    sums.tips += sale.tip.amount;
    sums.total += total;
    sums.taken += total;
    const date = sale.completed_at.slice(0, 10);
    perDay.set(date, (perDay.get(date) ?? 0) + total);
    for (const { rate_id, base, tax } of sale.taxes) {
      const sum = taxes.get(rate_id) ?? { base: 0, tax: 0 };
      taxes.set(rate_id, { base: sum.base + base.amount, tax: sum.tax + tax.amount });
    }
    const back = Math.floor(((total - half) * refund) / 100);
    if (back > 0) {
      expect((await open.refund(sale.payment_ids[1], back)).status).toBe(201);
      sums.refunded += back;
    }
  }

  const overview = await report("overview");
  expect(overview).toMatchObject({ from: FROM, to: TO, time_zone: "Europe/Berlin", currency: "EUR" });
  expect(overview.rows).toHaveLength(31);
  expect(amountsOf(overview.totals)).toMatchObject(sums);
  for (const row of overview.rows) expect(row.total.amount, row.date).toBe(perDay.get(row.date) ?? 0);

  const takings = await report("takings");
  expect(takings.rows.map(({ method }: { method: string }) => method)).toEqual(["card", "cash"]);
  const { taken, refunded, tips, net } = amountsOf(takings.totals);
  expect({ taken, refunded, tips }).toEqual({ taken: sums.taken, refunded: sums.refunded, tips: sums.tips });
  expect(net).toBe(sums.taken - sums.refunded);

  const byRate = (await report("taxes")).rows;
  expect(byRate).toHaveLength(2);
  for (const row of byRate) {
    expect({ base: row.base.amount, tax: row.tax.amount }).toEqual(taxes.get(row.rate_id));
    expect(row.refunded_tax.amount).toBeGreaterThan(0);
    expect(row.refunded_tax.amount).toBeLessThan(row.tax.amount);
  }
  const staff = await report("staff");
  expect(amountsOf(staff.totals).amount).toBe(sums.subtotal - sums.discount);
  expect(staff.rows.map(({ staff_id }: { staff_id: string | null }) => staff_id)).toContain(null);
  const clients = await report("clients");
  expect(amountsOf(clients.totals)).toMatchObject({ sales: sums.sales, amount: sums.total, clients: 0 });

  const compared = await report("overview", "&compare=period");
  expect(compared.previous).toMatchObject({ from: "2027-01-29", to: "2027-02-28" });
  expect(amountsOf(compared.previous.totals).total).toBe(0);
  const year = await open.owner("GET", "/reports/takings?from=2028-03-01&to=2028-03-31&compare=year");
  expect(amountsOf(year.body.data.previous.totals).taken).toBe(sums.taken);
  expect(amountsOf(year.body.data.totals).taken).toBe(0);

  const csv = await open.owner("GET", `/reports/takings?from=${FROM}&to=${TO}&format=csv`);
  expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(csv.headers["content-disposition"]).toBe(`attachment; filename="takings-${FROM}-${TO}.csv"`);
  expect(csv.text.split("\r\n")[0]).toBe("\uFEFFmethod,payments,taken,tips,refunded,net,currency");
});

test("services, new clients, utilisation and liabilities", async () => {
  const appointment_id = await open.newAppointment();
  const opened = (await open.sell({ appointment_id })).body.data;
  await open.pay(opened.id, "cash", opened.total.amount);
  const services = await report("services");
  expect(services.rows).toMatchObject([
    { service_id: open.salon.cut, quantity: 1, amount: opened.total, discount: money(0) },
  ]);
  expect((await report("clients")).totals).toMatchObject({ clients: 1, new_clients: 1 });

  const utilisation = (await open.owner("GET", "/reports/utilisation?from=2027-02-01&to=2027-02-28")).body
    .data;
  const anna = utilisation.rows.find(({ staff_id }: { staff_id: string }) => staff_id === open.salon.anna);
  expect(anna.booked_minutes).toBeGreaterThan(0);
  expect(anna.percent).toBe(Math.round((anna.booked_minutes * 1000) / anna.working_minutes) / 10);

  const lines = [{ kind: "gift_card", unit_price: money(5_000) }];
  await open.sell({ lines, payments: [open.cash(5_000)] });
  const body = { name: "Four", service_ids: [], units: 4, price: money(10_000) };
  const package_id = (await open.owner("POST", "/packages", body)).body.data.id;
  const client_id = open.salon.clientId;
  await open.sell({ client_id, lines: [{ kind: "package", package_id }], payments: [open.cash(10_000)] });
  const liabilities = await report("liabilities");
  expect(liabilities.rows).toEqual([
    { kind: "gift_card", entitlements: 1, units: 0, amount: money(5_000) },
    { kind: "package", entitlements: 1, units: 4, amount: money(10_000) },
  ]);
});

test("refuses other roles, unknown locations, and periods backwards or longer than two years", async () => {
  const reception = await signedInMember(open, "reception");
  expect((await reception("GET", `/reports/overview?from=${FROM}&to=${TO}`)).status).toBe(403);
  const get = (query: string) => open.owner("GET", `/reports/overview?${query}`);
  expect(fieldsIn(await get(`from=${TO}&to=${FROM}`))).toEqual([422, "/to"]);
  expect(fieldsIn(await get("from=2025-01-01&to=2027-03-01"))).toEqual([422, "/to"]);
  expect(fieldsIn(await get(`from=${FROM}&to=${TO}&location_id=${newId()}`))).toEqual([422, "/location_id"]);
});
