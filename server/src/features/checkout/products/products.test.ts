import { expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await checkoutApp({ isShared: true });
const reception = await signedInMember(open, "reception");

const create = async (body: object) => {
  const created = await open.owner("POST", "/products", { price: money(1_450), ...body });
  expect(created.status).toBe(201);
  return created.body.data;
};
const stockOf = async (id: string) => (await reception("GET", `/products/${id}`)).body.data.stock;
const line = (product_id: string, quantity: number) => ({ kind: "product", product_id, quantity });
const ledgerOf = async (productId: string) => {
  const [row] = await sql(open.database)<{ sum: number; entries: number }>`
    select coalesce(sum(delta), 0)::bigint as sum, count(*) as entries
    from stock_entries
    where business_id = ${open.salon.businessId}
      and product_id = ${productId}`;
  return row;
};

test("products are created, found by name, SKU and barcode, changed and archived", async () => {
  const oil = await create({ name: "Argan oil", sku: "OIL-50", barcode: "4006381333931", stock: 5 });
  const comb = await create({ name: "Comb 100 %" });
  expect(comb).toMatchObject({ sku: null, barcode: null, stock: null, tax_rate_id: null });
  for (const [q, found] of [
    ["gan", [oil.id]],
    ["oil-50", [oil.id]],
    ["4006381333931", [oil.id]],
    ["0 %", [comb.id]],
    ["%", [comb.id]],
    ["none", []],
  ] as const) {
    const list = await reception("GET", `/products?q=${encodeURIComponent(q)}`);
    expect(list.body.data.items.map(({ id }: { id: string }) => id)).toEqual(found);
  }
  const changed = await open.owner("PATCH", `/products/${oil.id}`, { price: money(1_500), stock: 7 });
  expect(changed.body.data).toMatchObject({ price: money(1_500), stock: 7, sku: "OIL-50" });
  expect(await ledgerOf(oil.id)).toEqual({ sum: 7, entries: 2 });
  await open.owner("PATCH", `/products/${oil.id}`, { stock: null });
  expect((await ledgerOf(oil.id))?.sum).toBe(0);

  expect(
    fieldsIn(await open.owner("POST", "/products", { name: "B", price: money(1), sku: "oil-50" })),
  ).toEqual([422, "/sku"]);
  const bad = { barcode: "4006381333931", tax_rate_id: newId(), price: money(1, "GBP") };
  expect(fieldsIn(await open.owner("PATCH", `/products/${comb.id}`, bad))).toEqual([
    422,
    "/tax_rate_id",
    "/price/currency",
    "/barcode",
  ]);
  expect((await reception("POST", "/products", { name: "B", price: money(1) })).status).toBe(403);
  expect((await open.owner("DELETE", `/products/${oil.id}`)).status).toBe(200);
  expect((await open.owner("PATCH", `/products/${oil.id}`, {})).status).toBe(404);
  expect((await reception("GET", `/products/${oil.id}`)).status).toBe(200);
  const sold = await open.sell({ lines: [line(oil.id, 1)] });
  expect(fieldsIn(sold)).toEqual([422, "/lines/0/product_id"]);
});

test("a sale line takes name, price and tax from its product, and the stock falls when the sale closes", async () => {
  const rate = { name: "VAT", percent: 19, included: true };
  const tax_rate_id = (await open.owner("POST", "/tax-rates", rate)).body.data.id;
  const { id } = await create({ name: "Shampoo", price: money(1_190), tax_rate_id, stock: 10 });
  const opened = (await open.sell({ lines: [line(id.toUpperCase(), 3)] })).body.data;
  expect(opened.lines[0]).toMatchObject({ description: "Shampoo", product_id: id, unit_price: money(1_190) });
  expect(opened.taxes[0]).toMatchObject({ rate_id: tax_rate_id, base: money(3_000), tax: money(570) });
  expect(await stockOf(id)).toBe(10);
  const paid = (await open.pay(opened.id, "cash", 3_570)).body.data;
  expect(await stockOf(id)).toBe(7);

  // A unit returns to the stock once its full price is refunded.
  const lines = [{ line_id: opened.lines[0].id }];
  await open.refund(paid.payment.id, 1_000, { lines });
  expect(await stockOf(id)).toBe(7);
  await open.refund(paid.payment.id, 200, { lines });
  expect(await stockOf(id)).toBe(8);
  await open.refund(paid.payment.id, 2_370);
  expect(await stockOf(id)).toBe(10);
  await open.owner("POST", `/sales/${opened.id}/void`);
  expect(await stockOf(id)).toBe(10);
  expect((await ledgerOf(id))?.sum).toBe(10);
});

test("voiding a sale that cost nothing returns its products, and an untracked product has no ledger", async () => {
  const { id } = await create({ name: "Sample", price: money(0), stock: 0 });
  const { id: untracked } = await create({ name: "Card", price: money(0) });
  const sale = (await open.sell({ lines: [line(id, 2), line(untracked, 1)] })).body.data;
  const closed =
    sale.status === "completed" ? sale : (await open.owner("GET", `/sales/${sale.id}`)).body.data;
  expect(closed.status).toBe("completed");
  expect(await stockOf(id)).toBe(-2);
  await open.owner("POST", `/sales/${sale.id}/void`);
  expect(await stockOf(id)).toBe(0);
  expect(await stockOf(untracked)).toBeNull();
  expect((await ledgerOf(untracked))?.entries).toBe(0);
});

test("concurrent sales, refunds and stock counts lose no unit", async () => {
  const products = [await create({ name: "One", stock: 100 }), await create({ name: "Two", stock: 100 })];
  const [one, two] = products.map(({ id }: { id: string }) => id) as [string, string];
  // The two sales contain the same products in opposite orders, so locking the products in the order of the lines would deadlock.
  const sell = (index: number) => {
    const lines = index % 2 === 0 ? [line(one, 1), line(two, 2)] : [line(two, 2), line(one, 1)];
    return open.sell({ lines, payments: [open.cash(4_350)] });
  };
  const sold = await Promise.all(Array.from({ length: 16 }, (_, index) => sell(index)));
  expect(sold.map(({ status }) => status)).toEqual(sold.map(() => 201));
  expect([await stockOf(one), await stockOf(two)]).toEqual([84, 68]);
  const refunds = sold
    .slice(0, 6)
    .map(({ body }) => open.refund(body.data.payment_ids[0], body.data.total.amount));
  await Promise.all([...refunds, ...Array.from({ length: 6 }, (_, index) => sell(index))]);
  expect([await stockOf(one), await stockOf(two)]).toEqual([84, 68]);
  const counts = Promise.all([84, 84].map((stock) => open.owner("PATCH", `/products/${one}`, { stock })));
  await Promise.all([counts, ...Array.from({ length: 4 }, (_, index) => sell(index))]);
  for (const id of [one, two]) expect((await ledgerOf(id))?.sum).toBe(await stockOf(id));
  expect(await stockOf(two)).toBe(60);
});
