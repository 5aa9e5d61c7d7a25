import { describe, expect, test } from "vitest";
import { checkoutApp, money, unknownId } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { walletsOf } from "../../../../test/fixtures/wallets.ts";

const fixture = await checkoutApp();
const terms = { name: "Ten", service_ids: [], units: 10, price: money(40_000) };
const tenForFourHundred = (await fixture.owner("POST", "/packages", terms)).body.data.id;

/**
 * Sells packages of ten units and the lines in `more` to a new client. `use` sells a cut for 45.00 and pays for it with a unit
 * of a package.
 */
async function sold(quantity = 1, more: object[] = []) {
  const client_id = await fixture.addClient({ first_name: "Prepaid" });
  const lines = [{ kind: "package", package_id: tenForFourHundred, quantity }, ...more];
  const { data } = (await fixture.sell({ client_id, lines })).body;
  const paid = (await fixture.pay(data.id, "cash", data.total.amount)).body.data;
  const wallet = async () => (await fixture.call("GET", `/clients/${client_id}/wallet`)).body.data;
  const units = async () =>
    (await wallet()).packages.map(({ remaining }: { remaining: number }) => remaining).sort();
  const entitlements = (await wallet()).packages.map(({ id }: { id: string }) => id);
  const [payment] = paid.sale.payment_ids;
  const line_id = data.lines[0].id;
  const use = (reference: string) =>
    fixture.sell({
      client_id,
      lines: [{ kind: "service", service_id: fixture.salon.cut }],
      payments: [{ method: "package", amount: money(4500), reference }],
    });
  return { sale: data, payment, line_id, entitlements, units, use, client_id, wallet };
}

