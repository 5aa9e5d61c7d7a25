import { expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await checkoutApp({ isShared: true });

const oil = (unit: number, more: object = {}) => ({
  kind: "product",
  description: "Oil",
  unit_price: money(unit),
  ...more,
});

test("sales that close at once get consecutive numbers, and refused ones leave no gap", async () => {
  const sell = (paid: number) => open.sell({ lines: [oil(1_000)], payments: [open.cash(paid)] });
  const sold = await Promise.all(
    Array.from({ length: 15 }, (_, index) => sell(index % 3 === 0 ? 2_000 : 1_000)),
  );
  const numbers = sold.flatMap(({ status, body }) => (status === 201 ? [body.data.receipt_number] : []));
  expect(numbers.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const opened = (await open.sell({ lines: [oil(1_000)] })).body.data;
  expect(opened.receipt_number).toBeNull();
  expect((await open.owner("GET", `/sales/${opened.id}/receipt`)).status).toBe(404);
  expect((await open.owner("GET", `/sales/${newId()}/receipt`)).status).toBe(404);
  const paid = await open.pay(opened.id, "cash", 1_000);
  expect(paid.body.data.sale.receipt_number).toBe(11);
});

test("a receipt shows the business, the taxes per rate, the staff and what was refunded, and survives a void", async () => {
  await open.owner("PATCH", "", { tax_number: "DE 123/456" });
  const rate = { name: "VAT <19>", percent: 19, included: true };
  const tax_rate_id = (await open.owner("POST", "/tax-rates", rate)).body.data.id;
  const product = { name: "Mask & more", price: money(11_900), tax_rate_id };
  const { id: product_id } = (await open.owner("POST", "/products", product)).body.data;
  const { id, payment_ids } = (
    await open.sell({
      client_id: open.salon.clientId,
      lines: [{ kind: "product", product_id, quantity: 2, staff_id: open.salon.anna }],
      tip: money(100),
      payments: [open.cash(20_000), { method: "card", amount: money(3_900) }],
    })
  ).body.data;
  await open.refund(payment_ids[1], 3_900);
  const receipt = (await open.owner("GET", `/sales/${id}/receipt`)).body.data;
  expect(receipt).toMatchObject({
    number: 12,
    sale_id: id,
    status: "completed",
    tax_number: "DE 123/456",
    time_zone: "Europe/Berlin",
    address: { country: "DE" },
    lines: [{ description: "Mask & more", quantity: 2, unit_price: money(11_900), total: money(23_800) }],
    taxes: [{ rate_id: tax_rate_id, base: money(20_000), tax: money(3_800) }],
    tip: money(100),
    total: money(23_900),
    payments: [
      { method: "cash", amount: money(20_000), refunded: money(0) },
      { method: "card", amount: money(3_900), refunded: money(3_900) },
    ],
  });
  expect(receipt.lines[0].staff_name).toMatch(/Anna/);
  expect(receipt.issued_at).toMatch(/\+0[12]:00$/);

  await open.refund(payment_ids[0], 20_000);
  await open.owner("POST", `/sales/${id}/void`);
  const voided = (await open.owner("GET", `/sales/${id}/receipt`)).body.data;
  expect(voided).toMatchObject({ number: 12, status: "voided" });
  const page = await open.owner("GET", `/sales/${id}/receipt?format=html`);
  expect(page.text).toContain("VAT &lt;19&gt; 19");
  expect(page.text).toContain("Mask &amp; more");
  expect(page.text).toContain("DE 123/456");
  expect(page.text).not.toContain("<script");
  const paper = await open.owner("GET", `/sales/${id}/receipt?format=html_80mm`);
  expect(paper.text).toContain("@page{size:80mm auto");
  expect(paper.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(paper.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

test("the role staff reads receipts of its own appointments only, and a key none", async () => {
  const staff = await signedInMember(open, "staff");
  const appointment_id = await open.newAppointment([[open.salon.cut, open.salon.ben]]);
  const opened = (await open.sell({ appointment_id })).body.data;
  await open.pay(opened.id, "cash", opened.total.amount);
  const path = `/sales/${opened.id}/receipt`;
  expect((await open.owner("GET", path)).status).toBe(200);
  expect((await staff("GET", path)).status).toBe(404);
  expect((await open.call("GET", path)).status).toBe(403);
});
