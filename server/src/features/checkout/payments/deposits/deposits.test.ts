import { describe, expect, test } from "vitest";
import { checkoutApp, money, unknownId } from "../../../../../test/fixtures/checkoutApp.ts";
import { fieldsIn, signedInMember } from "../../../../../test/fixtures/signedInMember.ts";

const open = await checkoutApp({ isShared: true });
await open.owner("PUT", "/policies", {
  cancellation_window_minutes: 1440,
  late_cancel_fee: { kind: "amount", amount: money(1_500) },
  no_show_fee: { kind: "percent", percent: 100 },
});

const take = (appointment: string, amount: number, more: object = {}) =>
  open.owner("POST", `/appointments/${appointment}/deposits`, {
    method: "cash",
    amount: money(amount),
    ...more,
  });
/** Books a cut for 45.00 EUR and takes a deposit for the appointment. */
const withDeposit = async (amount = 2_000) => {
  const appointment = await open.newAppointment();
  const taken = await take(appointment, amount);
  expect(taken.status, taken.text).toBe(201);
  return { appointment, deposit: String(taken.body.data.id), record: taken.body.data };
};
const transitionTo = (appointment: string, to: string) =>
  open.call("POST", `/appointments/${appointment}/transitions`, { to });
const read = async (deposit: string) => (await open.owner("GET", `/deposits/${deposit}`)).body.data;
const settle = (deposit: string, kept: number) =>
  open.owner("POST", `/deposits/${deposit}/settle`, { kept: money(kept) });
const checkOut = (appointment_id: string, ...payments: object[]) => open.sell({ appointment_id, payments });

describe("a deposit", () => {
  test("is a payment of its appointment without a sale, at most one at a time and at most the total", async () => {
    await open.newEvents();
    const { appointment, deposit, record } = await withDeposit();
    expect(record).toMatchObject({
      appointment_id: appointment,
      appointment_status: "booked",
      sale_id: null,
      status: "held",
      method: "cash",
      amount: money(2_000),
      kept: money(0),
      refunded: money(0),
      balance: money(2_000),
      fee: null,
      settles_at: null,
    });
    expect(record.client.first_name).toBeTruthy();
    const payment = (await open.owner("GET", `/payments/${deposit}`)).body.data;
    expect(payment).toMatchObject({
      kind: "deposit",
      sale_id: null,
      appointment_id: appointment,
      status: "succeeded",
    });
    const events = await open.newEvents();
    expect(events.map(({ type }) => type)).toEqual(["appointment.created", "payment.succeeded"]);
    expect(fieldsIn(await take(appointment, 100))).toEqual([422, "/amount"]);
    const other = await open.newAppointment();
    expect(fieldsIn(await take(other, 4_501))).toEqual([422, "/amount"]);
    expect(fieldsIn(await take(other, 100, { amount: money(100, "GBP") }))).toEqual([
      422,
      "/amount/currency",
    ]);
    expect((await take(unknownId, 100)).status).toBe(404);
    await transitionTo(other, "cancelled");
    expect((await take(other, 100)).body).toMatchObject({ code: "invalid_transition" });
    const listed = await open.owner("GET", `/deposits?appointment_id=${appointment}`);
    expect(listed.body.data.items).toEqual([record]);
  });

  test("is seen by the roles that see its appointment, and settled by owners and managers", async () => {
    const { deposit } = await withDeposit();
    const bens = await open.newAppointment([[open.salon.massage, open.salon.ben]]);
    const { id } = (await take(bens, 100)).body.data;
    const anna = await signedInMember(open, "staff");
    expect((await anna("GET", `/deposits/${deposit}`)).status).toBe(200);
    expect((await anna("GET", `/deposits/${id}`)).status).toBe(404);
    expect((await anna("GET", `/deposits?appointment_id=${bens}`)).body.data.items).toEqual([]);
    const cash = { method: "cash", amount: money(100) };
    expect((await anna("POST", `/appointments/${bens}/deposits`, cash)).status).toBe(404);
    const reception = await signedInMember(open, "reception");
    expect((await reception("GET", `/deposits/${deposit}`)).status).toBe(200);
    expect((await reception("POST", `/deposits/${deposit}/settle`, { kept: money(0) })).status).toBe(403);
  });
});

