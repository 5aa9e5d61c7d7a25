import { describe, expect, test } from "vitest";
import { checkoutApp, money, unknownId } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";

const fixture = await checkoutApp();

const stateOf = async (id: string) => (await fixture.call("GET", `/appointments/${id}`)).body.data.status;

describe("an appointment", () => {
  test("is sold at the prices it was booked with and completed, with events in order", async () => {
    const { salon } = fixture;
    const appointment = await fixture.newAppointment([
      [salon.cut, salon.anna],
      [salon.colour, salon.ben],
    ]);
    await fixture.newEvents();
    const sold = await fixture.sell({
      appointment_id: appointment,
      tip: money(500),
      payments: [fixture.cash(14_000)],
    });
    expect(sold.status).toBe(201);
    const sale = sold.body.data;
    expect(sale).toMatchObject({
      location_id: salon.locationId,
      client_id: salon.clientId,
      appointment_id: appointment,
      status: "completed",
      lines: [
        {
          kind: "service",
          description: "Cut",
          quantity: 1,
          unit_price: money(4500),
          total: money(4500),
          service_id: salon.cut,
          staff_id: salon.anna,
        },
        { kind: "service", description: "Colour", service_id: salon.colour, staff_id: salon.ben },
      ],
      subtotal: money(13_500),
      discount: money(0),
      tax: money(0),
      tip: money(500),
      total: money(14_000),
      completed_at: "2027-03-01T06:00:00Z",
    });
    expect((await fixture.call("GET", `/sales/${sale.id}`)).body.data).toEqual(sale);
    expect(await stateOf(appointment)).toBe("completed");

    const [completed, paid, closed, ...more] = await fixture.newEvents();
    expect(more).toEqual([]);
    expect([completed?.type, paid?.type, closed?.type]).toEqual([
      "appointment.completed",
      "payment.succeeded",
      "sale.completed",
    ]);
    expect(completed?.full.data).toEqual(
      (await fixture.call("GET", `/appointments/${appointment}`)).body.data,
    );
    const payment = (await fixture.call("GET", `/payments/${sale.payment_ids[0]}`)).body.data;
    expect(paid?.full.data).toEqual(payment);
    expect(closed?.full.data).toEqual(sale);
    expect(payment).toEqual({
      id: sale.payment_ids[0],
      location_id: salon.locationId,
      client_id: salon.clientId,
      appointment_id: appointment,
      sale_id: sale.id,
      kind: "sale",
      status: "succeeded",
      method: "cash",
      amount: money(14_000),
      tip: money(500),
      refunded: money(0),
      card: null,
      refunds: [],
      paid_at: "2027-03-01T06:00:00Z",
      created_at: "2027-03-01T06:00:00Z",
      updated_at: "2027-03-01T06:00:00Z",
    });
    expect(paid?.ids.data).toEqual({
      id: payment.id,
      client_id: salon.clientId,
      appointment_id: appointment,
      sale_id: sale.id,
      location_id: salon.locationId,
      paid_at: payment.paid_at,
    });
    expect(closed?.ids.data).toEqual({
      id: sale.id,
      client_id: salon.clientId,
      appointment_id: appointment,
      location_id: salon.locationId,
      service_ids: [salon.cut, salon.colour],
      staff_ids: [salon.anna, salon.ben],
      payment_ids: sale.payment_ids,
      completed_at: sale.completed_at,
    });
  });

  test("keeps its status until a payment completes its sale", async () => {
    const appointment = await fixture.newAppointment();
    const opened = await fixture.sell({ appointment_id: appointment, payments: [fixture.cash(1000)] });
    expect(opened.body.data).toMatchObject({ status: "open", completed_at: null });
    expect(await stateOf(appointment)).toBe("booked");
    await fixture.newEvents();
    const { id } = opened.body.data;
    const paid = await fixture.pay(id, "card", 3500, { reference: "Slip 4711" });
    expect(paid.status).toBe(201);
    expect(paid.body.data).toMatchObject({
      payment: { method: "card", amount: money(3500), status: "succeeded", card: null },
      sale: { id, status: "completed", payment_ids: [opened.body.data.payment_ids[0], expect.any(String)] },
    });
    expect(paid.body.data.client_secret).toBeUndefined();
    expect(await stateOf(appointment)).toBe("completed");
    expect((await fixture.newEvents()).map(({ type }) => type)).toEqual([
      "appointment.completed",
      "payment.succeeded",
      "sale.completed",
    ]);
    expect(await fixture.pay(id, "cash", 1)).toMatchObject({
      status: 409,
      body: {
        code: "invalid_transition",
        details: { from: "completed", to: "completed", allowed: ["voided"] },
      },
    });
  });

  test("is sold in every pending status, and in completed without another appointment.completed", async () => {
    for (const [state, confirmed] of [
      ["requested", "2027-03-01T06:00:00Z"],
      ["booked", "2027-03-01T06:00:00Z"],
      ["arrived", "2027-03-01T06:00:00Z"],
      ["completed", "2027-03-01T06:00:00Z"],
    ]) {
      const id = state === "requested" ? await requested() : await fixture.newAppointment();
      if (state === "arrived" || state === "completed")
        await fixture.call("POST", `/appointments/${id}/transitions`, { to: state });
      await fixture.newEvents();
      const sold = await fixture.sell({ appointment_id: id, payments: [fixture.cash(4500)] });
      expect([state, sold.status, sold.body.data.status]).toEqual([state, 201, "completed"]);
      const appointment = (await fixture.call("GET", `/appointments/${id}`)).body.data;
      expect(appointment).toMatchObject({ status: "completed", confirmed_at: confirmed });
      const types = (await fixture.newEvents()).map(({ type }) => type);
      expect(types).toEqual([
        ...(state === "completed" ? [] : ["appointment.completed"]),
        "payment.succeeded",
        "sale.completed",
      ]);
    }
  });

  async function requested(): Promise<string> {
    const { locationId, clientId, cut, anna } = fixture.salon;
    const booked = await fixture.call("POST", "/appointments", {
      location_id: locationId,
      client_id: clientId,
      starts_at: "2026-01-12T09:00:00Z",
      items: [{ service_id: cut, staff_id: anna }],
      status: "requested",
    });
    return booked.body.data.id;
  }

  test.each(["cancelled", "no_show"])(
    "that is %s is not sold, and an open sale of it takes no payments",
    async (to) => {
      const [before, meanwhile] = [await fixture.newAppointment(), await fixture.newAppointment()];
      const { id } = (await fixture.sell({ appointment_id: meanwhile })).body.data;
      for (const appointment of [before, meanwhile])
        await fixture.call("POST", `/appointments/${appointment}/transitions`, { to });
      await fixture.newEvents();
      for (const answer of [
        await fixture.sell({ appointment_id: before }),
        await fixture.pay(id, "cash", 100),
      ])
        expect(answer).toMatchObject({
          status: 409,
          body: { code: "invalid_transition", details: { from: to, to: "completed" } },
        });
      expect(await fixture.newEvents()).toEqual([]);
    },
  );

  test("stays completed once its sale is completed", async () => {
    const appointment = await fixture.newAppointment();
    const to = (state: string) =>
      fixture.call("POST", `/appointments/${appointment}/transitions`, { to: state });
    await to("completed");
    const { id } = (await fixture.sell({ appointment_id: appointment })).body.data;
    expect([(await to("arrived")).status, (await to("completed")).status]).toEqual([200, 200]);
    const { payment } = (await fixture.pay(id, "cash", 4500)).body.data;
    expect(await to("arrived")).toMatchObject({
      status: 409,
      body: { details: { from: "completed", to: "arrived", allowed: [] } },
    });
    expect(await to("completed")).toMatchObject({ status: 200 });
    // A completed appointment remains completed when its sale is voided.
    await fixture.refund(payment.id, 4500);
    await fixture.owner("POST", `/sales/${id}/void`);
    expect(await to("arrived")).toMatchObject({ status: 409 });
    // The appointment can be sold again.
    expect((await fixture.sell({ appointment_id: appointment, payments: [fixture.cash(4500)] })).status).toBe(
      201,
    );
  });

  test("has at most one sale that is not voided", async () => {
    const appointment = await fixture.newAppointment();
    const { id } = (await fixture.sell({ appointment_id: appointment })).body.data;
    expect(fieldsIn(await fixture.sell({ appointment_id: appointment }))).toEqual([422, "/appointment_id"]);
    expect((await fixture.owner("POST", `/sales/${id}/void`)).body.data.status).toBe("voided");
    expect((await fixture.sell({ appointment_id: appointment })).status).toBe(201);
  });

  test("is sold to its own client and at its own location", async () => {
    const appointment = await fixture.newAppointment();
    const other = await fixture.addClient({ first_name: "Other" });
    const location = await fixture.owner("POST", "/locations", {
      name: "Elsewhere",
      address: { line1: "Weg 1", city: "Berlin", country: "DE" },
    });
    const refused = async (more: object) =>
      fieldsIn(await fixture.sell({ appointment_id: appointment, ...more }));
    expect(await refused({ client_id: other })).toEqual([422, "/client_id"]);
    expect(await refused({ location_id: location.body.data.id })).toEqual([422, "/location_id"]);
    expect(await refused({ location_id: unknownId })).toEqual([422, "/location_id"]);
    expect(await refused({ appointment_id: unknownId })).toEqual([422, "/appointment_id"]);
    expect(
      (await fixture.sell({ appointment_id: appointment, client_id: fixture.salon.clientId })).status,
    ).toBe(201);
  });
});

