import { DAY, MINUTE } from "@daybook/engine";
import { refund } from "../features/checkout/payments/index.ts";
import { applyPromotion } from "../features/checkout/promotions/index.ts";
import { chanceOf } from "./chance.ts";
import { charge, payFee } from "./fees.ts";
import { CANCELLATION_HOURS } from "./houseRules.ts";
import type { Moment } from "./moments.ts";
import { named } from "./named.ts";
import type { Scene } from "./scene.ts";
import { cents, FRIEND, GLOW, GLOW_DAYS, GLOW_SERVICES } from "./shop.ts";
import type { Beside, Story } from "./story.ts";

/** Half of those who come for some gloss in these weeks have heard of the promotion; a few bring a friend. */
export function promotionOf(scene: Scene, story: Story, beside: Beside): Moment[] {
  const { visit } = story.outing;
  const chance = chanceOf(`promotion ${story.index}`);
  const [first, last] = GLOW_DAYS;
  const isForGlow =
    visit.items.some(({ service }) => GLOW_SERVICES.includes(service.name)) &&
    visit.dayOffset >= first &&
    visit.dayOffset <= last;
  const name =
    isForGlow && chance.happens(0.5)
      ? GLOW
      : visit.items.every(({ service }) => service.price > 0) && chance.happens(0.012)
        ? FRIEND
        : undefined;
  if (name === undefined) return [];
  const at = story.life.bookedAt + MINUTE;
  return [
    beside(at, async ({ id }) => {
      const { tx, setup, salon } = scene;
      const promotionId = named(salon.shop.promotionIds, name);
      const change = { appointmentId: id, promotionId, ifMatch: null, own: null, now: at };
      const { record } = await applyPromotion(tx, setup, change);
      story.discount = record.discount.amount;
    }),
  ];
}

/** A few are not happy: some of their money goes back days later, and a unit as a whole. */
export function regretOf(scene: Scene, story: Story, paidAt: number, beside: Beside): Moment[] {
  const { tx, salon } = scene;
  const chance = chanceOf(`regret ${story.index}`);
  if (!chance.happens(0.018)) return [];
  const at = paidAt + chance.whole(1, 3) * DAY;
  const reason = chance.oneOf(["The colour faded within days", "Had to be done again", "Goodwill"]);
  return [
    beside(at, async () => {
      const payment = story.paid?.payments[0];
      if (payment === undefined) return;
      const isUnit = payment.method === "package" || payment.method === "membership";
      const part = Math.max(1, Math.round(payment.amount.amount / 4));
      const input = { amount: cents(isUnit ? payment.amount.amount : part), reason };
      const business = { id: salon.businessId, webhookPayload: scene.setup.webhookPayload };
      await refund(tx, business, { paymentId: payment.id, input, now: at });
    }),
  ];
}

/** Who cancels late or stays away is charged more often than not, and most of them pay. */
export function feeOf(scene: Scene, story: Story, beside: Beside): Moment[] {
  const { visit } = story.outing;
  const last = story.life.steps.at(-1);
  if (last === undefined || visit.items.every(({ service }) => service.price === 0)) return [];
  const isLate = visit.startsAt - last.at < CANCELLATION_HOURS * 60 * MINUTE;
  const isTheirs = last.to === "cancelled" && last.cancelledBy === "client" && isLate;
  if (!isTheirs && last.to !== "no_show") return [];
  const chance = chanceOf(`fee ${story.index}`);
  if (!chance.happens(0.7)) return [];
  const at = last.at + chance.whole(5, 40) * MINUTE;
  let fee: Awaited<ReturnType<typeof charge>> | undefined;
  const charging = beside(at, async (booked) => {
    fee = await charge(scene, booked, isTheirs ? "late_cancel" : "no_show", at);
  });
  if (!chance.happens(0.6)) return [charging];
  const paidAt = at + chance.whole(1, 6) * DAY;
  const paying = beside(paidAt, async () => {
    if (fee !== undefined) await payFee(scene, fee, chance, paidAt);
  });
  return [charging, paying];
}