describe("at the checkout", () => {
  test("a deposit counts as paid, and becomes part of the sale", async () => {
    const { appointment, deposit } = await withDeposit();
    const quote = await open.owner("POST", "/sales/quote", {
      location_id: open.salon.locationId,
      appointment_id: appointment,
    });
    expect(quote.body.data).toMatchObject({ total: money(4_500), deposit: money(2_000) });
    expect(fieldsIn(await checkOut(appointment, open.cash(2_501)))).toEqual([422, "/payments/0/amount"]);
    const sale = (await checkOut(appointment, open.cash(2_500))).body.data;
    expect(sale).toMatchObject({ status: "completed", total: money(4_500) });
    expect(sale.payment_ids).toContain(deposit);
    expect(await read(deposit)).toMatchObject({ status: "spent", sale_id: sale.id, balance: money(0) });
    // The deposit is now a payment of the sale.
    const refunded = await open.refund(deposit, 500);
    expect(refunded.body.data).toMatchObject({ refunded: money(500), sale_id: sale.id });
  });

  test("one that covers the total completes the sale, and the excess is refunded", async () => {
    const { appointment, deposit } = await withDeposit(4_500);
    const discount = { kind: "discount", description: "Sorry", unit_price: money(1_000) };
    const sale = (await open.sell({ appointment_id: appointment, lines: [discount] })).body.data;
    expect(sale).toMatchObject({ status: "completed", total: money(3_500), payment_ids: [deposit] });
    expect((await open.owner("GET", `/payments/${deposit}`)).body.data).toMatchObject({
      status: "partially_refunded",
      refunded: money(1_000),
    });
  });

  test("belongs to the appointment again when its open sale is voided", async () => {
    const { appointment, deposit } = await withDeposit();
    const sale = (await checkOut(appointment)).body.data;
    expect(sale).toMatchObject({ status: "open", payment_ids: [deposit] });
    expect((await open.owner("POST", `/sales/${sale.id}/void`)).body.data.status).toBe("voided");
    expect(await read(deposit)).toMatchObject({ status: "held", sale_id: null, balance: money(2_000) });
    expect((await checkOut(appointment, open.cash(2_500))).body.data.status).toBe("completed");
  });
});

describe("after a cancellation or no-show recorded by staff", () => {
  test("no money moves until it is settled: a part is kept, the rest refunded", async () => {
    const { appointment, deposit } = await withDeposit();
    await transitionTo(appointment, "cancelled");
    expect(await read(deposit)).toMatchObject({
      status: "to_settle",
      balance: money(2_000),
      fee: money(1_500),
    });
    const list = await open.owner("GET", "/deposits?status=to_settle");
    expect(list.body.data.items.map(({ id }: { id: string }) => id)).toContain(deposit);
    expect(fieldsIn(await settle(deposit, 2_001))).toEqual([422, "/kept/amount"]);
    const settled = await settle(deposit, 1_500);
    expect(settled.body.data).toMatchObject({
      status: "settled",
      kept: money(1_500),
      refunded: money(500),
      balance: money(0),
    });
    expect((await settle(deposit, 0)).body).toMatchObject({ code: "invalid_transition" });
    expect((await open.refund(deposit, 100)).status).toBe(422);
  });

  test("a fee is charged net of what was kept, and refused when that covers it", async () => {
    const { appointment, deposit } = await withDeposit(1_000);
    await transitionTo(appointment, "no_show");
    expect(await read(deposit)).toMatchObject({ status: "to_settle", fee: money(1_000) });
    await settle(deposit, 1_000);
    const { client_id } = (await open.call("GET", `/appointments/${appointment}`)).body.data;
    const body = { appointment_id: appointment, kind: "no_show" };
    const fee = await open.owner("POST", `/clients/${client_id}/fees`, body);
    expect(fee.body.data).toMatchObject({ total: money(3_500) });

    const covered = await withDeposit(4_500);
    await transitionTo(covered.appointment, "no_show");
    await settle(covered.deposit, 4_500);
    const refused = await open.owner("POST", `/clients/${client_id}/fees`, {
      appointment_id: covered.appointment,
      kind: "no_show",
    });
    expect(fieldsIn(refused)).toEqual([422, "/kind"]);
  });

  test("undoing a no-show restores what remains as deposit", async () => {
    const { appointment, deposit } = await withDeposit();
    await transitionTo(appointment, "no_show");
    await settle(deposit, 1_200);
    await transitionTo(appointment, "booked");
    expect(await read(deposit)).toMatchObject({
      status: "held",
      kept: money(0),
      refunded: money(800),
      balance: money(1_200),
    });
    const sale = (await checkOut(appointment, open.cash(3_300))).body.data;
    expect(sale.status).toBe("completed");
  });

  test("a deposit that was refunded before cannot be settled", async () => {
    const { appointment, deposit } = await withDeposit();
    expect((await open.refund(deposit, 2_000)).status).toBe(201);
    expect(await read(deposit)).toMatchObject({ status: "settled", balance: money(0) });
    await transitionTo(appointment, "cancelled");
    expect(await read(deposit)).toMatchObject({ status: "settled" });
  });
});

test("the report of liabilities lists what deposits hold, and no longer what was kept, refunded or spent", async () => {
  const held = async () => {
    const path = "/reports/liabilities?from=2027-01-01&to=2027-12-31";
    const { rows } = (await open.owner("GET", path)).body.data;
    const row = rows.find(({ kind }: { kind: string }) => kind === "deposit");
    return [row?.entitlements ?? 0, row?.amount.amount ?? 0];
  };
  const [count, amount] = await held();
  const one = await withDeposit(2_000);
  const two = await withDeposit(1_000);
  expect(await held()).toEqual([count + 2, amount + 3_000]);
  await transitionTo(one.appointment, "cancelled");
  await settle(one.deposit, 500);
  await checkOut(two.appointment, open.cash(3_500));
  expect(await held()).toEqual([count, amount]);
});
