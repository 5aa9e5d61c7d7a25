import * as fc from "fast-check";
import { expect, test } from "vitest";
import { checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { walletsOf } from "../../../../test/fixtures/wallets.ts";
import { isFullRun } from "../../../../test/fullRun.ts";

const fixture = await checkoutApp({ isShared: true });

const COMB = 900;
const reason = "Random";
type Kind = "package" | "membership" | "gift_card";

const which = fc.nat(99);
const part = fc.integer({ min: 1, max: 100 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("sell" as const),
      kind: fc.constantFrom<Kind>("package", "membership", "gift_card"),
      total: fc.integer({ min: 1, max: 12 }),
      quantity: fc.integer({ min: 1, max: 3 }),
      price: fc.integer({ min: 1, max: 5000 }),
      withComb: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("redeem" as const), which, part }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("return" as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("refund" as const), which, part, isComb: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("adjust" as const),
      which,
      delta: fc.integer({ min: -4, max: 4 }).filter((delta) => delta !== 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("block" as const), which, isBlocked: fc.boolean() }) },
);

interface Sale {
  readonly kind: Kind;
  readonly total: number;
  readonly quantity: number;
  readonly price: number;
  readonly withComb: boolean;
}

/** The line of a prepaid product in a sale. The sale may also contain a comb. */
interface Sold {
  readonly kind: Kind;
  readonly paymentId: string;
  readonly lineId: string;
  readonly combId: string | undefined;
  readonly price: number;
  /** The units of all entitlements that the line issued. */
  readonly total: number;
  readonly held: Held[];
  refunded: number;
  combRefunded: number;
}

interface Held {
  readonly id: string;
  readonly sold: Sold;
  balance: number;
  isBlocked: boolean;
}

const isEnded = ({ kind, refunded, price, combId, combRefunded }: Sold) =>
  refunded === price && (kind === "membership" || combId === undefined || combRefunded === COMB);
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

async function sell(clientId: string, { kind, total, quantity, price, withComb }: Sale): Promise<Sold[]> {
  const terms = { name: "Prepaid", service_ids: [], price: money(price) };
  const product = {
    package: () => fixture.owner("POST", "/packages", { ...terms, units: total }),
    membership: () =>
      fixture.owner("POST", "/memberships", { ...terms, credits: total, period_months: 1, periods: 2 }),
    gift_card: () =>
      fixture.owner("POST", "/gift-cards", { name: "Card", price: money(price), value: money(total) }),
  };
  const prepaid = { kind, [`${kind}_id`]: (await product[kind]()).body.data.id, quantity };
  const comb = { kind: "product", description: "Comb", unit_price: money(COMB) };
  const lines = withComb ? [prepaid, comb] : [prepaid];
  const payments = [fixture.cash(price * quantity + (withComb ? COMB : 0))];
  const { data } = (await fixture.sell({ client_id: clientId, lines, payments })).body;
  const combId = withComb ? data.lines.at(-1).id : undefined;
  // Each gift card has its own line.
  return data.lines
    .filter((line: { kind: string }) => line.kind === kind)
    .map((line: { id: string; quantity: number; entitlement_ids: string[] }, index: number) => {
      const sold: Sold = {
        kind,
        paymentId: data.payment_ids[0],
        lineId: line.id,
        combId: index === 0 ? combId : undefined,
        price: price * line.quantity,
        total: total * line.quantity,
        held: [],
        refunded: 0,
        combRefunded: 0,
      };
      for (const id of line.entitlement_ids) sold.held.push({ id, sold, balance: total, isBlocked: false });
      return sold;
    });
}