describe("lines", () => {
  test("take missing names and prices from the appointment, or from the menu", async () => {
    const { salon } = fixture;
    const appointment = await fixture.newAppointment();
    await fixture.owner("PATCH", `/services/${salon.cut}`, { price: money(5000) });
    const lines = [
      { kind: "service", service_id: salon.massage, staff_id: salon.ben, quantity: 2 },
      { kind: "service", service_id: salon.colour, unit_price: money(1), description: "Colour, a sample" },
      { kind: "product", description: "Shampoo", unit_price: money(1299), quantity: 3 },
      { kind: "discount", unit_price: money(500) },
    ];
    const sold = (await fixture.sell({ appointment_id: appointment, lines })).body.data;
    expect(sold).toMatchObject({
      lines: [
        { description: "Cut", unit_price: money(4500), staff_id: salon.anna },
        { description: "Massage", unit_price: money(7000), total: money(14_000), staff_id: salon.ben },
        { description: "Colour, a sample", total: money(1), staff_id: null },
        { kind: "product", description: "Shampoo", total: money(3897), service_id: null },
        { kind: "discount", description: "Discount", unit_price: money(-500), total: money(-500) },
      ],
      subtotal: money(22_398),
      discount: money(500),
      total: money(21_898),
    });
    // Without an appointment, the menu price applies.
    const counter = (await fixture.sell({ lines: [{ kind: "service", service_id: salon.cut }] })).body.data;
    expect(counter).toMatchObject({ client_id: null, appointment_id: null, total: money(5000) });
    await fixture.owner("PATCH", `/services/${salon.cut}`, { price: money(4500) });
  });

  test("use the price of the staff member who performs them", async () => {
    const service_id = await fixture.addService({
      name: "Braid",
      staff: [
        { staff_id: fixture.salon.anna, price: money(6500) },
        { staff_id: fixture.salon.ben, price: null },
      ],
    });
    const priceOf = async (more: object) =>
      (await fixture.sell({ lines: [{ kind: "service", service_id, ...more }] })).body.data.total.amount;
    expect(await priceOf({ staff_id: fixture.salon.anna })).toBe(6500);
    expect(await priceOf({ staff_id: fixture.salon.ben })).toBe(5000);
    expect(await priceOf({})).toBe(5000);
  });

  test("that cannot be sold are refused by their own paths", async () => {
    const archived = await fixture.addService({ name: "Gone" });
    await fixture.owner("DELETE", `/services/${archived}`);
    const pounds = { amount: 1, currency: "GBP" };
    const lines = [
      { kind: "service" },
      { kind: "service", service_id: unknownId },
      { kind: "service", service_id: archived },
      { kind: "product", service_id: fixture.salon.cut, description: "Comb", unit_price: money(1) },
      { kind: "product" },
      { kind: "package", package_id: unknownId },
      { kind: "membership", gift_card_id: unknownId },
      { kind: "gift_card", unit_price: money(0) },
      { kind: "gift_card" },
      { kind: "discount", unit_price: money(0) },
      { kind: "product", description: "Comb", unit_price: pounds, staff_id: unknownId },
      { kind: "product", description: "Gold", unit_price: money(100_000_000_000), quantity: 2 },
      { kind: "gift_card", unit_price: money(1), quantity: 21 },
    ];
    expect(fieldsIn(await fixture.sell({ lines })).sort()).toEqual(
      [
        422,
        "/lines/0/service_id",
        "/lines/1/service_id",
        "/lines/2/service_id",
        "/lines/3/service_id",
        "/lines/4/description",
        "/lines/4/unit_price",
        "/lines/5/package_id",
        "/lines/6/gift_card_id",
        "/lines/6/membership_id",
        "/lines/7/unit_price/amount",
        "/lines/8/unit_price",
        "/lines/9/unit_price/amount",
        "/lines/10/staff_id",
        "/lines/10/unit_price/currency",
        "/lines/11/unit_price",
        "/lines/12/quantity",
      ].sort(),
    );
    expect(fieldsIn(await fixture.sell({}))).toEqual([422, "/lines"]);
    expect(fieldsIn(await fixture.sell({ lines: [{ kind: "fee" }] }))).toEqual([422, "/lines/0/kind"]);
    const cards = Array.from({ length: 6 }, () => ({
      kind: "gift_card",
      unit_price: money(1),
      quantity: 17,
    }));
    expect(fieldsIn(await fixture.sell({ lines: cards }))).toEqual([422, "/lines"]);
  });

  test("never have a negative total", async () => {
    const product = { kind: "product", description: "Comb", unit_price: money(500) };
    const off = (amount: number) => ({ kind: "discount", unit_price: money(amount) });
    expect(fieldsIn(await fixture.sell({ lines: [product, off(501)], tip: money(900) }))).toEqual([
      422,
      "/lines",
    ]);
    const free = await fixture.sell({ lines: [product, off(500)] });
    // A sale with a total of zero is completed immediately.
    expect(free.body.data).toMatchObject({ status: "completed", total: money(0), payment_ids: [] });
    const expensive = { kind: "product", description: "Gold", unit_price: money(60_000_000_000) };
    expect(fieldsIn(await fixture.sell({ lines: [expensive, expensive] }))).toEqual([422, "/lines"]);
  });

  test("of packages and memberships require an existing client", async () => {
    const lines = [{ kind: "service", service_id: fixture.salon.cut }];
    const gone = await fixture.addClient({ first_name: "Gone" });
    await fixture.owner("DELETE", `/clients/${gone}`);
    for (const client_id of [gone, unknownId])
      expect(fieldsIn(await fixture.sell({ client_id, lines }))).toEqual([422, "/client_id"]);
  });

  test("at an inactive location are sold for its appointments only", async () => {
    const location = await fixture.owner("POST", "/locations", {
      name: "Old",
      address: { line1: "Weg 1", city: "Berlin", country: "DE" },
    });
    const location_id = location.body.data.id;
    await fixture.owner("PATCH", `/locations/${location_id}`, { active: false });
    const lines = [{ kind: "service", service_id: fixture.salon.cut }];
    expect(fieldsIn(await fixture.sell({ location_id, lines }))).toEqual([422, "/location_id"]);
  });
});

