import { beforeAll, describe, expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { bookingOf } from "../../../../test/fixtures/testApp.ts";
import { givenDiscount } from "./discountLimit.ts";

const fixture = await checkoutApp({ isShared: true });
const members = {
  owner: fixture.owner,
  manager: await signedInMember(fixture, "manager"),
  reception: await signedInMember(fixture, "reception"),
  staff: await signedInMember(fixture, "staff"),
};

const ROLES = ["owner", "manager", "reception", "staff"] as const;
const setLimits = (limits: object) =>
  fixture.owner("PUT", "/policies", { cancellation_window_minutes: 0, max_discount_percent: limits });
const cutAt = (amount: number) => ({
  kind: "service",
  service_id: fixture.salon.cut,
  unit_price: money(amount),
});
const off = (amount: number) => ({ kind: "discount", unit_price: money(amount) });
/** Sells as each role, owner first. Returns the statuses and, for a rejected sale, the required roles. */
const soldBy = (body: object) =>
  Promise.all(
    ROLES.map(async (role) => {
      const answer = await fixture.sell(body, members[role]);
      if (answer.status === 201) return 201;
      expect(answer.body).toMatchObject({
        code: "forbidden_role",
        message: expect.stringContaining("/lines"),
      });
      return [answer.status, answer.body.details.required];
    }),
  );

const ALL = [201, 201, 201, 201];
const NOT_STAFF = [201, 201, 201, [403, "owner|manager|reception"]];
const MANAGERS = [201, 201, [403, "owner|manager"], [403, "owner|manager"]];
const OWNER = [201, [403, "owner"], [403, "owner"], [403, "owner"]];

describe.each([
  ["the defaults: staff 0, reception 20, manager 100", null, [ALL, NOT_STAFF, NOT_STAFF, MANAGERS, MANAGERS]],
  [
    "staff 10, reception 30, manager 50",
    { staff: 10, reception: 30, manager: 50 },
    [ALL, ALL, NOT_STAFF, NOT_STAFF, OWNER],
  ],
  [
    "nothing for anyone but the owner",
    { staff: 0, reception: 0, manager: 0 },
    [ALL, OWNER, OWNER, OWNER, OWNER],
  ],
])("with %s", (_, limits, expected) => {
  beforeAll(async () => {
    if (limits !== null) expect((await setLimits(limits)).body.data.max_discount_percent).toEqual(limits);
  });

  // Discounts of 0 %, 10 %, 20 %, slightly more than 20 %, and 100 % of a cut at 45.00.
  test.each([0, 450, 900, 901, 4500].map((amount, row) => [amount, row] as const))(
    "a discount of %i minor units of 4500",
    async (amount, row) => {
      if (amount > 0) expect(await soldBy({ lines: [cutAt(4500), off(amount)] })).toEqual(expected[row]);
      // A price below the menu price counts as a discount of the same amount.
      expect(await soldBy({ lines: [cutAt(4500 - amount)] })).toEqual(expected[row]);
    },
  );
});

describe("what counts as a discount", () => {
  beforeAll(() => setLimits({}));

  test("prices below the booked and menu prices, and discount lines; gift cards and higher prices offset nothing", () => {
    const line = { kind: "service", quantity: 1, unitMinor: 100, listMinor: 100 } as const;
    expect(
      givenDiscount([
        { ...line, quantity: 3, unitMinor: 60 },
        { ...line, unitMinor: 150 },
        { ...line, kind: "product", unitMinor: 70, listMinor: null },
        { ...line, kind: "discount", quantity: 2, unitMinor: 5, listMinor: null },
        { ...line, kind: "gift_card", unitMinor: 5000, listMinor: null },
      ]),
    ).toEqual({ fullMinor: 520, discountMinor: 130 });
  });

  test("a booked price that was omitted and added at a lower one", async () => {
    const appointment = await fixture.newAppointment();
    await fixture.owner("PATCH", `/services/${fixture.salon.cut}`, { price: money(1000) });
    const { items } = (await fixture.call("GET", `/appointments/${appointment}`)).body.data;
    const body = { appointment_id: appointment, omit_items: [items[0].id], lines: [cutAt(1000)] };
    expect((await fixture.sell(body, members.reception)).body.code).toBe("forbidden_role");
    expect((await fixture.sell(body, members.manager)).status).toBe(201);
    await fixture.owner("PATCH", `/services/${fixture.salon.cut}`, { price: money(4500) });
  });

  test("no promotion", async () => {
    const terms = { name: "Half", kind: "percent", percent: 50 };
    const promotion_id = (await fixture.owner("POST", "/promotions", terms)).body.data.id;
    expect(await soldBy({ lines: [cutAt(4500)], promotion_id })).toEqual(ALL);
    expect(await soldBy({ lines: [cutAt(4500), off(900)], promotion_id })).toEqual(NOT_STAFF);
  });

  test("packages and memberships below their price", async () => {
    const terms = { name: "Five", service_ids: [], units: 5, price: money(20_000) };
    const package_id = (await fixture.owner("POST", "/packages", terms)).body.data.id;
    const { clientId: client_id } = fixture.salon;
    const line = { kind: "package", package_id, unit_price: money(15_999) };
    expect(await soldBy({ client_id, lines: [line] })).toEqual(MANAGERS);
  });
});

describe("a gift card", () => {
  const card = (more: object) => ({ kind: "gift_card", ...more });

  test("of a product costs its price, for everyone", async () => {
    const product = { name: "Ten for nine", value: money(10_000), price: money(9000) };
    const gift_card_id = (await fixture.owner("POST", "/gift-cards", product)).body.data.id;
    for (const who of Object.values(members)) {
      const sold = (lines: object[]) => fixture.sell({ lines }, who);
      expect(fieldsIn(await sold([card({ gift_card_id, unit_price: money(1) })]))).toEqual([
        422,
        "/lines/0/unit_price/amount",
      ]);
      expect((await sold([card({ gift_card_id, unit_price: money(9000) })])).status).toBe(201);
      expect((await sold([card({ gift_card_id })])).body.data.total).toEqual(money(9000));
    }
  });

  test("takes no discount line, and no part of one", async () => {
    const alone = await fixture.sell({ lines: [card({ unit_price: money(10_000) }), off(1)] });
    expect(fieldsIn(alone)).toEqual([422, "/lines"]);
    const lines = [card({ unit_price: money(10_000) }), cutAt(4500)];
    expect(fieldsIn(await fixture.sell({ lines: [...lines, off(4501)] }))).toEqual([422, "/lines"]);
    // The limit is 20 % of the price of the cut, because the gift card does not count towards the full price.
    expect(await soldBy({ lines: [...lines, off(900)] })).toEqual(NOT_STAFF);
    expect(await soldBy({ lines: [...lines, off(901)] })).toEqual(MANAGERS);
  });

  test("cannot be paid for with gift cards, whatever the order of the payments", async () => {
    const sale = { lines: [card({ unit_price: money(5000) })], payments: [fixture.cash(5000)] };
    const reference = (await fixture.sell(sale)).body.data.lines[0].gift_card_code;
    const byCard = (amount: number) => ({ method: "gift_card", amount: money(amount), reference });
    const lines = [card({ unit_price: money(2000) }), cutAt(4500)];
    const sold = (...payments: object[]) => fixture.sell({ lines, payments });
    expect(fieldsIn(await sold(byCard(4501)))).toEqual([422, "/payments/0/amount"]);
    expect(fieldsIn(await sold(byCard(500), byCard(4001)))).toEqual([422, "/payments/1/amount"]);
    const opened = (await sold(byCard(4000), fixture.cash(500))).body.data;
    expect(fieldsIn(await fixture.pay(opened.id, "gift_card", 501, { reference }))).toEqual([422, "/amount"]);
    expect((await fixture.pay(opened.id, "gift_card", 500, { reference })).status).toBe(201);
    expect((await fixture.pay(opened.id, "cash", 1500)).body.data.sale.status).toBe("completed");
  });
});

describe("an API key sets no prices", () => {
  test("bookings refuse them, and sales are not for keys", async () => {
    const { salon } = fixture;
    const booking = bookingOf(salon, "2027-06-01T10:00:00Z", [[salon.cut, salon.anna]]);
    const items = [{ ...booking.items[0], price: money(1) }];
    const refused = await fixture.call("POST", "/appointments", { ...booking, items });
    expect(fieldsIn({ ...refused, text: "" })).toEqual([422, "/items/0/price"]);
    const sale = { location_id: salon.locationId, lines: [cutAt(1)] };
    expect(await fixture.call("POST", "/sales", sale)).toMatchObject({
      status: 403,
      body: { code: "forbidden_role", details: { required: "owner|manager|reception|staff" } },
    });
  });
});
