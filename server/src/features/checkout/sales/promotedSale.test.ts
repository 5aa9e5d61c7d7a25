import { expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";

const fixture = await checkoutApp({ isShared: true });

const percentOff = async (percent: number, more: object = {}): Promise<string> =>
  (await fixture.owner("POST", "/promotions", { name: `${percent} off`, kind: "percent", percent, ...more }))
    .body.data.id;
const apply = (id: string, promotion_id: string, headers?: Record<string, string>) =>
  fixture.owner("PUT", `/appointments/${id}/promotion`, { promotion_id }, headers);
const remove = (id: string) => fixture.owner("DELETE", `/appointments/${id}/promotion`);
const saleOf = async (id: string) => (await fixture.call("GET", `/sales/${id}`)).body.data;
const appointmentOf = async (id: string) => (await fixture.call("GET", `/appointments/${id}`)).body.data;
const twoItems = () => {
  const { cut, colour, anna } = fixture.salon;
  return fixture.newAppointment([
    [cut, anna],
    [colour, anna],
  ]);
};

test("a promotion that is set, replaced and removed after a deposit changes the open sale with it", async () => {
  const id = await twoItems();
  const comb = { kind: "product", description: "Comb", unit_price: money(1000) };
  const off = { kind: "discount", unit_price: money(500) };
  const body = { appointment_id: id, lines: [comb, off], tip: money(300), payments: [fixture.cash(2000)] };
  const opened = (await fixture.sell(body)).body.data;
  expect(opened).toMatchObject({ discount: money(500), total: money(14_300) });

  await apply(id, await percentOff(20));
  const promoted = await saleOf(opened.id);
  expect(promoted).toMatchObject({
    status: "open",
    subtotal: money(14_500),
    discount: money(3200),
    total: money(11_600),
    lines: [...opened.lines, { kind: "discount", description: "20 off", total: money(-2700) }],
  });
  await apply(id, await percentOff(10, { service_ids: [fixture.salon.cut] }));
  const replaced = await saleOf(opened.id);
  expect(replaced).toMatchObject({ discount: money(950), total: money(13_850) });
  expect(replaced.lines).toHaveLength(5);
  expect((await remove(id)).status).toBe(200);
  expect(await saleOf(opened.id)).toEqual(opened);

  // A sale without `promotion_id`, created after the promotion was applied to the appointment, has the same totals.
  await apply(id, await percentOff(20));
  const later = await saleOf(opened.id);
  await fixture.refund(opened.payment_ids[0], 2000);
  await fixture.owner("POST", `/sales/${opened.id}/void`);
  const { payments: _, ...unpaid } = body;
  const again = (await fixture.sell(unpaid)).body.data;
  for (const field of ["subtotal", "discount", "tax", "tip", "total"])
    expect(again[field]).toEqual(later[field]);
});

test("a promotion that leaves nothing due completes the sale and the appointment, with events in order", async () => {
  const id = await twoItems();
  const sale = (await fixture.sell({ appointment_id: id, payments: [fixture.cash(10_800)] })).body.data;
  await fixture.newEvents();
  const applied = await apply(id, await percentOff(20));
  expect(await saleOf(sale.id)).toMatchObject({ status: "completed", total: money(10_800) });
  const { status, version } = await appointmentOf(id);
  expect([applied.status, applied.headers.etag, status]).toEqual([200, `"${version}"`, "completed"]);
  const events = await fixture.newEvents();
  expect(events.map(({ type }) => type)).toEqual([
    "appointment.updated",
    "appointment.completed",
    "sale.completed",
  ]);
  expect(events.map(({ full }) => full.data.version).slice(0, 2)).toEqual([version - 1, version]);
  expect((await remove(id)).body.code).toBe("sale_closed");
});

test("a promotion that leaves less than was paid is refused, and nothing changes", async () => {
  const id = await twoItems();
  const sale = (await fixture.sell({ appointment_id: id, payments: [fixture.cash(10_801)] })).body.data;
  const before = await appointmentOf(id);
  await fixture.newEvents();
  expect(await apply(id, await percentOff(20))).toMatchObject({
    status: 409,
    body: { code: "invalid_transition", details: { from: "open", to: null, allowed: [] } },
  });
  expect(await saleOf(sale.id)).toEqual(sale);
  expect(await appointmentOf(id)).toEqual(before);
  expect((await fixture.owner("GET", `/appointments/${id}/promotion`)).body.data).toBeNull();
  expect(await fixture.newEvents()).toEqual([]);
  await fixture.refund(sale.payment_ids[0], 1);
  expect((await apply(id, await percentOff(20))).status).toBe(200);
});

test("a promotion does not change the price of a service that a unit has paid", async () => {
  const { cut, colour, clientId: client_id } = fixture.salon;
  const terms = { name: "Cuts", service_ids: [cut], units: 3, price: money(9000) };
  const package_id = (await fixture.owner("POST", "/packages", terms)).body.data.id;
  await fixture.sell({ client_id, lines: [{ kind: "package", package_id }], payments: [fixture.cash(9000)] });
  const [{ id: reference }] = (await fixture.call("GET", `/clients/${client_id}/wallet`)).body.data.packages;
  const id = await twoItems();
  const unit = { method: "package", amount: money(4500), reference };
  const sale = (await fixture.sell({ appointment_id: id, payments: [unit] })).body.data;
  expect((await apply(id, await percentOff(20))).status).toBe(409);
  expect((await apply(id, await percentOff(20, { service_ids: [colour] }))).status).toBe(200);
  expect(await saleOf(sale.id)).toMatchObject({ total: money(11_700) });
});

test("the promotion that a sale names becomes the appointment's", async () => {
  const id = await twoItems();
  await apply(id, await percentOff(10));
  const named = await percentOff(30);
  await fixture.newEvents();
  const sale = (await fixture.sell({ appointment_id: id, promotion_id: named })).body.data;
  expect(sale.total).toEqual(money(9450));
  const promotion = (await fixture.owner("GET", `/appointments/${id}/promotion`)).body.data;
  expect(promotion).toMatchObject({ id: named, discount: money(4050) });
  expect((await fixture.newEvents()).map(({ type }) => type)).toEqual(["appointment.updated"]);
  const paid = await fixture.pay(sale.id, "cash", 9450);
  expect(paid.body.data.sale.status).toBe("completed");
  const events = await fixture.newEvents();
  expect(events[0]).toMatchObject({ type: "appointment.completed" });
  expect(events[0]?.full.data).toEqual(await appointmentOf(id));
});

test("a concurrent payment and promotion leave consistent totals", async () => {
  const twenty = await percentOff(20);
  for (let round = 0; round < 10; round++) {
    const id = await twoItems();
    const { id: saleId } = (await fixture.sell({ appointment_id: id })).body.data;
    const [paid, applied] = await Promise.all([fixture.pay(saleId, "cash", 13_500), apply(id, twenty)]);
    expect([
      [201, 409],
      [422, 200],
    ]).toContainEqual([paid.status, applied.status]);
    const total = applied.status === 200 ? 10_800 : 13_500;
    expect((await saleOf(saleId)).total).toEqual(money(total));
  }
});