describe("a promotion", () => {
  const promotion = async (body: object) =>
    (await fixture.owner("POST", "/promotions", { name: "Spring", ...body })).body.data.id as string;

  test("of the appointment is a discount line, and a named promotion replaces it", async () => {
    const { salon } = fixture;
    const fifteen = await promotion({ kind: "percent", percent: 15, service_ids: [salon.cut] });
    const tenner = await promotion({ kind: "amount", amount: money(1000) });
    const sold = async (more: object) => {
      const appointment = await fixture.newAppointment([
        [salon.cut, salon.anna],
        [salon.colour, salon.anna],
      ]);
      expect(
        (await fixture.owner("PUT", `/appointments/${appointment}/promotion`, { promotion_id: fifteen }))
          .status,
      ).toBe(200);
      return (await fixture.sell({ appointment_id: appointment, ...more })).body.data;
    };
    expect(await sold({})).toMatchObject({
      lines: [{}, {}, { kind: "discount", description: "Spring", quantity: 1, total: money(-675) }],
      subtotal: money(13_500),
      discount: money(675),
      total: money(12_825),
    });
    expect(await sold({ promotion_id: tenner })).toMatchObject({
      discount: money(1000),
      total: money(12_500),
    });
  });

  test("must exist and apply to a line of the sale", async () => {
    const cuts = await promotion({ kind: "percent", percent: 15, service_ids: [fixture.salon.cut] });
    const over = await promotion({ kind: "percent", percent: 15, ends_on: "2027-02-28" });
    const lines = [{ kind: "service", service_id: fixture.salon.colour }];
    for (const promotion_id of [cuts, over, unknownId])
      expect(fieldsIn(await fixture.sell({ lines, promotion_id }))).toEqual([422, "/promotion_id"]);
  });
});

