// Tests the database constraints with SQL statements that bypass the application code.

import { beforeAll, expect, test } from "vitest";
import { type CheckoutApp, checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { column, statement } from "../../../platform/database/index.ts";

let fixture: CheckoutApp;
let saleId: string;
beforeAll(async () => {
  fixture = await checkoutApp({ isShared: true });
  const sold = await fixture.sell({
    appointment_id: await fixture.newAppointment(),
    payments: [fixture.cash(4500)],
  });
  await fixture.refund(sold.body.data.payment_ids[0], 4000);
  saleId = sold.body.data.id;
});

const twice = `insert into sales (
     business_id, id, location_id, client_id, appointment_id, kind, status, currency, subtotal_amount, discount_amount,
     tax_amount, tip_amount, total_amount, created_at, updated_at
   )
   select
     business_id, gen_random_uuid(), location_id, client_id, appointment_id, kind, 'open', currency, subtotal_amount,
     discount_amount, tax_amount, tip_amount, total_amount, created_at, updated_at
   from sales
   where business_id = $businessId
     and id = $saleId`;

test.each([
  [
    "refuses refunds above the payment",
    "payments_refunds_never_exceed",
    "update payments set refunded_amount = refunded_amount + 501 where business_id = $businessId and sale_id = $saleId",
  ],
  [
    "counts pending refunds as refunded",
    "payments_refunds_never_exceed",
    "update payments set refunding_amount = 501 where business_id = $businessId and sale_id = $saleId",
  ],
  [
    "checks the status of a payment",
    "payments_status_tells_of_refunds",
    "update payments set status = 'refunded' where business_id = $businessId and sale_id = $saleId",
  ],
  ["allows one sale per appointment", "sales_one_per_appointment", twice],
  [
    "checks the total of a sale",
    "sales_add_up",
    "update sales set total_amount = total_amount + 1 where business_id = $businessId and id = $saleId",
  ],
  [
    "checks the total of a line",
    "sale_lines_multiply",
    "update sale_lines set quantity = 2 where business_id = $businessId and sale_id = $saleId",
  ],
  [
    "refuses a discount above the line",
    "sale_lines_only_discounts_are_negative",
    "update sale_lines set discounted_amount = total_amount + 1 where business_id = $businessId and sale_id = $saleId",
  ],
])("the database %s", async (name, constraint, sql) => {
  const wrong = statement({
    name: `test_guards_${name.replaceAll(" ", "_")}`,
    params: { businessId: column.id, saleId: column.id },
    sql,
  });
  const attempt = fixture.database.query(wrong, { businessId: fixture.salon.businessId, saleId });
  await expect(attempt).rejects.toThrow(constraint);
  expect((await fixture.call("GET", `/sales/${saleId}`)).body.data.total).toEqual(money(4500));
});
