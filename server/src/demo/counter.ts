import { MINUTE } from "@daybook/engine";
import { closeDay, expectedClosing } from "../features/checkout/day-closings/index.ts";
import { voidSale } from "../features/checkout/sales/index.ts";
import { drawProduct, payWithMoney, refundPayment, sell } from "./checkout.ts";
import type { DemoClient } from "./clients.ts";
import type { Demo } from "./demo.ts";
import { PREPAID } from "./menu.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Action } from "./runActions.ts";
import { cents, LOCATIONS } from "./salon.ts";

/** Returns the sales of prepaid products, all of which take place before the first appointment. */
export function prepaidActions(demo: Demo, clients: readonly DemoClient[]): Action[] {
  return PREPAID.flatMap(({ kind, name, price, only }) => {
    const id = demo.idOf(name);
    const lines = {
      package: { kind: "package" as const, package_id: id },
      membership: { kind: "membership" as const, membership_id: id },
      gift_card: { kind: "gift_card" as const, gift_card_id: id },
    };
    const sale = { lines: [lines[kind]], payments: [{ method: "card" as const, amount: cents(price) }] };
    const buyers = clients.filter(({ hasWallet, group }) => hasWallet && group === only);
    return buyers.map(({ id: client_id, index }) => ({
      at: demo.at(-50, "10:00") + index * MINUTE,
      run: (now: number) => sell(demo, "Lindenhof", { client_id, ...sale }, now),
    }));
  });
}

/**
 * Returns one sale without a client and one closing for each day and location. One sale in twelve is preceded by a voided sale.
 */
export function counterActions(demo: Demo): Action[] {
  const days = Array.from({ length: demo.days.past + 1 }, (_, daysAgo) => -daysAgo);
  return days.flatMap((day) =>
    LOCATIONS.flatMap(([location], index): Action[] => {
      const random = seededRandom(`${location} on day ${day}`);
      const at = demo.at(day, "11:30") + random.whole(0, 90) * MINUTE;
      const { line, total } = drawProduct(demo, random);
      const sale = { lines: [line], payments: payWithMoney(random, total) };
      const isMistaken = (day + demo.days.past) % 12 === 3 * index;
      return [
        { at, run: (now) => sell(demo, location, sale, now) },
        ...(isMistaken
          ? [{ at: at - 9 * MINUTE, run: (now: number) => sellAndVoid(demo, location, now) }]
          : []),
        { at: demo.at(day, "19:30"), run: (now) => close(demo, location, random, now) },
      ];
    }),
  );
}

async function sellAndVoid(demo: Demo, location: string, now: number): Promise<void> {
  const refunding = { amount: cents(3900), reason: "Wrong product" };
  const { amount, reason: description } = refunding;
  const lines = [{ kind: "product" as const, description, unit_price: amount }];
  const sold = await sell(demo, location, { lines, payments: [{ method: "cash", amount }] }, now);
  await refundPayment(demo, sold.payments[0]?.id ?? "", refunding, now + MINUTE);
  await voidSale(demo.tx, demo.businessId, { saleId: sold.sale.id, now: now + MINUTE });
}

/** Closes the day. On some days, five euros are missing from the till. */
async function close({ tx, businessId, ownerId, idOf }: Demo, location: string, random: Random, now: number) {
  const location_id = idOf(location);
  const { methods } = await expectedClosing(tx, businessId, location_id);
  if (methods.length === 0) return;
  const isShort =
    random.happens(0.1) &&
    methods.some(({ method, expected }) => method === "cash" && expected.amount >= 500);
  const counted = methods.flatMap(({ method, expected: { amount } }) => {
    if (method !== "cash" && method !== "card") return [];
    return [{ method, amount: cents(isShort && method === "cash" ? amount - 500 : amount) }];
  });
  const input = { location_id, counted, ...(isShort ? { note: "Five euros missing; counted twice." } : {}) };
  await closeDay(tx, businessId, { input, userId: ownerId, now });
}