describe("payments", () => {
  const comb = (amount: number) => ({
    lines: [{ kind: "product", description: "Comb", unit_price: money(amount) }],
  });

  test("can be split in any way, with the tip in the last ones", async () => {
    const sold = await fixture.sell({
      ...comb(5000),
      tip: money(700),
      payments: [
        fixture.cash(2000),
        { method: "card", amount: money(3200), reference: "4711" },
        { method: "external", amount: money(500) },
      ],
    });
    const sale = sold.body.data;
    expect(sale.status).toBe("completed");
    const payments = await Promise.all(
      sale.payment_ids.map(async (id: string) => (await fixture.call("GET", `/payments/${id}`)).body.data),
    );
    expect(payments.map(({ method, amount, tip }) => [method, amount.amount, tip.amount])).toEqual([
      ["cash", 2000, 0],
      ["card", 3200, 200],
      ["external", 500, 500],
    ]);
  });

  test("are refused above the amount due, in another currency and with an amount of zero", async () => {
    const pounds = { amount: 1, currency: "GBP" };
    expect(
      fieldsIn(
        await fixture.sell({
          ...comb(500),
          tip: pounds,
          payments: [fixture.cash(500)],
        }),
      ),
    ).toEqual([422, "/tip/currency"]);
    expect(
      fieldsIn(await fixture.sell({ ...comb(500), payments: [fixture.cash(300), fixture.cash(201)] })),
    ).toEqual([422, "/payments/1/amount"]);
    expect(
      fieldsIn(await fixture.sell({ ...comb(500), payments: [{ method: "cash", amount: pounds }] })),
    ).toEqual([422, "/payments/0/amount/currency"]);
    expect(fieldsIn(await fixture.sell({ ...comb(500), payments: [fixture.cash(0)] }))).toEqual([
      422,
      "/payments/0/amount/amount",
    ]);
    const { id } = (await fixture.sell(comb(500))).body.data;
    expect(fieldsIn(await fixture.pay(id, "cash", 501))).toEqual([422, "/amount"]);
    expect(fieldsIn(await fixture.pay(id, "gift_card", 100))).toEqual([422, "/reference"]);
    expect(fieldsIn(await fixture.pay(id, "card", 100, { online: true }))).toEqual([422, "/online"]);
    expect((await fixture.pay(unknownId, "cash", 500)).status).toBe(404);
    // The rejected payments were not stored.
    expect((await fixture.call("GET", `/sales/${id}`)).body.data).toMatchObject({
      payment_ids: [],
      status: "open",
    });
  });
});

