// Sends rounds of concurrent requests for sales, payments and refunds, then checks the stored rows.

import { beforeAll, describe, expect, test } from "vitest";
import { type CheckoutApp, checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { isFullRun } from "../../../../test/fullRun.ts";

let fixture: CheckoutApp;
beforeAll(async () => {
  fixture = await checkoutApp({ isShared: true });
});

const ROUNDS = isFullRun ? 100 : 8;
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const comb = (amount: number) => ({
  lines: [{ kind: "product", description: "Comb", unit_price: money(amount) }],
});
const stateOf = async (id: string) => (await fixture.call("GET", `/appointments/${id}`)).body.data.status;

describe("concurrent requests", () => {
  test("two refunds never exceed the payment", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const sold = await fixture.sell({ ...comb(1000), payments: [fixture.cash(1000)] });
      const [id] = sold.body.data.payment_ids;
      const answers = await Promise.all([600, 600, 400, 400].map((amount) => fixture.refund(id, amount)));
      const payment = (await fixture.call("GET", `/payments/${id}`)).body.data;
      const given = answers.filter(({ status }) => status === 201);
      expect(given.length).toBeGreaterThanOrEqual(1);
      expect(statusesOf(answers).every((status) => status === 201 || status === 422)).toBe(true);
      const sum = payment.refunds.reduce(
        (all: number, one: { amount: { amount: number } }) => all + one.amount.amount,
        0,
      );
      expect(payment.refunded.amount).toBe(sum);
      expect(payment.refunds).toHaveLength(given.length);
      expect(sum).toBeLessThanOrEqual(1000);
    }
  }, 240_000);

  test("two refunds of the two payments of a package withdraw its entitlement once", async () => {
    const offer = { name: "Five", service_ids: [], units: 5, price: money(2000) };
    const package_id = (await fixture.owner("POST", "/packages", offer)).body.data.id;
    for (let round = 0; round < ROUNDS / 2; round++) {
      const client_id = await fixture.addClient({ first_name: "Racer" });
      const lines = [{ kind: "package", package_id }];
      const sold = await fixture.sell({
        client_id,
        lines,
        payments: [fixture.cash(1000), fixture.cash(1000)],
      });
      const { payment_ids, lines: issued } = sold.body.data;
      const refunded = { lines: [{ line_id: issued[0].id }] };
      const answers = await Promise.all(payment_ids.map((id: string) => fixture.refund(id, 1000, refunded)));
      expect(statusesOf(answers)).toEqual([201, 201]);
      expect((await fixture.call("GET", `/clients/${client_id}/wallet`)).body.data.packages).toEqual([]);
    }
  }, 240_000);

  test("two payments of the amount due complete the sale once, and the other is refused", async () => {
    await fixture.newEvents();
    for (let round = 0; round < ROUNDS; round++) {
      const appointment = await fixture.newAppointment();
      const { id } = (await fixture.sell({ appointment_id: appointment })).body.data;
      await fixture.newEvents();
      const answers = await Promise.all([1, 2, 3].map(() => fixture.pay(id, "cash", 4500)));
      expect(statusesOf(answers)).toEqual([201, 409, 409]);
      const sale = (await fixture.call("GET", `/sales/${id}`)).body.data;
      expect([sale.status, sale.payment_ids.length]).toEqual(["completed", 1]);
      expect((await fixture.newEvents()).map(({ type }) => type)).toEqual([
        "appointment.completed",
        "payment.succeeded",
        "sale.completed",
      ]);
    }
  }, 240_000);

  test("partial payments add up to exactly the total", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = (await fixture.sell(comb(1000))).body.data;
      const answers = await Promise.all(
        [500, 300, 200, 200, 300].map((amount) => fixture.pay(id, "cash", amount)),
      );
      const taken = answers.filter(({ status }) => status === 201);
      const sum = taken.reduce((all, one) => all + one.body.data.payment.amount.amount, 0);
      const sale = (await fixture.call("GET", `/sales/${id}`)).body.data;
      expect(sum).toBeLessThanOrEqual(1000);
      expect(sale.status).toBe(sum === 1000 ? "completed" : "open");
      expect(sale.payment_ids).toHaveLength(taken.length);
    }
  }, 240_000);

  test("two sales of an appointment: one is refused", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const appointment = await fixture.newAppointment();
      const answers = await Promise.all(
        [1, 2, 3].map(() => fixture.sell({ appointment_id: appointment, payments: [fixture.cash(4500)] })),
      );
      expect(statusesOf(answers)).toEqual([201, 422, 422]);
      const rows = await sql(fixture.database)<{ id: string }>`
        select id from sales
        where business_id = ${fixture.salon.businessId} and appointment_id = ${appointment}`;
      expect(rows).toHaveLength(1);
    }
  }, 240_000);

  test("a sale and a cancellation of an appointment exclude each other", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const appointment = await fixture.newAppointment();
      const cancel = () =>
        fixture.call("POST", `/appointments/${appointment}/transitions`, { to: "cancelled" });
      const checkout = () => fixture.sell({ appointment_id: appointment, payments: [fixture.cash(4500)] });
      const [sale, cancelled] =
        round % 2 === 0
          ? await Promise.all([checkout(), cancel()])
          : (await Promise.all([cancel(), checkout()])).toReversed();
      expect(statusesOf([sale, cancelled] as { status: number }[])).toEqual(
        sale?.status === 201 ? [201, 409] : [200, 409],
      );
      expect(await stateOf(appointment)).toBe(sale?.status === 201 ? "completed" : "cancelled");
    }
  }, 240_000);

  test("a sale and the deletion of its client do not deadlock", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const client_id = await fixture.addClient({ first_name: "Leaving" });
      const starts_at = new Date(Date.UTC(2029, 0, 1, 9) + round * 86_400_000).toISOString();
      const appointment = (
        await fixture.book(starts_at, fixture.salon.cut, fixture.salon.anna, { client_id })
      ).body.data.id;
      const [sale, gone] = await Promise.all([
        fixture.sell({ appointment_id: appointment, payments: [fixture.cash(4500)] }),
        fixture.call("DELETE", `/clients/${client_id}`),
      ]);
      expect(gone.status).toBe(200);
      expect([201, 409]).toContain(sale.status);
      // Whether or not the sale succeeds, the deletion of the client cancels the future appointment.
      expect(await stateOf(appointment)).toBe("cancelled");
    }
  }, 240_000);

  test("a void and a payment exclude each other", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = (await fixture.sell(comb(1000))).body.data;
      const answers = await Promise.all([
        fixture.pay(id, "cash", 400),
        fixture.owner("POST", `/sales/${id}/void`),
      ]);
      const [paid, voided] = answers.map(({ status }) => status);
      expect([
        [201, 409],
        [409, 200],
      ]).toContainEqual([paid, voided]);
    }
  }, 240_000);

  test("a change of the currency and the first sale exclude each other", async () => {
    for (let round = 0; round < 5; round++) {
      const own = await checkoutApp({ beside: fixture });
      const [sold, changed] = await Promise.all([
        own.sell(comb(500)),
        own.owner("PATCH", "", { currency: "JPY" }),
      ]);
      const { currency } = (await own.owner("GET", "")).body.data;
      if (sold.status === 201) {
        expect(sold.body.data.total.currency).toBe(currency);
        expect(changed.status).toBe(422);
      } else expect([sold.status, changed.status, currency]).toEqual([422, 200, "JPY"]);
    }
  }, 240_000);
});
