import { expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { MAX_PAGE_BYTES } from "../../../platform/http/cursor.ts";

const fixture = await checkoutApp({ isShared: true });

const lines = [{ kind: "product", description: "Comb", unit_price: money(1000) }];
/** Opens a sale of an item for €10 with a first payment. Returns the ids of the sale and the payment. */
async function sold(paidMinor: number): Promise<{ saleId: string; paymentId: string }> {
  const { data } = (await fixture.sell({ lines, payments: [fixture.cash(paidMinor)] })).body;
  return { saleId: data.id, paymentId: data.payment_ids[0] };
}

const addRefunds = (businessId: string, paymentId: string, count: number, reason: string) =>
  sql(fixture.database)`
    insert into refunds (business_id, id, payment_id, amount, reason, status, created_at, updated_at)
    select ${businessId}, gen_random_uuid(), ${paymentId}, 1, ${reason}, 'succeeded', clock_timestamp(), clock_timestamp()
    from generate_series(1, ${count})`;
const copyPayment = (businessId: string, paymentId: string, count: number) =>
  sql(fixture.database)<{ id: string }>`
    insert into payments
    select (jsonb_populate_record(source, jsonb_build_object('id', gen_random_uuid(), 'amount', 1))).*
    from payments as source, generate_series(1, ${count})
    where source.business_id = ${businessId}
      and source.id = ${paymentId}
    returning id`;

test("a payment takes 100 refunds", async () => {
  const { paymentId } = await sold(1000);
  const { businessId } = fixture.salon;
  await addRefunds(businessId, paymentId, 99, "Late");
  expect((await fixture.refund(paymentId, 1)).status).toBe(201);
  expect(fieldsIn(await fixture.refund(paymentId, 1))).toEqual([422, "/amount"]);
});

test("a sale takes 100 payments", async () => {
  const { saleId, paymentId } = await sold(1);
  const { businessId } = fixture.salon;
  await copyPayment(businessId, paymentId, 98);
  expect((await fixture.pay(saleId, "cash", 1)).status).toBe(201);
  expect(fieldsIn(await fixture.pay(saleId, "cash", 1))).toEqual([422, "/amount"]);
});

test("a page of payments has at most 2 MB, and its cursor continues after it", async () => {
  const { paymentId } = await sold(1000);
  const { businessId } = fixture.salon;
  const copies = await copyPayment(businessId, paymentId, 30);
  for (const { id } of copies) await addRefunds(businessId, id, 100, "\u{10437}".repeat(500));
  const ids: string[] = [];
  let pages = 0;
  for (let cursor: string | null = ""; cursor !== null; pages++) {
    const path: string = `/payments?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const { status, body } = await fixture.call("GET", path);
    expect(status).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(body.data))).toBeLessThan(MAX_PAGE_BYTES + 1000);
    ids.push(...body.data.items.map(({ id }: { id: string }) => id));
    cursor = body.data.next_cursor;
  }
  expect(pages).toBeGreaterThanOrEqual(3);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(copies.map(({ id }) => id)));
});