describe("the wallet", () => {
  const offer = async (kind: string, body: object) =>
    (await fixture.owner("POST", `/${kind}`, body)).body.data.id as string;
  const walletOf = async (clientId: string) =>
    (await fixture.call("GET", `/clients/${clientId}/wallet`)).body.data;

  test("receives a package when the sale completes, and each unit pays for one service line", async () => {
    const { salon } = fixture;
    const client_id = await fixture.addClient({ first_name: "Prepaid" });
    const five = await offer("packages", {
      name: "Five cuts",
      service_ids: [salon.cut],
      units: 5,
      price: money(20_000),
    });
    const bought = { client_id, lines: [{ kind: "package", package_id: five }] };
    expect(fieldsIn(await fixture.sell({ lines: bought.lines }))).toEqual([422, "/client_id"]);
    const { id } = (await fixture.sell(bought)).body.data;
    expect((await walletOf(client_id)).packages).toEqual([]);
    await fixture.pay(id, "cash", 20_000);
    const [cuts] = (await walletOf(client_id)).packages;
    expect(cuts).toMatchObject({ name: "Five cuts", total: 5, remaining: 5 });

    // Two services have the same price, and the package covers only the second one. The client pays the rest and the tip in cash.
    const lines = [
      { kind: "service", service_id: salon.colour, unit_price: money(4500) },
      { kind: "service", service_id: salon.cut },
    ];
    const unit = { method: "package", amount: money(4500), reference: cuts.id };
    const sold = await fixture.sell({
      client_id,
      lines,
      tip: money(300),
      payments: [fixture.cash(4800), unit],
    });
    expect(sold.body.data).toMatchObject({ status: "completed", total: money(9300) });
    expect((await walletOf(client_id)).packages[0].remaining).toBe(4);
    const [cash, used] = sold.body.data.payment_ids;
    expect((await fixture.call("GET", `/payments/${cash}`)).body.data.tip).toEqual(money(300));

    const refuse = async (payments: object[]) => fieldsIn(await fixture.sell({ client_id, lines, payments }));
    // The first amount matches the price of no line. The second unit is rejected, because the cut is already paid and the package does not
    // cover the colour.
    expect(await refuse([{ ...unit, amount: money(4499) }])).toEqual([422, "/payments/0/amount"]);
    expect(await refuse([unit, unit])).toEqual([422, "/payments/1/reference"]);
    expect(await refuse([{ ...unit, reference: unknownId }])).toEqual([422, "/payments/0/reference"]);
    expect((await walletOf(client_id)).packages[0].remaining).toBe(4);

    // A unit can only be refunded as a whole.
    expect(fieldsIn(await fixture.refund(used, 100))).toEqual([422, "/amount"]);
    expect((await fixture.refund(used, 4500)).body.data).toMatchObject({
      status: "refunded",
      method: "package",
    });
    expect((await walletOf(client_id)).packages[0].remaining).toBe(5);
  });

  test("shows a gift card's code once, in the answer that completes the sale, and accepts it as payment", async () => {
    const lines = [{ kind: "gift_card", unit_price: money(2500), quantity: 2 }];
    const headers = { "idempotency-key": "cards" };
    const send = () =>
      fixture.owner(
        "POST",
        "/sales",
        { location_id: fixture.salon.locationId, lines, payments: [fixture.cash(5000)] },
        headers,
      );
    const [sold, again] = [await send(), await send()];
    const codes: string[] = sold.body.data.lines.map(
      (line: { gift_card_code: string }) => line.gift_card_code,
    );
    expect(new Set(codes).size).toBe(2);
    expect(codes.every((code) => code.length >= 12)).toBe(true);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(again.text).not.toContain("gift_card_code");
    expect(again.body.data.id).toBe(sold.body.data.id);
    expect(JSON.stringify((await fixture.call("GET", `/sales/${sold.body.data.id}`)).body)).not.toContain(
      codes[0],
    );
    expect(JSON.stringify(await fixture.newEvents())).not.toContain(codes[0]);

    const comb = [{ kind: "product", description: "Comb", unit_price: money(3000) }];
    const card = (amount: number, reference = codes[0]) => ({
      method: "gift_card",
      amount: money(amount),
      reference,
    });
    expect(fieldsIn(await fixture.sell({ lines: comb, payments: [card(2501)] }))).toEqual([
      422,
      "/payments/0/amount",
    ]);
    expect(fieldsIn(await fixture.sell({ lines: comb, payments: [card(1, "NOBODYS")] }))).toEqual([
      422,
      "/payments/0/reference",
    ]);
    const paid = await fixture.sell({ lines: comb, payments: [card(2500), fixture.cash(500)] });
    expect(paid.body.data.status).toBe("completed");
    // A partial refund returns the amount to the gift card.
    const [payment] = paid.body.data.payment_ids;
    expect((await fixture.refund(payment, 1000)).body.data.status).toBe("partially_refunded");
    expect((await fixture.sell({ lines: comb, payments: [card(1000), fixture.cash(2000)] })).status).toBe(
      201,
    );
    expect(fieldsIn(await fixture.sell({ lines: comb, payments: [card(1)] }))).toEqual([
      422,
      "/payments/0/reference",
    ]);
  });

  test("loses the unused part of what a fully refunded sale issued", async () => {
    const { salon } = fixture;
    const client_id = await fixture.addClient({ first_name: "Regret" });
    const two = await offer("packages", { name: "Two", service_ids: [], units: 2, price: money(8000) });
    const sold = await fixture.sell({
      client_id,
      lines: [{ kind: "package", package_id: two }],
      payments: [fixture.cash(8000)],
    });
    const [cuts] = (await walletOf(client_id)).packages;
    const used = await fixture.sell({
      client_id,
      lines: [{ kind: "service", service_id: salon.cut }],
      payments: [{ method: "package", amount: money(4500), reference: cuts.id }],
    });
    expect(used.status).toBe(201);
    const [payment] = sold.body.data.payment_ids;
    const lines = [{ line_id: sold.body.data.lines[0].id }];
    expect((await fixture.refund(payment, 4000, { lines })).status).toBe(201);
    expect((await walletOf(client_id)).packages).toEqual([]);
    expect(fieldsIn(await fixture.refund(payment, 4000, { lines }))).toEqual([422, "/lines/0"]);
    await fixture.refund(used.body.data.payment_ids[0], 4500);
    expect((await fixture.refund(payment, 4000, { lines })).status).toBe(201);
    expect((await walletOf(client_id)).packages).toEqual([]);
    expect((await fixture.owner("POST", `/sales/${sold.body.data.id}/void`)).body.data.status).toBe("voided");
  });
});

