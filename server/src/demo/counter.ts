import { MINUTE } from "@daybook/engine";
import { checkOut, refund } from "../features/checkout/payments/index.ts";
import { voidSale } from "../features/checkout/sales/index.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { giftCardLine, moneyFor, productLine } from "./checkOut.ts";
import type { Outing } from "./guests.ts";
import type { Moment } from "./moments.ts";
import { named } from "./named.ts";
import type { Scene } from "./scene.ts";
import { cents } from "./shop.ts";

/** Of so many sales at the counter one is rung up wrong. */
const MISTAKE_EVERY = 20;

/**
 * Sales at the counter, to nobody who is known, while somebody else's visit begins: the shop is open then. Some are gift
 * cards, and somebody comes with most of these later.
 */
export function counterMoments(scene: Scene, outings: readonly Outing[], now: number): Moment[] {
  const chance = chanceOf("counter");
  const given = new Set<number>();
  const customers = outings.filter(({ visit }) => chance.happens(0.06) && visit.startsAt + 3 * MINUTE <= now);
  return customers.map(({ visit }, nth): Moment => {
    const at = visit.startsAt + 3 * MINUTE;
    const own = chanceOf(`counter ${nth}`);
    const isCard = own.happens(0.25);
    const { line, price } = isCard ? giftCardLine(scene.salon.shop.offerIds, own) : productLine(own);
    const giftedTo = isCard ? giftedOuting(own, outings, at, given) : undefined;
    const locationId = named(scene.salon.placeIds, visit.place);
    return {
      at,
      person: null,
      // Whoever comes with the card must find it sold.
      isAwaited: isCard,
      happen: async () => {
        const wish = { input: { location_id: locationId, lines: [line] }, own: null, now: at };
        if (nth % MISTAKE_EVERY === 3) await ringUpWrong(scene, { ...wish, now: at - 2 * MINUTE });
        const payments = moneyFor(own, price);
        const paid = await checkOut(scene.tx, scene.setup, { ...wish, input: { ...wish.input, payments } });
        const [code] = paid.codes.values();
        if (code !== undefined && giftedTo !== undefined)
          scene.giftCodes.set(giftedTo, { code, value: price });
      },
    };
  });
}

/** Which outing is paid with the card: one that comes days later, and with no other card. */
function giftedOuting(
  chance: Chance,
  outings: readonly Outing[],
  soldAt: number,
  given: Set<number>,
): number | undefined {
  const first = outings.findIndex(({ visit }) => visit.startsAt > soldAt + 3 * 24 * 60 * MINUTE);
  if (first < 0) return undefined;
  const index = chance.whole(first, Math.min(first + 200, outings.length - 1));
  if (given.has(index)) return undefined;
  given.add(index);
  return index;
}

/** Something else than what was bought: seen at once, given back and voided. */
async function ringUpWrong({ tx, salon, setup }: Scene, wish: Parameters<typeof checkOut>[2]): Promise<void> {
  const { businessId } = salon;
  const lines = [{ kind: "product", description: "Rung up by mistake", unit_price: cents(3900) }] as const;
  const payments = [{ method: "cash", amount: cents(3900) }] as const;
  const input = { ...wish.input, lines: [...lines], payments: [...payments] };
  const { sale, payments: taken } = await checkOut(tx, setup, { ...wish, input });
  const business = { id: businessId, webhookPayload: setup.webhookPayload };
  const back = { amount: cents(3900), reason: "Rung up by mistake" };
  for (const { id } of taken)
    await refund(tx, business, { paymentId: id, input: back, now: wish.now + MINUTE });
  await voidSale(tx, businessId, { saleId: sale.id, now: wish.now + MINUTE });
}