describe("a refund of a package", () => {
  test("withdraws ceil(total × refunded ÷ line total) units, counted over all refunds", async () => {
    const { payment, line_id, entitlements, units } = await sold();
    const refund = (amount: number) => fixture.refund(payment, amount, { lines: [{ line_id, quantity: 1 }] });
    expect(fieldsIn(await fixture.refund(payment, 40_000))).toEqual([422, "/lines"]);
    expect(await units()).toEqual([10]);
    const left = [];
    for (const amount of [1, 1, 3998, 1, 16_000]) {
      expect((await refund(amount)).status).toBe(201);
      left.push(...(await units()));
    }
    expect(left).toEqual([9, 9, 9, 8, 4]);
    expect((await refund(19_999)).status).toBe(201);
    expect(await units()).toEqual([]);
    expect(fieldsIn(await refund(1))).toEqual([422, "/amount"]);
    const ledger = await walletsOf(fixture).ledger(entitlements[0]);
    expect(ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(0);
    expect(ledger.map(({ cause }) => cause)).toEqual(["issue", ...Array(4).fill("withdraw")]);
  });

  test("is refused beyond the unused units, and changes nothing then", async () => {
    const { payment, line_id, entitlements, units, use } = await sold();
    for (let each = 0; each < 3; each++) expect((await use(entitlements[0])).status).toBe(201);
    const refund = (amount: number) => fixture.refund(payment, amount, { lines: [{ line_id }] });
    await fixture.newEvents();
    expect(fieldsIn(await refund(28_001))).toEqual([422, "/lines/0"]);
    expect(await units()).toEqual([7]);
    expect((await fixture.call("GET", `/payments/${payment}`)).body.data.refunded).toEqual(money(0));
    expect(await fixture.newEvents()).toEqual([]);
    expect((await refund(28_000)).status).toBe(201);
    expect(await units()).toEqual([]);
  });

  test("of a quantity takes the fullest ones, and other lines keep theirs", async () => {
    const comb = { kind: "product", description: "Comb", unit_price: money(900) };
    const { payment, line_id, entitlements, units, use, sale } = await sold(3, [comb]);
    await use(entitlements[1]);
    const refund = (amount: number, lines: object[]) => fixture.refund(payment, amount, { lines });
    expect(fieldsIn(await refund(1, [{ line_id, quantity: 4 }]))).toEqual([422, "/lines/0/quantity"]);
    expect(fieldsIn(await refund(40_001, [{ line_id, quantity: 1 }]))).toEqual([422, "/amount"]);
    expect(fieldsIn(await refund(1, [{ line_id }, { line_id }, { line_id: unknownId }]))).toEqual([
      422,
      "/lines/1/line_id",
      "/lines/2/line_id",
    ]);
    expect((await refund(40_000, [{ line_id, quantity: 1 }])).status).toBe(201);
    expect(await units()).toEqual([10, 9]);
    expect((await refund(900, [{ line_id: sale.lines[1].id }])).status).toBe(201);
    expect(await units()).toEqual([10, 9]);
  });

  test("is made once under one idempotency key", async () => {
    const { payment, line_id, units } = await sold();
    const body = { amount: money(4000), lines: [{ line_id }] };
    const send = () =>
      fixture.owner("POST", `/payments/${payment}/refunds`, body, { "idempotency-key": payment });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect(await units()).toEqual([9]);
  });

  test("never withdraws twice in two refunds at once, nor what is redeemed meanwhile", async () => {
    for (let round = 0; round < 5; round++) {
      const { payment, line_id, entitlements, units, use } = await sold();
      const refund = (amount: number) => fixture.refund(payment, amount, { lines: [{ line_id }] });
      const answers = await Promise.all([refund(20_000), refund(20_001), use(entitlements[0])]);
      const statuses = answers.map(({ status }) => status);
      const [one, two, used] = statuses.map((status) => status === 201);
      expect(statuses.every((status) => status === 201 || status === 422)).toBe(true);
      const gone = (one ? 5 : 0) + (two ? 6 : 0) + (used ? 1 : 0);
      expect(one && two).toBe(false);
      expect(await units()).toEqual(gone === 10 ? [] : [10 - gone]);
      const { refunded } = (await fixture.call("GET", `/payments/${payment}`)).body.data;
      expect(refunded).toEqual(money((one ? 20_000 : 0) + (two ? 20_001 : 0)));
    }
  });
});

test("a refund of a gift card takes its balance, in proportion to its price", async () => {
  const product = { name: "Hundred", value: money(10_000), price: money(9000) };
  const gift_card_id = (await fixture.owner("POST", "/gift-cards", product)).body.data.id;
  const { clientId: client_id } = fixture.salon;
  const lines = [{ kind: "gift_card", gift_card_id }];
  const { data } = (await fixture.sell({ client_id, lines, payments: [fixture.cash(9000)] })).body;
  const balance = async () =>
    (await fixture.call("GET", `/clients/${client_id}/wallet`)).body.data.gift_cards[0]?.balance.amount;
  const refund = (amount: number) =>
    fixture.refund(data.payment_ids[0], amount, { lines: [{ line_id: data.lines[0].id }] });
  expect((await refund(1000)).status).toBe(201);
  expect(await balance()).toBe(8888);
  expect((await refund(8000)).status).toBe(201);
  expect(await balance()).toBeUndefined();
});

test("the tip is refunded with a line, once", async () => {
  const client_id = await fixture.addClient({ first_name: "Generous" });
  const line = { kind: "package", package_id: tenForFourHundred };
  const sale = { client_id, lines: [line, line], tip: money(1000), payments: [fixture.cash(81_000)] };
  const { data } = (await fixture.sell(sale)).body;
  const [payment] = data.payment_ids;
  const lines = [{ line_id: data.lines[0].id }];
  expect(fieldsIn(await fixture.refund(payment, 41_001, { lines }))).toEqual([422, "/amount"]);
  expect((await fixture.refund(payment, 41_000, { lines })).status).toBe(201);
  expect(fieldsIn(await fixture.refund(payment, 1, { lines }))).toEqual([422, "/amount"]);
});

test("a sale of several payments is refunded in full, in any order of its payments", async () => {
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 0, 2],
  ]) {
    const { entitlements, units, client_id } = await sold();
    const unit = { method: "package", amount: money(4500), reference: entitlements[0] };
    const lines = [
      { kind: "service", service_id: fixture.salon.cut },
      { kind: "package", package_id: tenForFourHundred },
    ];
    const payments = [unit, { method: "card", amount: money(20_500) }, fixture.cash(20_000)];
    const { data } = (await fixture.sell({ client_id, lines, tip: money(500), payments })).body;
    expect([data.status, await units()]).toEqual(["completed", [10, 9]]);
    const all = { lines: data.lines.map(({ id }: { id: string }) => ({ line_id: id })) };
    const amounts = [4500, 20_500, 20_000];
    for (const each of order)
      expect((await fixture.refund(data.payment_ids[each], amounts[each] ?? 0, all)).status).toBe(201);
    expect(await units()).toEqual([10]);
    expect((await fixture.owner("POST", `/sales/${data.id}/void`)).body.data.status).toBe("voided");
  }
});