describe("void", () => {
  const comb = { lines: [{ kind: "product", description: "Comb", unit_price: money(500) }] };
  const voided = (id: string) => fixture.owner("POST", `/sales/${id}/void`);

  test("is allowed without payments or after all refunds, and happens once", async () => {
    const { id } = (await fixture.sell(comb)).body.data;
    expect((await voided(id)).body.data).toMatchObject({ id, status: "voided" });
    expect((await voided(id)).status).toBe(200);
    expect(await fixture.pay(id, "cash", 500)).toMatchObject({
      status: 409,
      body: { details: { allowed: [] } },
    });

    const half = (await fixture.sell({ ...comb, payments: [fixture.cash(200)] })).body.data;
    expect(await voided(half.id)).toMatchObject({
      status: 409,
      body: { details: { from: "open", to: "voided", allowed: ["completed"] } },
    });
    await fixture.refund(half.payment_ids[0], 200);
    expect((await voided(half.id)).status).toBe(200);

    const whole = (await fixture.sell({ ...comb, payments: [fixture.cash(500)] })).body.data;
    await fixture.refund(whole.payment_ids[0], 499);
    expect(await voided(whole.id)).toMatchObject({ status: 409, body: { details: { from: "completed" } } });
    await fixture.refund(whole.payment_ids[0], 1);
    const answer = await voided(whole.id);
    expect(answer.body.data).toMatchObject({ status: "voided", completed_at: expect.any(String) });
    expect((await voided(unknownId)).status).toBe(404);
  });

  test("a refunded payment of an open sale is due again", async () => {
    const { id, payment_ids } = (await fixture.sell({ ...comb, payments: [fixture.cash(200)] })).body.data;
    await fixture.refund(payment_ids[0], 150);
    expect(fieldsIn(await fixture.pay(id, "cash", 451))).toEqual([422, "/amount"]);
    expect((await fixture.pay(id, "cash", 450)).body.data.sale.status).toBe("completed");
  });
});

