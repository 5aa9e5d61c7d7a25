import { beforeEach, describe, expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { bookingOf } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await checkoutApp({ isShared: true });
const { owner } = open;
const [reception, anna] = [await signedInMember(open, "reception"), await signedInMember(open, "staff")];

// biome-ignore lint/suspicious/noExplicitAny: an answer of the API.
type Any = any;
let day = 0;
let booked: Any;
const at = (hour: string) => new Date(Date.UTC(2027, 2, 8 + day, Number(hour))).toISOString();
beforeEach(async () => {
  day += 1;
  const { salon } = open;
  const body = bookingOf(salon, at("9"), [[salon.cut, salon.anna]]);
  booked = (await open.call("POST", "/appointments", body)).body.data;
});

const replace = (items: object[], more: object = {}, who: MemberCall = owner, headers = {}) =>
  who("PUT", `/appointments/${booked.id}/items`, { items, ...more }, headers);
const kept = (more: object = {}) => ({
  id: booked.items[0].id,
  service_id: open.salon.cut,
  staff_id: open.salon.anna,
  ...more,
});
const massage = (more: object = {}) => ({
  service_id: open.salon.massage,
  staff_id: open.salon.ben,
  ...more,
});

describe("the items", () => {
  test("are added behind those kept, take their time, and emit one appointment.updated", async () => {
    await open.newEvents();
    const answer = await replace([kept(), massage()]);
    expect(answer.status, answer.text).toBe(200);
    const { data } = answer.body;
    expect(data.items[0]).toEqual(booked.items[0]);
    expect(data.items[1]).toMatchObject({ position: 2, staff_id: open.salon.ben, starts_at: booked.ends_at });
    expect(data.total.amount).toBe(data.items[0].price.amount + data.items[1].price.amount);
    expect([data.version, answer.headers.etag]).toEqual([2, '"2"']);
    expect((await open.call("GET", `/appointments/${booked.id}`)).body.data).toEqual(data);
    const [event, ...others] = await open.newEvents();
    expect(others).toEqual([]);
    expect([event?.type, event?.full.changed]).toEqual([
      "appointment.updated",
      ["ends_at", "items", "total"],
    ]);
    const taken = await open.book(data.items[1].starts_at, open.salon.massage, open.salon.ben);
    expect(taken.status).toBe(409);
    expect((await replace([kept(), { ...massage(), id: data.items[1].id }])).body.data.version).toBe(2);
  });

  test("are dropped, swapped and reordered; a kept item keeps its duration and price", async () => {
    await open.call("PATCH", `/appointments/${booked.id}/duration`, {
      item_id: booked.items[0].id,
      minutes: 70,
    });
    const two = (await replace([massage(), kept()])).body.data;
    expect(two.items.map((item: Any) => item.duration_minutes)).toEqual([expect.any(Number), 70]);
    expect(two.items[1]).toMatchObject({ id: booked.items[0].id, price: booked.items[0].price });
    const swapped = (await replace([kept({ service_id: open.salon.massage })])).body.data;
    expect(swapped.items).toHaveLength(1);
    expect(swapped.items[0]).toMatchObject({ id: booked.items[0].id, service_id: open.salon.massage });
    expect((await open.book(two.items[0].starts_at, open.salon.cut, open.salon.ben)).status).toBe(201);
  });

  test("may change client and start", async () => {
    const other = await open.addClient({ first_name: "Otto" });
    const { data } = (await replace([kept()], { client_id: other, starts_at: at("12") })).body;
    expect([data.client_id, Date.parse(data.starts_at)]).toEqual([other, Date.parse(at("12"))]);
    expect((await open.book(at("9"), open.salon.cut)).status).toBe(201);
  });

  test("onto taken time answer 409 with alternatives, unless forced; nothing is written", async () => {
    await open.book(booked.ends_at, open.salon.massage, open.salon.ben);
    const answer = await replace([kept(), massage()]);
    expect([answer.status, answer.body.code]).toEqual([409, "time_conflict"]);
    expect(answer.body.details.conflicts[0]).toMatchObject({ item_index: 1, reason: "appointment" });
    expect(answer.body.details.alternatives.length).toBeGreaterThan(0);
    expect((await open.call("GET", `/appointments/${booked.id}`)).body.data).toEqual(booked);
    expect((await replace([kept(), massage()], { force: true })).body.data.items).toHaveLength(2);
  });

  test("are refused by field, by version and in a final status", async () => {
    expect(fieldsIn(await replace([kept({ id: newId() })]))).toEqual([422, "/items/0/id"]);
    expect(fieldsIn(await replace([kept(), kept()]))).toEqual([422, "/items/1/id"]);
    expect(fieldsIn(await replace([kept(), massage({ service_id: newId() })]))).toEqual([
      422,
      "/items/1/service_id",
    ]);
    expect(fieldsIn(await replace([kept(), massage({ staff_id: newId() })]))).toEqual([
      422,
      "/items/1/staff_id",
    ]);
    expect(fieldsIn(await replace([kept()], { client_id: newId() }))).toEqual([422, "/client_id"]);
    expect(fieldsIn(await replace([]))).toEqual([422, "/items"]);
    expect((await replace([massage()], {}, owner, { "if-match": '"9"' })).status).toBe(412);
    await open.call("POST", `/appointments/${booked.id}/transitions`, { to: "no_show" });
    expect((await replace([massage()])).body.code).toBe("invalid_transition");
  });
});

describe("prices", () => {
  test("are set by sessions within the limit of the role; a key's are refused", async () => {
    const price = (amount: number) => ({ price: money(amount) });
    const key = await open.call("PUT", `/appointments/${booked.id}/items`, { items: [kept(price(100))] });
    expect([key.status, key.body.code]).toEqual([403, "forbidden_role"]);
    const without = await open.call("PUT", `/appointments/${booked.id}/items`, {
      items: [kept(), massage()],
    });
    expect(without.status).toBe(200);
    await owner("PUT", "/policies", { max_discount_percent: { manager: 100, reception: 20, staff: 0 } });
    const full = booked.items[0].price.amount;
    const half = await replace([kept(price(full / 2))], {}, reception);
    expect([half.status, half.body.code]).toEqual([403, "forbidden_role"]);
    const allowed = await replace([kept(price(full * 0.8))], {}, reception);
    expect(allowed.body.data.total.amount).toBe(full * 0.8);
    expect(fieldsIn(await replace([kept({ price: money(1, "USD") })]))).toEqual([
      422,
      "/items/0/price/currency",
    ]);
  });
});

describe("the role staff", () => {
  test("adds only its own items, and cannot drop those of others", async () => {
    const added = await replace([kept(), massage()], {}, anna);
    expect(fieldsIn(added)).toEqual([422, "/items/1/staff_id"]);
    expect((await replace([kept(), massage({ staff_id: open.salon.anna })], {}, anna)).status).toBe(200);
    const { data } = (await replace([kept(), massage()])).body;
    expect(fieldsIn(await replace([kept()], {}, anna))).toEqual([422, "/items"]);
    const both = [kept(), { ...massage(), id: data.items[1].id }];
    expect((await replace(both, {}, anna)).status).toBe(200);
  });
});

describe("the sale of the appointment", () => {
  const saleOf = async (id: string) => (await owner("GET", `/sales/${id}`)).body.data;

  test("follows while it is open: lines are added, changed and removed, and the promotion is distributed again", async () => {
    const promotion = await owner("POST", "/promotions", { name: "Ten", kind: "percent", percent: 10 });
    await owner("PUT", `/appointments/${booked.id}/promotion`, { promotion_id: promotion.body.data.id });
    const sale = (
      await open.sell({
        appointment_id: booked.id,
        lines: [{ kind: "product", description: "Oil", unit_price: money(1000) }],
      })
    ).body.data;
    const more = await replace([kept({ price: money(3000) }), massage()]);
    expect(more.status, more.text).toBe(200);
    const { items } = more.body.data;
    const grown = await saleOf(sale.id);
    const services = grown.lines.filter((line: Any) => line.kind === "service");
    expect(services.map((line: Any) => [line.item_id, line.total.amount])).toEqual([
      [items[0].id, 3000],
      [items[1].id, items[1].price.amount],
    ]);
    expect(grown.subtotal.amount).toBe(1000 + 3000 + items[1].price.amount);
    expect(grown.discount.amount).toBeGreaterThan(0);
    expect(grown.total.amount).toBe(grown.subtotal.amount - grown.discount.amount);
    expect((await replace([kept()])).status).toBe(200);
    const shrunk = await saleOf(sale.id);
    expect(shrunk.subtotal.amount).toBe(4000);
    expect(shrunk.lines.filter((line: Any) => line.kind === "service")).toHaveLength(1);
  });

  test("taxes added services and swapped ones with the rate of their service", async () => {
    const rate = { name: "VAT", percent: 19, included: true };
    const vat = (await owner("POST", "/tax-rates", rate)).body.data.id;
    const local = { name: "City tax", percent: 10, included: false };
    const cityTax = (await owner("POST", "/tax-rates", local)).body.data.id;
    const setRate = (service: string, tax_rate_id: string | null) =>
      owner("PATCH", `/services/${service}`, { tax_rate_id });
    await setRate(open.salon.cut, vat);
    const sale = (await open.sell({ appointment_id: booked.id })).body.data;
    await setRate(open.salon.massage, cityTax);
    expect((await replace([kept(), massage({ price: money(5000) })])).status).toBe(200);
    const grown = await saleOf(sale.id);
    expect(grown.lines.map((line: Any) => line.tax_rate_id)).toEqual([vat, cityTax]);
    expect(grown.taxes.map((tax: Any) => [tax.rate_id, tax.base.amount + tax.tax.amount])).toEqual([
      [vat, grown.lines[0].total.amount],
      [cityTax, 5500],
    ]);
    expect(grown.tax).toEqual(money(500));
    expect(grown.total.amount).toBe(grown.lines[0].total.amount + 5500);
    const price = money(5000);
    expect((await replace([kept({ service_id: open.salon.massage, price })])).status).toBe(200);
    const swapped = await saleOf(sale.id);
    expect(swapped.taxes).toMatchObject([{ rate_id: cityTax, base: price, tax: money(500) }]);
    expect(swapped.total).toEqual(money(5500));
    await setRate(open.salon.cut, null);
    await setRate(open.salon.massage, null);
  });

  test("gets the new client, unless it has payments", async () => {
    const other = await open.addClient({ first_name: "Otto" });
    const sale = (await open.sell({ appointment_id: booked.id })).body.data;
    await replace([kept()], { client_id: other });
    expect((await saleOf(sale.id)).client_id).toBe(other);
    await open.pay(sale.id, "cash", 100);
    const refused = await replace([kept()], { client_id: open.salon.clientId });
    expect([refused.status, refused.body.code]).toEqual([409, "invalid_transition"]);
  });

  test("once closed, refuses the change with sale_closed until it is refunded", async () => {
    const full = booked.items[0].price.amount;
    const sale = (await open.sell({ appointment_id: booked.id, payments: [open.cash(full)] })).body.data;
    expect(sale.status).toBe("completed");
    const refused = await replace([kept(), massage()]);
    expect([refused.status, refused.body.code]).toEqual([409, "sale_closed"]);
    expect((await open.refund(sale.payment_ids[0], full)).status).toBe(201);
    expect((await replace([kept(), massage()])).status).toBe(200);
  });
});
