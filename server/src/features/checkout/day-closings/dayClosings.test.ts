import { expect, test } from "vitest";
import { checkoutApp, money, unknownId } from "../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";

const open = await checkoutApp();

const sell = async (...payments: object[]) => {
  const amount = payments.reduce(
    (sum, one) => sum + (one as { amount: { amount: number } }).amount.amount,
    0,
  );
  const lines = [{ kind: "product", description: "Oil", unit_price: money(amount) }];
  return (await open.sell({ lines, payments })).body.data;
};
const card = (amount: number) => ({ method: "card", amount: money(amount) });
const close = (body: object = {}) =>
  open.owner("POST", "/day-closings", { location_id: open.salon.locationId, ...body });

test("a closing covers what was taken and refunded since the one before, beside what was counted", async () => {
  const first = await sell(open.cash(5_000), card(2_000));
  await sell(open.cash(1_000));
  await open.refund(first.payment_ids[0], 700);
  const expected = () => open.owner("GET", `/day-closings/expected?location_id=${open.salon.locationId}`);
  expect((await expected()).body.data).toEqual({
    location_id: open.salon.locationId,
    time_zone: "Europe/Berlin",
    from: null,
    methods: [
      { method: "card", taken: money(2_000), refunded: money(0), expected: money(2_000) },
      { method: "cash", taken: money(6_000), refunded: money(700), expected: money(5_300) },
    ],
  });
  const counted = [{ method: "cash", amount: money(5_250) }];
  const closed = await close({ counted, note: "Fifty cents too little." });
  expect(closed.status).toBe(201);
  expect(closed.body.data).toMatchObject({
    location_id: open.salon.locationId,
    from: null,
    note: "Fifty cents too little.",
    methods: [
      { method: "card", taken: money(2_000), refunded: money(0), counted: null, difference: null },
      {
        method: "cash",
        taken: money(6_000),
        refunded: money(700),
        expected: money(5_300),
        counted: money(5_250),
        difference: money(-50),
      },
    ],
  });
  expect((await expected()).body.data).toMatchObject({ from: closed.body.data.closed_at, methods: [] });
  open.clock.set(open.clock.now() + 60_000);
  await open.refund(first.payment_ids[1], 2_000);
  const next = (await close()).body.data;
  expect(next.from).toBe(closed.body.data.closed_at);
  expect(next.methods).toMatchObject([{ method: "card", taken: money(0), expected: money(-2_000) }]);
  const list = await open.owner("GET", "/day-closings");
  expect(list.body.data.items).toEqual([next, closed.body.data]);
});

test("payments and closings at once: each payment is in exactly one closing", async () => {
  await close();
  const work = Array.from({ length: 24 }, (_, index) =>
    index % 4 === 3 ? close() : sell(open.cash(100 + index)),
  );
  await Promise.all(work);
  await close();
  const { items } = (await open.owner("GET", "/day-closings?limit=100")).body.data;
  const taken = items
    .slice(0, -2)
    .flatMap(({ methods }: { methods: { taken: { amount: number } }[] }) => methods)
    .reduce((sum: number, { taken }: { taken: { amount: number } }) => sum + taken.amount, 0);
  const sold = Array.from({ length: 24 }, (_, index) => (index % 4 === 3 ? 0 : 100 + index));
  expect(taken).toBe(sold.reduce((sum, each) => sum + each, 0));
});

test("refuses other roles, unknown locations, a method twice and another currency", async () => {
  const staff = await signedInMember(open, "staff");
  const reception = await signedInMember(open, "reception");
  expect((await staff("GET", "/day-closings")).status).toBe(403);
  expect((await reception("GET", "/day-closings")).status).toBe(200);
  expect((await staff("GET", `/day-closings/expected?location_id=${open.salon.locationId}`)).status).toBe(
    403,
  );
  expect(fieldsIn(await close({ location_id: unknownId }))).toEqual([422, "/location_id"]);
  const unknown = await reception("GET", `/day-closings/expected?location_id=${unknownId}`);
  expect(fieldsIn(unknown)).toEqual([422, "/location_id"]);
  const twice = [
    { method: "cash", amount: money(1) },
    { method: "cash", amount: money(1, "GBP") },
  ];
  expect(fieldsIn(await close({ counted: twice }))).toEqual([
    422,
    "/counted/1/method",
    "/counted/1/amount/currency",
  ]);
});