describe("permissions", () => {
  test("a member in the role staff sells their own appointments, and sales without an appointment", async () => {
    const { salon } = fixture;
    const anna = await signedInMember(fixture, "staff");
    const [mine, foreign] = [
      await fixture.newAppointment(),
      await fixture.newAppointment([[salon.cut, salon.ben]]),
    ];
    const otherClient = await fixture.addClient({ first_name: "Stranger" });
    const lines = [{ kind: "service", service_id: salon.cut }];
    expect((await fixture.sell({ appointment_id: mine }, anna)).status).toBe(201);
    const refused = async (body: object) => {
      const answer = await fixture.sell(body, anna);
      return [answer.status, answer.text];
    };
    expect(await refused({ appointment_id: foreign })).toEqual(await refused({ appointment_id: unknownId }));
    expect(await refused({ client_id: otherClient, lines })).toEqual(
      await refused({ client_id: unknownId, lines }),
    );
    expect((await fixture.sell({ client_id: salon.clientId, lines }, anna)).status).toBe(201);

    const theirs = (await fixture.sell({ appointment_id: foreign, payments: [fixture.cash(100)] })).body.data;
    const counter = (await fixture.sell({ lines, payments: [fixture.cash(100)] })).body.data;
    const paid = { method: "cash", amount: money(100) };
    expect((await anna("GET", `/sales/${theirs.id}`)).status).toBe(404);
    expect((await anna("POST", `/sales/${theirs.id}/payments`, paid)).status).toBe(404);
    expect((await anna("GET", `/payments/${theirs.payment_ids[0]}`)).status).toBe(404);
    expect((await anna("POST", `/payments/${theirs.payment_ids[0]}/cancel`)).status).toBe(404);
    expect((await anna("GET", `/sales/${counter.id}`)).status).toBe(200);
    expect((await anna("POST", `/sales/${counter.id}/payments`, paid)).status).toBe(201);
    const idsIn = (answer: { body: { data: { items: { id: string }[] } } }) =>
      answer.body.data.items.map(({ id }) => id);
    expect(idsIn(await anna("GET", "/sales"))).not.toContain(theirs.id);
    expect(idsIn(await anna("GET", "/sales"))).toContain(counter.id);
    expect(idsIn(await anna("GET", "/payments"))).not.toContain(theirs.payment_ids[0]);
    expect(idsIn(await anna("GET", "/payments"))).toContain(counter.payment_ids[0]);
    // Business members with the role `staff` can neither void sales nor refund payments.
    expect((await anna("POST", `/sales/${counter.id}/void`)).status).toBe(403);
    const back = { amount: money(1) };
    expect((await anna("POST", `/payments/${counter.payment_ids[0]}/refunds`, back)).status).toBe(403);
  });

  test("an API key reads a sale, and can neither create nor list sales", async () => {
    const lines = [{ kind: "service", service_id: fixture.salon.cut }];
    const { id } = (await fixture.sell({ lines })).body.data;
    expect((await fixture.call("GET", `/sales/${id}`)).status).toBe(200);
    expect((await fixture.call("GET", "/sales")).status).toBe(403);
    expect((await fixture.call("POST", "/sales", {})).status).toBe(403);
    expect((await fixture.call("GET", `/sales/${unknownId}`)).status).toBe(404);
  });
});

