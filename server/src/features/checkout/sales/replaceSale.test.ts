import { expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";

const open = await checkoutApp({ isShared: true });

const oil = { kind: "product", description: "Oil", unit_price: money(1_450) };

test("an open sale of an appointment gets other lines and a tip, keeps its id, and a read returns the changes", async () => {
  const appointment_id = await open.newAppointment();
  const { locationId: location_id } = open.salon;
  const sale = (await open.sell({ appointment_id, location_id, lines: [oil] })).body.data;
  const body = { appointment_id, location_id, lines: [{ ...oil, quantity: 3 }], tip: money(200) };
  const replaced = await open.owner("PUT", `/sales/${sale.id}`, body);
  expect(replaced.status, JSON.stringify(replaced.body)).toBe(200);
  const stored = (await open.owner("GET", `/sales/${sale.id}`)).body.data;
  expect(stored).toEqual(replaced.body.data);
  expect(stored).toMatchObject({
    id: sale.id,
    status: "open",
    appointment_id,
    subtotal: money(sale.subtotal.amount + 2 * 1_450),
    tip: money(200),
  });
  expect(
    stored.lines.map(({ kind, quantity }: { kind: string; quantity: number }) => [kind, quantity]),
  ).toEqual([
    ["service", 1],
    ["product", 3],
  ]);
  const quote = (await open.owner("POST", "/sales/quote", { ...body, appointment_id: undefined })).body.data;
  expect(stored.total.amount).toBe(quote.total.amount + (sale.subtotal.amount - 1_450));
  const again = await open.owner("PUT", `/sales/${sale.id}`, { appointment_id, location_id, omit_items: [] });
  expect(again.body.data).toMatchObject({ tip: money(0), lines: [{ kind: "service" }] });
  const paid = await open.owner("POST", `/sales/${sale.id}/payments`, {
    method: "cash",
    amount: again.body.data.total,
  });
  expect(paid.body.data.sale.status).toBe("completed");
});

test("a sale with payments, a completed sale, another appointment and a discount beyond the role are refused", async () => {
  const { locationId: location_id } = open.salon;
  const sale = (await open.sell({ location_id, lines: [oil] })).body.data;
  const edit = { location_id, lines: [{ ...oil, quantity: 2 }] };
  const appointment_id = await open.newAppointment();
  expect(fieldsIn(await open.owner("PUT", `/sales/${sale.id}`, { ...edit, appointment_id }))).toEqual([
    422,
    "/appointment_id",
  ]);
  const reception = await signedInMember(open, "reception");
  const half = { location_id, lines: [oil, { kind: "discount", unit_price: money(725) }] };
  expect((await reception("PUT", `/sales/${sale.id}`, half)).status).toBe(403);
  const pay = (amount: number) =>
    open.owner("POST", `/sales/${sale.id}/payments`, { method: "cash", amount: money(amount) });
  await pay(450);
  const refused = await open.owner("PUT", `/sales/${sale.id}`, edit);
  expect([refused.status, refused.body.code]).toEqual([409, "invalid_transition"]);
  await pay(1_000);
  expect((await open.owner("PUT", `/sales/${sale.id}`, edit)).status).toBe(409);
  const stored = (await open.owner("GET", `/sales/${sale.id}`)).body.data;
  expect(stored).toMatchObject({ status: "completed", total: money(1_450) });
  expect((await open.owner("PUT", `/sales/${location_id}`, edit)).status).toBe(404);
});

test("an edit and a payment at the same time leave a sale whose payments match its total", async () => {
  const { locationId: location_id } = open.salon;
  const sale = (await open.sell({ location_id, lines: [oil] })).body.data;
  const [edited, paid] = await Promise.all([
    open.owner("PUT", `/sales/${sale.id}`, { location_id, lines: [{ ...oil, quantity: 2 }] }),
    open.owner("POST", `/sales/${sale.id}/payments`, { method: "cash", amount: money(1_450) }),
  ]);
  expect([200, 409]).toContain(edited.status);
  expect(paid.status).toBe(201);
  const stored = (await open.owner("GET", `/sales/${sale.id}`)).body.data;
  const isEdited = edited.status === 200;
  expect(stored.total).toEqual(money(isEdited ? 2_900 : 1_450));
  expect(stored.status).toBe(isEdited ? "open" : "completed");
});
