import { afterAll, beforeAll, expect, test } from "vitest";
import { type CheckoutApp, checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { statement } from "../../../platform/database/index.ts";

/** What the database holds to by itself, whatever the code above it does. */
let till: CheckoutApp;
let saleId: string;
beforeAll(async () => {
  till = await checkoutApp();
  const sold = await till.sell({ appointment_id: await till.newAppointment(), payments: [till.cash(4500)] });
  await till.refund(sold.body.data.payment_ids[0], 4000);
  saleId = sold.body.data.id;
});
afterAll(() => till.close());

const twice = `insert into sales (
     business_id, id, location_id, client_id, appointment_id, kind, status, currency, subtotal_amount, discount_amount,
     tax_amount, tip_amount, total_amount, created_at, updated_at
   )
   select
     business_id, gen_random_uuid(), location_id, client_id, appointment_id, kind, 'open', currency, subtotal_amount,
     discount_amount, tax_amount, tip_amount, total_amount, created_at, updated_at
   from sales
   where business_id = $1
     and id = $2`;

test.each([
  [
    "gives back no more than was taken",
    "payments_refunds_never_exceed",
    "update payments set refunded_amount = refunded_amount + 501 where business_id = $1 and sale_id = $2",
  ],
  [
    "keeps back what a provider is giving back",
    "payments_refunds_never_exceed",
    "update payments set refunding_amount = 501 where business_id = $1 and sale_id = $2",
  ],
  [
    "says of a payment what was given back of it",
    "payments_status_tells_of_refunds",
    "update payments set status = 'refunded' where business_id = $1 and sale_id = $2",
  ],
  ["sells a visit once", "sales_one_per_appointment", twice],
  [
    "adds sales up",
    "sales_add_up",
    "update sales set total_amount = total_amount + 1 where business_id = $1 and id = $2",
  ],
  [
    "adds lines up",
    "sale_lines_multiply",
    "update sale_lines set quantity = 2 where business_id = $1 and sale_id = $2",
  ],
  [
    "takes off no more than a line comes to",
    "sale_lines_only_discounts_are_negative",
    "update sale_lines set discounted_amount = total_amount + 1 where business_id = $1 and sale_id = $2",
  ],
])("the database %s", async (name, constraint, sql) => {
  const wrong = statement(`test_guards_${name.replaceAll(" ", "_")}`, {}, sql);
  const attempt = till.database.query(wrong, [till.salon.businessId, saleId]);
  await expect(attempt).rejects.toMatchObject({ constraint });
  expect((await till.call("GET", `/sales/${saleId}`)).body.data.total).toEqual(money(4500));
});