test("sales are listed newest first with all filters", async () => {
  const own = await checkoutApp({ beside: fixture });
  const lines = [{ kind: "product", description: "Comb", unit_price: money(500) }];
  const ids: string[] = [];
  for (let each = 0; each < 3; each++) {
    own.clock.set(own.clock.now() + 1000);
    const more = each === 1 ? { client_id: own.salon.clientId, payments: [own.cash(500)] } : {};
    ids.push((await own.sell({ lines, ...more })).body.data.id);
  }
  const list = async (search: string) => {
    const answer = await own.owner("GET", `/sales?${search}`);
    return answer.body.data.items.map(({ id }: { id: string }) => ids.indexOf(id));
  };
  const at = (ago: number) => new Date(own.clock.now() - ago).toISOString();
  expect(await list("")).toEqual([2, 1, 0]);
  expect(await list(`client_id=${own.salon.clientId}`)).toEqual([1]);
  expect(await list("status=open,voided")).toEqual([2, 0]);
  expect(await list(`from=${at(1000)}`)).toEqual([2, 1]);
  expect(await list(`to=${at(1000)}`)).toEqual([0]);
  expect(await list(`location_id=${unknownId}`)).toEqual([]);
  expect(await list(`appointment_id=${unknownId}`)).toEqual([]);
  const first = await own.owner("GET", "/sales?limit=2");
  expect(await list(`limit=2&cursor=${first.body.data.next_cursor}`)).toEqual([0]);
  expect(fieldsIn(await own.owner("GET", `/sales?from=${at(0)}&to=${at(1)}`))).toEqual([422, "/to"]);
});

test("a list of sales includes the clients on request; the role staff may see no phone number", async () => {
  const own = await checkoutApp({ beside: fixture });
  const { clientId } = own.salon;
  await own.owner("PATCH", `/clients/${clientId}`, { phone_e164: "+493012345678" });
  const lines = [{ kind: "product", description: "Comb", unit_price: money(500) }];
  await own.sell({ lines });
  await own.sell({ lines, client_id: clientId });
  const clientsFor = async (call: typeof own.owner, search: string) => {
    const { status, body } = await call("GET", `/sales?client_id=${clientId}${search}`);
    expect(status).toBe(200);
    return body.data.items.map(({ client }: { client?: unknown }) => client);
  };
  expect(await clientsFor(own.owner, "")).toEqual([undefined]);
  const client = { id: clientId, phone_e164: "+493012345678" };
  expect(await clientsFor(own.owner, "&include=client")).toEqual([expect.objectContaining(client)]);
  const { body } = await own.owner("GET", "/sales?include=client");
  expect(body.data.items.map(({ client }: { client: { id: string } | null }) => client?.id ?? null)).toEqual([
    clientId,
    null,
  ]);
  const none = { kind: "none" };
  const fees = { late_cancel_fee: none, no_show_fee: none, deposit: none };
  const texts = { cancellation_text: null, booking_text: null };
  const policy = { cancellation_window_minutes: 0, ...fees, ...texts, staff_sees_contacts: false };
  expect((await own.owner("PUT", "/policies", policy)).status).toBe(200);
  const anna = await signedInMember(own, "staff");
  expect(await clientsFor(anna, "&include=client")).toEqual([
    expect.objectContaining({ id: clientId, phone_e164: null, contacts_masked: true }),
  ]);
});

test("events of a business with ids_only contain no amounts", async () => {
  const clinic = await checkoutApp({ beside: fixture, type: "med_spa" });
  const appointment = await clinic.newAppointment();
  await clinic.newEvents();
  const sold = await clinic.sell({ appointment_id: appointment, payments: [clinic.cash(4500)] });
  await clinic.refund(sold.body.data.payment_ids[0], 4500);
  const events = await clinic.newEvents();
  expect(events.map(({ type, full }) => [type, full])).toEqual([
    ["appointment.completed", null],
    ["payment.succeeded", null],
    ["sale.completed", null],
    ["payment.refunded", null],
  ]);
  expect(JSON.stringify(events)).not.toMatch(/amount|4500|EUR/);
});

test("the currency cannot change after the first sale", async () => {
  const own = await checkoutApp({ beside: fixture });
  const change = (currency: string) => own.owner("PATCH", "", { currency });
  expect((await change("JPY")).status).toBe(200);
  const yen = { amount: 500, currency: "JPY" };
  const lines = [{ kind: "product", description: "Comb", unit_price: yen }];
  expect((await own.sell({ lines })).status).toBe(201);
  expect(fieldsIn(await change("EUR"))).toEqual([422, "/currency"]);
  expect((await change("JPY")).status).toBe(200);
});
