import { expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";

const open = await checkoutApp({ isShared: true });

test("a quote equals the totals of the sale, and changes nothing", async () => {
  const rate = { name: "Sales tax", percent: 8.875, included: false };
  const tax_rate_id = (await open.owner("POST", "/tax-rates", rate)).body.data.id;
  await open.owner("PATCH", `/services/${open.salon.cut}`, { tax_rate_id });
  const appointment_id = await open.newAppointment();
  const promotion = { name: "Ten", kind: "percent", percent: 10, service_ids: [] };
  const promotion_id = (await open.owner("POST", "/promotions", promotion)).body.data.id;
  const input = {
    appointment_id,
    promotion_id,
    location_id: open.salon.locationId,
    lines: [
      { kind: "product", description: "Oil", unit_price: money(1_450), quantity: 2 },
      { kind: "discount", unit_price: money(333) },
    ],
    tip: money(250),
  };
  await open.newEvents();
  const quoted = await open.owner("POST", "/sales/quote", input);
  expect(quoted.status).toBe(200);
  expect(await open.newEvents()).toEqual([]);
  expect((await open.owner("GET", "/sales")).body.data.items).toEqual([]);
  const { data: none } = (await open.owner("GET", `/appointments/${appointment_id}/promotion`)).body;
  expect(none).toBeNull();

  const sale = (await open.sell(input)).body.data;
  const lines = sale.lines.map(
    ({ id: _id, entitlement_ids: _ids, ...line }: Record<string, unknown>) => line,
  );
  const { subtotal, discount, tax, taxes, tip, total, location_id, client_id } = sale;
  const amounts = { subtotal, discount, tax, taxes, tip, total, deposit: money(0) };
  const same = { ...amounts, location_id, client_id, appointment_id, lines };
  expect(quoted.body.data).toEqual(same);
  expect(tax.amount).toBeGreaterThan(0);
});

test("a quote is refused as the sale would be", async () => {
  const location_id = open.salon.locationId;
  const tooMuch = [{ kind: "discount", unit_price: money(1) }];
  expect(fieldsIn(await open.owner("POST", "/sales/quote", { location_id, lines: tooMuch }))).toEqual([
    422,
    "/lines",
  ]);
  const staff = await signedInMember(open, "staff");
  const service = { kind: "service", service_id: open.salon.cut };
  const cheaper = [service, { kind: "discount", unit_price: money(100) }];
  expect((await staff("POST", "/sales/quote", { location_id, lines: cheaper })).status).toBe(403);
  expect((await open.call("POST", "/sales/quote", { location_id, lines: [service] })).status).toBe(403);
});