test("the tip alone is refunded without a line", async () => {
  const client_id = await fixture.addClient({ first_name: "Generous" });
  const lines = [{ kind: "package", package_id: tenForFourHundred }];
  const sale = { client_id, lines, tip: money(1000), payments: [fixture.cash(41_000)] };
  const { data } = (await fixture.sell(sale)).body;
  const [payment] = data.payment_ids;
  expect(fieldsIn(await fixture.refund(payment, 1001, { lines: [] }))).toEqual([422, "/amount"]);
  expect((await fixture.refund(payment, 1000, { lines: [] })).status).toBe(201);
  expect(fieldsIn(await fixture.refund(payment, 1, { lines: [] }))).toEqual([422, "/amount"]);
  const { packages } = (await fixture.call("GET", `/clients/${client_id}/wallet`)).body.data;
  expect(packages).toMatchObject([{ remaining: 10 }]);
});

test("a line of a completed sale names what it issued, a gift card without a client too", async () => {
  const line = { kind: "gift_card", unit_price: money(5000) };
  const lines = [
    { ...line, quantity: 2 },
    { kind: "product", description: "Comb", unit_price: money(900) },
  ];
  const open = (await fixture.sell({ lines })).body.data;
  const issued = (sale: { lines: { entitlement_ids: string[] }[] }) =>
    sale.lines.map(({ entitlement_ids }) => entitlement_ids.length);
  expect(issued(open)).toEqual([0, 0, 0]);
  const { sale } = (await fixture.pay(open.id, "cash", 10_900)).body.data;
  expect(issued(sale)).toEqual([1, 1, 0]);
  const [id] = sale.lines[0].entitlement_ids;
  const reason = "The card was lost";
  const blocked = await fixture.owner("POST", `/entitlements/${id}/block`, { reason });
  expect(blocked.body.data).toMatchObject({ id, client_id: null, remaining: 5000 });
  const paying = { method: "gift_card", amount: money(900), reference: sale.lines[0].gift_card_code };
  const used = await fixture.sell({ lines: [lines[1]], payments: [paying] });
  expect(fieldsIn(used)).toEqual([422, "/payments/0/reference"]);
});

test("lines are not accepted for an open sale", async () => {
  const lines = [{ kind: "product", description: "Comb", unit_price: money(900) }];
  const { data } = (await fixture.sell({ lines, payments: [fixture.cash(500)] })).body;
  const named = { lines: [{ line_id: data.lines[0].id }] };
  expect(fieldsIn(await fixture.refund(data.payment_ids[0], 100, named))).toEqual([422, "/lines"]);
  expect((await fixture.refund(data.payment_ids[0], 100)).status).toBe(201);
});

