import { MINUTE } from "@daybook/engine";
import { closeDay, expectedClosing } from "../features/checkout/day-closings/index.ts";
import { checkOut, refund } from "../features/checkout/payments/index.ts";
import { voidSale } from "../features/checkout/sales/index.ts";
import { drawGiftCard, drawProduct, type Line, payWithMoney, refunding } from "./checkout.ts";
import { type Demo, timeOn } from "./demo.ts";
import { seededRandom } from "./random.ts";
import type { Action } from "./runActions.ts";
import { cents, LOCATIONS } from "./salon.ts";

/**
 * Returns a sale without a client for each day and location, and the day closings. A voided sale precedes one sale in
 * twelve.
 */
export function dayActions(demo: Demo): Action[] {
  const days = Array.from({ length: demo.days.past + 1 }, (_, index) => index - demo.days.past);
  return days.flatMap((day) =>
    LOCATIONS.flatMap(([location], index): Action[] => {
      const random = seededRandom(`${location} on day ${day}`);
      const at = timeOn(demo, day, "11:30") + random.whole(0, 90) * MINUTE;
      const sales = [{ at, run: (now: number) => sellAtCounter(demo, location, random, now) }];
      if ((day + demo.days.past) % 12 === 3 * index)
        sales.push({ at: at - 9 * MINUTE, run: (now) => sellByMistake(demo, location, now) });
      if (day === 0) return sales;
      return [...sales, { at: timeOn(demo, day, "20:30"), run: (now) => close(demo, location, now) }];
    }),
  );
}

function sell(
  { tx, snapshot, idOf }: Demo,
  location: string,
  line: Line,
  payments: ReturnType<typeof payWithMoney>,
  now: number,
) {
  const input = { location_id: idOf(location), lines: [line], payments };
  return checkOut(tx, snapshot, { input, own: null, role: "reception", now });
}

async function sellAtCounter(
  demo: Demo,
  location: string,
  random: ReturnType<typeof seededRandom>,
  now: number,
) {
  const draw = random.happens(0.25) ? drawGiftCard : drawProduct;
  const { line, total } = draw(demo.idOf, random);
  await sell(demo, location, line, payWithMoney(random, total), now);
}

async function sellByMistake(demo: Demo, location: string, now: number): Promise<void> {
  const [amount, reason] = [cents(3900), "Wrong product"];
  const line: Line = { kind: "product", description: reason, unit_price: amount };
  const { sale, payments } = await sell(demo, location, line, [{ method: "cash", amount }], now);
  const input = { amount, reason };
  await refund(demo.tx, refunding(demo), { paymentId: payments[0]?.id ?? "", input, now: now + MINUTE });
  await voidSale(demo.tx, demo.businessId, { saleId: sale.id, now: now + MINUTE });
}

/** Counts the money. On some days, five euros are missing in the till. */
async function close({ tx, businessId, ownerId, idOf }: Demo, location: string, now: number): Promise<void> {
  const location_id = idOf(location);
  const { methods } = await expectedClosing(tx, businessId, location_id);
  if (methods.length === 0) return;
  const cash = methods.find(({ method }) => method === "cash")?.expected.amount ?? 0;
  const missing = cash >= 500 && seededRandom(`closing ${location} ${now}`).happens(0.1) ? 500 : 0;
  const counted = methods.flatMap(({ method, expected: { amount } }) =>
    method === "cash" || method === "card"
      ? [{ method, amount: cents(amount - (method === "cash" ? missing : 0)) }]
      : [],
  );
  const note = missing > 0 ? { note: "Five euros missing; counted twice." } : {};
  await closeDay(tx, businessId, { input: { location_id, counted, ...note }, userId: ownerId, now });
}
