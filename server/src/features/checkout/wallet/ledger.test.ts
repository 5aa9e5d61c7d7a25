import { DAY } from "@daybook/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MONDAY_AT, testApp } from "../../../../test/fixtures/testApp.ts";
import { refusedBy, walletsOf } from "../../../../test/fixtures/wallets.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { newId } from "../../../kernel/ids.ts";
import { expireEntitlements, renewMemberships } from "./index.ts";

const open = await testApp();

type Kind = "gift_card" | "package" | "membership";

/** An operation on a wallet; `which` selects one of its entitlements. */
type Step =
  | { readonly do: "issue"; readonly kind: Kind; readonly size: number; readonly months: number }
  | { readonly do: "redeem"; readonly which: number; readonly amountMinor: number }
  | { readonly do: "give back"; readonly which: number; readonly part: number }
  | { readonly do: "wait"; readonly days: number; readonly withWorker: boolean }
  | { readonly do: "withdraw"; readonly which: number };

const which = fc.nat(99);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("issue" as const),
      kind: fc.constantFrom<Kind>("gift_card", "package", "membership"),
      size: fc.integer({ min: 1, max: 5 }),
      months: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("redeem" as const),
      which,
      amountMinor: fc.integer({ min: 1, max: 400 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("give back" as const), which, part: fc.nat(99) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      days: fc.integer({ min: 1, max: 45 }),
      withWorker: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("withdraw" as const), which }) },
);

/** An entitlement, with the balance that the test expects. */
interface Held {
  readonly id: string;
  readonly kind: Kind;
  readonly saleId: string;
  left: number;
}

test("the balance is the sum of the ledger after any sales, redemptions, refunds, withdrawals and expiries", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      open.clock.set(MONDAY_AT);
      const clientId = await open.addClient({});
      const wallets = walletsOf({ ...open, salon: { ...open.salon, clientId } });
      const held: Held[] = [];
      const payments: { id: string; of: Held; left: number }[] = [];
      const leftOf = async (id: string) => (await wallets.ledger(id)).at(-1)?.balance_after ?? 0;

      for (const now of steps) {
        const one = "which" in now ? held[now.which % Math.max(1, held.length)] : undefined;
        if (now.do === "issue") {
          const saleId = newId();
          const size = now.kind === "gift_card" ? now.size * 100 : now.size;
          const terms = { units: size, credits: size, valid_months: now.months, periods: now.months };
          const id =
            now.kind === "gift_card"
              ? (await wallets.giftCard(size, { saleId })).entitlementId
              : now.kind === "package"
                ? await wallets.package({ units: terms.units, valid_months: terms.valid_months }, saleId)
                : await wallets.membership({ credits: terms.credits, periods: terms.periods }, saleId);
          held.push({ id, kind: now.kind, saleId, left: size });
        } else if (now.do === "redeem" && one !== undefined) {
          const before = await shownBalance(wallets, one);
          const wants = one.kind === "gift_card" ? now.amountMinor : 1;
          const paying = wallets.redeem(one.kind, one.id, { amountMinor: now.amountMinor });
          const refused = await refusedBy(paying);
          // A redemption succeeds if and only if the balance covers it.
          expect(refused.length === 0).toBe(wants <= before);
          if (refused.length === 0) payments.push({ id: (await paying).paymentId, of: one, left: wants });
          one.left = refused.length === 0 ? before - wants : await leftOf(one.id);
        } else if (now.do === "give back" && payments.length > 0) {
          const payment = payments[now.which % payments.length];
          if (payment === undefined || payment.left === 0) continue;
          const before = await shownBalance(wallets, payment.of);
          const isCard = payment.of.kind === "gift_card";
          const amount = isCard ? 1 + (now.part % payment.left) : 1;
          const { remaining } = await wallets.returnToWallet(payment.id, amount);
          payment.left -= amount;
          // A return to a valid entitlement restores its balance; units that are returned to an expired entitlement expire immediately.
          expect([0, before + amount]).toContain(remaining);
          payment.of.left = remaining;
        } else if (now.do === "withdraw" && one !== undefined) {
          await wallets.withdraw(one.saleId);
          one.left = 0;
        } else if (now.do === "wait") {
          open.clock.set(open.clock.now() + now.days * DAY);
          if (now.withWorker) {
            await renewMemberships(open.database, open.clock);
            await expireEntitlements(open.database, open.clock);
            for (const each of held) expect(await leftOf(each.id)).toBe(await shownBalance(wallets, each));
          }
          for (const each of held) each.left = await leftOf(each.id);
        }
        for (const each of held) {
          const ledger = await wallets.ledger(each.id);
          const sum = ledger.reduce((all, { delta }) => all + delta, 0);
          expect([sum, ledger.at(-1)?.balance_after]).toEqual([each.left, each.left]);
          expect(ledger.map(({ number }) => number)).toEqual(ledger.map((_, index) => index + 1));
          expect(Math.min(...ledger.map((entry) => entry.balance_after))).toBeGreaterThanOrEqual(0);
        }
      }
    }),
    { numRuns: isFullRun ? 200 : 15 },
  );
});

/** Returns the balance of an entitlement in the wallet response, or zero if the wallet does not list it. */
async function shownBalance(wallets: ReturnType<typeof walletsOf>, { id }: Held): Promise<number> {
  const { packages, membership_credits, gift_cards } = await wallets.wallet();
  const found = [...packages, ...membership_credits, ...gift_cards].find((one) => one.id === id);
  return found?.remaining ?? found?.balance.amount ?? 0;
}