describe("a manager", () => {
  const change = (id: string, what: string, body: object, who = fixture.owner) =>
    who("POST", `/entitlements/${id}/${what}`, body);

  test("adjusts, blocks and unblocks an entitlement with a reason, as entries of its ledger", async () => {
    const { entitlements, units, use, wallet } = await sold();
    const [id] = entitlements;
    const reason = "Wrong card";
    const manager = await signedInMember(fixture, "manager");
    const adjusted = await change(id, "adjustments", { delta: 2, reason }, manager);
    expect([adjusted.status, adjusted.body.data.remaining]).toEqual([201, 12]);
    expect((await change(id, "adjustments", { delta: -5, reason })).body.data.remaining).toBe(7);
    expect(fieldsIn(await change(id, "adjustments", { delta: -8, reason }))).toEqual([422, "/delta"]);
    expect(fieldsIn(await change(id, "adjustments", { delta: 0, reason }))).toEqual([422, "/delta"]);
    for (const what of ["adjustments", "block", "unblock"])
      expect(fieldsIn(await change(id, what, { delta: 1, reason: "" }))[0]).toBe(422);
    const blocked = await change(id, "block", { reason });
    expect(blocked).toMatchObject({ status: 200, body: { data: { blocked_at: expect.any(String) } } });
    expect((await change(id, "block", { reason })).body.data).toEqual(blocked.body.data);
    expect(fieldsIn(await use(id))).toEqual([422, "/payments/0/reference"]);
    expect((await wallet()).packages).toMatchObject([{ id, blocked_at: expect.any(String), remaining: 7 }]);
    expect((await change(id, "unblock", { reason })).body.data.blocked_at).toBeNull();
    expect((await use(id)).status).toBe(201);
    expect(await units()).toEqual([6]);
    expect((await walletsOf(fixture).ledger(id)).map(({ cause, delta }) => [cause, delta])).toEqual([
      ["issue", 10],
      ["adjust", 2],
      ["adjust", -5],
      ["block", 0],
      ["unblock", 0],
      ["redeem", -1],
    ]);
  });

  test.each(["reception", "staff"] as const)(
    "is required: the role %s and API keys are refused",
    async (role) => {
      const { entitlements } = await sold();
      const who = await signedInMember(fixture, role);
      for (const what of ["adjustments", "block", "unblock"]) {
        const body = { ...(what === "adjustments" ? { delta: 1 } : {}), reason: "Mine" };
        expect((await change(entitlements[0], what, body, who)).status).toBe(403);
        const path = `/entitlements/${entitlements[0]}/${what}`;
        expect((await fixture.call("POST", path, body)).status).toBe(403);
        expect((await change(unknownId, what, body)).status).toBe(404);
      }
    },
  );
});

// Runs last, because advancing the clock ends the sessions of the other tests.
test("an expired package can be refunded: the units that expired count as withdrawn", async () => {
  const client_id = await fixture.addClient({ first_name: "Late" });
  const terms = { name: "Four", service_ids: [], units: 4, valid_months: 1, price: money(4000) };
  const package_id = (await fixture.owner("POST", "/packages", terms)).body.data.id;
  const lines = [{ kind: "package", package_id }];
  const { data } = (await fixture.sell({ client_id, lines, payments: [fixture.cash(4000)] })).body;
  fixture.clock.set(fixture.clock.now() + 60 * 86_400_000);
  const named = { lines: [{ line_id: data.lines[0].id }] };
  const owner = await signedInMember(fixture, "owner");
  const body = { amount: money(4000), ...named };
  expect((await owner("POST", `/payments/${data.payment_ids[0]}/refunds`, body)).status).toBe(201);
  const ledger = await walletsOf(fixture).ledger(data.lines[0].entitlement_ids[0]);
  expect(ledger.map(({ cause, delta }) => [cause, delta])).toEqual([
    ["issue", 4],
    ["expiry", -4],
  ]);
});
