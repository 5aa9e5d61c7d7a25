// Checks the sums of sales through the API, with random lines, discounts, promotions, tips, payments and refunds, in currencies
// with zero, two and three decimals.

import { currencyExponent } from "@daybook/engine";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type CheckoutApp, checkoutApp } from "../../../../test/fixtures/checkoutApp.ts";
import { isFullRun } from "../../../../test/fullRun.ts";

let fixture: CheckoutApp;
beforeAll(async () => {
  fixture = await checkoutApp({ isShared: true });
});

type Amount = { amount: number };
const sum = (amounts: readonly Amount[]) => amounts.reduce((all, { amount }) => all + amount, 0);

const anySale = (exponent: number) => {
  const price = fc.nat(300 * 10 ** exponent);
  return fc.record({
    lines: fc.array(
      fc.record({ amount: price, quantity: fc.integer({ min: 1, max: 4 }), isService: fc.boolean() }),
      { minLength: 1, maxLength: 4 },
    ),
    off: fc.option(fc.integer({ min: 1, max: 50 * 10 ** exponent })),
    percent: fc.option(fc.integer({ min: 1, max: 100 })),
    tip: fc.option(price),
    // `cuts`: the points at which the total is split into payments. `back`: the refunded part of each payment. Both are in percent.
    cuts: fc.array(fc.nat(100), { maxLength: 3 }),
    back: fc.array(fc.nat(100), { maxLength: 4 }),
  });
};

type AnySale = ReturnType<typeof anySale> extends fc.Arbitrary<infer S> ? S : never;

describe.each(["JPY", "EUR", "KWD"])("in %s", (currency) => {
  let own: CheckoutApp;
  const money = (amount: number) => ({ amount, currency });
  beforeAll(async () => {
    own = await checkoutApp({ beside: fixture });
    expect((await own.owner("PATCH", "", { currency })).status).toBe(200);
  });

  test("lines add up to the sale, payments to its total, and refunds to at most the payments", async () => {
    const seen = { completed: 0, refused: 0, refunded: 0 };
    await fc.assert(
      fc.asyncProperty(anySale(currencyExponent(currency) ?? 0), async (shape) => {
        const opened = await own.sell(await bodyOf(shape));
        if (opened.status === 422) {
          seen.refused++;
          return;
        }
        expect(opened.status).toBe(201);
        const { id } = opened.body.data;
        const total: number = opened.body.data.total.amount;
        for (const part of partsOf(total, shape.cuts)) {
          const paid = await own.owner("POST", `/sales/${id}/payments`, {
            method: "cash",
            amount: money(part),
          });
          expect(paid.status).toBe(201);
        }
        const sale = (await own.call("GET", `/sales/${id}`)).body.data;
        const ofLines = (isOff: boolean) =>
          sum(
            sale.lines
              .filter((line: { kind: string }) => (line.kind === "discount") === isOff)
              .map((line: { total: Amount }) => line.total),
          );
        for (const line of sale.lines)
          expect(line.total).toEqual(money(line.quantity * line.unit_price.amount));
        expect(sale.status).toBe("completed");
        expect(sale.subtotal).toEqual(money(ofLines(false)));
        expect(sale.discount).toEqual(money(0 - ofLines(true)));
        expect(sale.total).toEqual(money(ofLines(false) + ofLines(true) + sale.tip.amount));
        const payments = await paymentsOf(sale.payment_ids);
        expect(sum(payments.map((payment) => payment.amount))).toBe(total);
        expect(sum(payments.map((payment) => payment.tip))).toBe(sale.tip.amount);
        seen.completed++;

        for (const [index, hundredths] of shape.back.entries()) {
          const payment = payments[index % Math.max(1, payments.length)];
          const amount = Math.ceil(((payment?.amount.amount ?? 0) * hundredths) / 100);
          if (payment === undefined || amount === 0) continue;
          const answer = await own.owner("POST", `/payments/${payment.id}/refunds`, {
            amount: money(amount),
          });
          expect([201, 422]).toContain(answer.status);
          if (answer.status === 201) seen.refunded++;
        }
        for (const payment of await paymentsOf(sale.payment_ids)) {
          expect(payment.refunded.amount).toBe(sum(payment.refunds.map((refund) => refund.amount)));
          expect(payment.refunded.amount).toBeLessThanOrEqual(payment.amount.amount);
          const isAll = payment.refunded.amount === payment.amount.amount;
          expect(payment.status).toBe(
            isAll ? "refunded" : payment.refunded.amount > 0 ? "partially_refunded" : "succeeded",
          );
        }
      }),
      { numRuns: isFullRun ? 100 : 20 },
    );
    expect(seen.completed).toBeGreaterThan(5);
    expect(seen.refunded).toBeGreaterThan(5);
  }, 180_000);

  async function bodyOf(shape: AnySale) {
    const promotion =
      shape.percent === null
        ? {}
        : {
            promotion_id: await promotionOf(
              shape.percent,
              shape.lines.some((line) => line.isService),
            ),
          };
    return {
      lines: [
        ...shape.lines.map(({ amount, quantity, isService }) => ({
          ...(isService
            ? { kind: "service", service_id: own.salon.cut }
            : { kind: "product", description: "Comb" }),
          unit_price: money(amount),
          quantity,
        })),
        ...(shape.off === null ? [] : [{ kind: "discount", unit_price: money(shape.off) }]),
      ],
      ...(shape.tip === null ? {} : { tip: money(shape.tip) }),
      ...(promotion.promotion_id === undefined ? {} : promotion),
    };
  }

  async function promotionOf(percent: number, isFit: boolean): Promise<string | undefined> {
    if (!isFit) return undefined;
    const made = await own.owner("POST", "/promotions", { name: "Off", kind: "percent", percent });
    return made.body.data.id;
  }

  async function paymentsOf(ids: readonly string[]) {
    const answers = await Promise.all(ids.map((id) => own.call("GET", `/payments/${id}`)));
    return answers.map(
      ({ body }) =>
        body.data as {
          id: string;
          status: string;
          amount: Amount;
          tip: Amount;
          refunded: Amount;
          refunds: { amount: Amount }[];
        },
    );
  }
});

function partsOf(total: number, cuts: readonly number[]): number[] {
  const at = [0, ...cuts.map((cut) => Math.round((total * cut) / 100)), total].sort((a, b) => a - b);
  return at.slice(1).flatMap((end, index) => (end > (at[index] ?? 0) ? [end - (at[index] ?? 0)] : []));
}
