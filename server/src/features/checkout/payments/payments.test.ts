import { describe, expect, test } from "vitest";
import { checkoutApp, money, unknownId } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn } from "../../../../test/fixtures/signedInMember.ts";

const fixture = await checkoutApp();

const comb = (amount: number) => ({
  lines: [{ kind: "product", description: "Comb", unit_price: money(amount) }],
});
/** Sells an item for cash and returns the payment's id. */
async function paid(amount: number, more: object = {}): Promise<string> {
  const sold = await fixture.sell({ ...comb(amount), payments: [fixture.cash(amount)], ...more });
  return sold.body.data.payment_ids[0];
}

describe("a refund", () => {
  test("is stored with its reason, published, and never exceeds what remains", async () => {
    const id = await paid(1000);
    await fixture.newEvents();
    fixture.clock.set(fixture.clock.now() + 1000);
    const first = await fixture.refund(id, 400, { reason: "  Broken  " });
    expect(first.status).toBe(201);
    expect(first.body.data).toMatchObject({
      id,
      status: "partially_refunded",
      amount: money(1000),
      refunded: money(400),
      refunds: [
        { id: expect.any(String), amount: money(400), reason: "Broken", created_at: "2027-03-01T06:00:01Z" },
      ],
      updated_at: "2027-03-01T06:00:01Z",
    });
    expect(fieldsIn(await fixture.refund(id, 601))).toEqual([422, "/amount"]);
    const rest = await fixture.refund(id, 600);
    expect(rest.body.data).toMatchObject({ status: "refunded", refunded: money(1000) });
    expect(rest.body.data.refunds.map((one: { reason: string | null }) => one.reason)).toEqual([
      "Broken",
      null,
    ]);
    expect(fieldsIn(await fixture.refund(id, 1))).toEqual([422, "/amount"]);
    expect((await fixture.call("GET", `/payments/${id}`)).body.data).toEqual(rest.body.data);

    const events = await fixture.newEvents();
    expect(events.map(({ type }) => type)).toEqual(["payment.refunded", "payment.refunded"]);
    expect(events[0]?.full.data).toEqual(first.body.data);
    expect(events[1]?.full.data).toEqual(rest.body.data);
    expect(events[1]?.ids.data).toMatchObject({ id, refund_id: rest.body.data.refunds[1].id });
  });

  test("requires the payment's currency, a positive amount and an existing payment", async () => {
    const id = await paid(1000);
    expect(fieldsIn(await fixture.refund(id, 1, { amount: { amount: 1, currency: "GBP" } }))).toEqual([
      422,
      "/amount/currency",
    ]);
    expect(fieldsIn(await fixture.refund(id, 0))).toEqual([422, "/amount/amount"]);
    expect(fieldsIn(await fixture.refund(id, 1, { reason: "x".repeat(501) }))).toEqual([422, "/reason"]);
    expect((await fixture.refund(unknownId, 1)).status).toBe(404);
    expect((await fixture.call("POST", `/payments/${id}/refunds`, { amount: money(1) })).status).toBe(403);
  });
});

test("payments and sales are listed by dates, which are local days of the business's time zone", async () => {
  const own = await checkoutApp({ beside: fixture });
  const instants = [
    // Berlin changes to summer time on 2027-03-28, which has 23 hours: 2027-03-27T23:00Z to 2027-03-28T22:00Z.
    "2027-03-27T22:59:59.999Z",
    "2027-03-27T23:00:00Z",
    "2027-03-28T21:59:59.999Z",
    "2027-03-28T22:00:00Z",
  ];
  for (const at of instants) {
    own.clock.set(Date.parse(at));
    await own.sell({ ...comb(500), payments: [own.cash(500)] });
  }
  const list = async (search: string) => {
    const answers = [
      await own.call("GET", `/payments?${search}`),
      await own.owner("GET", `/sales?${search}`),
    ];
    const lists = answers.map(({ body }) =>
      body.data.items.map(({ created_at }: { created_at: string }) =>
        instants.findIndex((at) => Date.parse(at) === Date.parse(created_at)),
      ),
    );
    expect(lists[1]).toEqual(lists[0]);
    return lists[0];
  };
  expect(await list("from=2027-03-28")).toEqual([3, 2, 1]);
  expect(await list("to=2027-03-28")).toEqual([2, 1, 0]);
  expect(await list("from=2027-03-28&to=2027-03-28")).toEqual([2, 1]);
  expect(await list("from=2027-03-28&to=2027-03-28T21:00:00Z")).toEqual([1]);
  expect(await list("from=2027-03-28T21:00:00Z&to=2027-03-29")).toEqual([3, 2]);
  const first = (await own.call("GET", "/payments?from=2027-03-28&limit=1")).body.data;
  const next = await own.call("GET", `/payments?from=2027-03-28&limit=1&cursor=${first.next_cursor}`);
  expect(next.body.data.items[0].created_at).toBe("2027-03-28T21:59:59.999Z");
  for (const search of ["from=2027-03-29&to=2027-03-28", "from=2027-02-30", "to=2027-03-28T10:00:00"])
    expect((await own.call("GET", `/payments?${search}`)).status).toBe(422);
});

test("payments are listed newest first with all filters", async () => {
  const own = await checkoutApp({ beside: fixture });
  const ids: string[] = [];
  const add = async (body: object) => {
    own.clock.set(own.clock.now() + 1000);
    const sold = await own.sell({ ...body, payments: [own.cash(500)] });
    ids.push(sold.body.data.payment_ids[0]);
  };
  const appointment = await own.newAppointment();
  await add(comb(500));
  await add({ ...comb(600), client_id: own.salon.clientId });
  await add({ appointment_id: appointment });
  await own.refund(ids[0] ?? "", 500);
  await own.refund(ids[1] ?? "", 100);
  const list = async (search: string) => {
    const answer = await own.call("GET", `/payments?${search}`);
    expect(answer.status).toBe(200);
    return answer.body.data.items.map(({ id }: { id: string }) => ids.indexOf(id));
  };
  const at = (ago: number) => new Date(own.clock.now() - ago).toISOString();
  expect(await list("")).toEqual([2, 1, 0]);
  expect(await list(`client_id=${own.salon.clientId}`)).toEqual([2, 1]);
  expect(await list(`appointment_id=${appointment}`)).toEqual([2]);
  expect(await list(`location_id=${own.salon.locationId}`)).toEqual([2, 1, 0]);
  expect(await list(`location_id=${unknownId}`)).toEqual([]);
  expect(await list("status=refunded")).toEqual([0]);
  expect(await list("status=succeeded,partially_refunded")).toEqual([2, 1]);
  expect(await list(`from=${at(1000)}`)).toEqual([2, 1]);
  expect(await list(`to=${at(1000)}`)).toEqual([0]);
  const first = await own.call("GET", "/payments?limit=2");
  expect(await list(`limit=2&cursor=${first.body.data.next_cursor}`)).toEqual([0]);
  const narrow = await own.keyWith("payments:read");
  const other = await own.keyWith("clients:read");
  for (const [key, status] of [
    [narrow, 200],
    [other, 403],
  ] as const)
    expect((await own.call("GET", "/payments", undefined, { authorization: `Bearer ${key}` })).status).toBe(
      status,
    );
  for (const search of [`from=${at(0)}&to=${at(1)}`, "status=paid", "limit=101", "cursor=x", "method=cash"])
    expect((await own.call("GET", `/payments?${search}`)).status).toBe(422);
  expect((await own.call("GET", `/payments/${unknownId}`)).status).toBe(404);
  expect((await fixture.call("GET", `/payments/${ids[0]}`)).status).toBe(404);
});