test("after any sales, redemptions, returns, refunds by lines, adjustments and blocks, balances are the sums of their ledgers and the withdrawn units follow the money", {
  timeout: isFullRun ? 3_000_000 : 300_000,
}, async () => {
  const wallets = walletsOf(fixture);
  let refunds = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const clientId = await fixture.addClient({ first_name: "Random" });
      const sales: Sold[] = [];
      const uses: { readonly paymentId: string; readonly held: Held; left: number }[] = [];
      for (const now of steps) {
        const all = sales.flatMap(({ held }) => held);
        const held = "which" in now ? all[now.which % Math.max(1, all.length)] : undefined;
        if (now.do === "sell") {
          const single = now.kind === "gift_card" ? { ...now, quantity: 1 } : now;
          sales.push(...(await sell(clientId, single)));
        } else if (now.do === "return") {
          const use = uses[now.which % Math.max(1, uses.length)];
          if (use === undefined || use.left === 0) continue;
          const amount = use.held.sold.kind === "gift_card" ? use.left : 4500;
          expect((await fixture.refund(use.paymentId, amount)).status).toBe(201);
          if (!isEnded(use.held.sold)) use.held.balance += use.left;
          use.left = 0;
        } else if (held === undefined) continue;
        else if (now.do === "redeem") {
          const { kind } = held.sold;
          const wants = kind === "gift_card" ? 1 + (now.part % 12) : 1;
          const line =
            kind === "gift_card"
              ? { kind: "product", description: "Pin", unit_price: money(wants) }
              : { kind: "service", service_id: fixture.salon.cut };
          const amount = money(kind === "gift_card" ? wants : 4500);
          const payments = [{ method: kind, amount, reference: held.id }];
          const used = await fixture.sell({ client_id: clientId, lines: [line], payments });
          const isAllowed = !held.isBlocked && !isEnded(held.sold) && held.balance >= wants;
          expect(used.status).toBe(isAllowed ? 201 : 422);
          if (isAllowed) {
            held.balance -= wants;
            uses.push({ paymentId: used.body.data.payment_ids[0], held, left: wants });
          }
        } else if (now.do === "adjust") {
          const body = { delta: now.delta, reason };
          const adjusted = await fixture.owner("POST", `/entitlements/${held.id}/adjustments`, body);
          const isAllowed = !isEnded(held.sold) && held.balance + now.delta >= 0;
          expect(adjusted.status).toBe(isAllowed ? 201 : 422);
          if (isAllowed) held.balance += now.delta;
        } else if (now.do === "block") {
          const path = `/entitlements/${held.id}/${now.isBlocked ? "block" : "unblock"}`;
          expect((await fixture.owner("POST", path, { reason })).status).toBe(200);
          held.isBlocked = now.isBlocked;
        } else {
          const { sold } = held;
          const isComb = now.isComb && sold.combId !== undefined;
          const left = isComb ? COMB - sold.combRefunded : sold.price - sold.refunded;
          // In a third of the cases, the refund returns the full remaining amount.
          const amount = Math.ceil((left * Math.min(100, now.part * 1.5)) / 100);
          if (amount === 0) continue;
          const lines = [{ line_id: isComb ? sold.combId : sold.lineId }];
          const refunded = await fixture.refund(sold.paymentId, amount, { lines });
          const withdrawn = Math.ceil((sold.total * sold.refunded) / sold.price);
          const after = isComb ? sold.refunded : sold.refunded + amount;
          const due = Math.ceil((sold.total * after) / sold.price) - withdrawn;
          const unused = sum(sold.held.map(({ balance }) => balance));
          expect(refunded.status).toBe(due <= unused ? 201 : 422);
          if (due > unused) continue;
          refunds++;
          sold.refunded = after;
          if (isComb) sold.combRefunded += amount;
          for (const one of sold.held)
            one.balance = (await wallets.ledger(one.id)).at(-1)?.balance_after ?? -1;
          expect(sum(sold.held.map(({ balance }) => balance))).toBe(isEnded(sold) ? 0 : unused - due);
        }
        const wallet = (await fixture.call("GET", `/clients/${clientId}/wallet`)).body.data;
        const shown = new Map(
          [...wallet.packages, ...wallet.membership_credits, ...wallet.gift_cards].map((one) => [
            one.id,
            one,
          ]),
        );
        for (const { id, balance, isBlocked } of sales.flatMap((sold) => sold.held)) {
          const ledger = await wallets.ledger(id);
          expect([sum(ledger.map(({ delta }) => delta)), ledger.at(-1)?.balance_after]).toEqual([
            balance,
            balance,
          ]);
          expect(Math.min(...ledger.map((entry) => entry.balance_after))).toBeGreaterThanOrEqual(0);
          const one = shown.get(id);
          expect(one?.remaining ?? one?.balance.amount ?? 0).toBe(balance);
          if (one !== undefined) expect(one.blocked_at !== null).toBe(isBlocked);
        }
      }
    }),
    { numRuns: isFullRun ? 200 : 6 },
  );
  expect(refunds).toBeGreaterThan(0);
});
