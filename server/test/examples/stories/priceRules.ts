import type { Ids, Stories, StoryContext } from "../story.ts";
import { EUR } from "../trade.ts";

/** Stories for prepaid products, promotions and policies. */
export const PRICE_RULE_STORIES: Stories = {
  createPackage: {
    body: ({ balayage }) => ({
      name: "Three times balayage",
      description: "For regulars of Ben's.",
      service_ids: [balayage],
      units: 3,
      price: EUR(44500),
      valid_months: 24,
    }),
  },
  updatePackage: { body: () => ({ price: EUR(28900) }) },
  createMembershipPlan: {
    body: ({ trim }) => ({
      name: "Short all year",
      service_ids: [trim],
      credits: 2,
      period_months: 1,
      periods: 6,
      price: EUR(36000),
    }),
  },
  updateMembershipPlan: {
    body: () => ({ price: EUR(62000), description: "One cut every month, for a year." }),
  },
  createGiftCard: { body: () => ({ name: "Gift card, large", value: EUR(10000), price: EUR(9500) }) },
  updateGiftCard: { body: () => ({ valid_months: 24 }) },
  createPromotion: {
    body: ({ balayage }) => ({
      name: "Balayage weeks",
      code: "BALAYAGE",
      kind: "amount",
      amount: EUR(2500),
      service_ids: [balayage],
      starts_on: "2026-06-01",
      ends_on: "2026-06-20",
    }),
  },
  updatePromotion: { body: () => ({ ends_on: "2026-07-31" }) },
  getAppointmentPromotion: { before: apply },
  applyAppointmentPromotion: { body: ({ promotion }) => ({ promotion_id: promotion }) },
  removeAppointmentPromotion: {
    before: apply,
    refused: { 409: { before: sellPromoted } },
  },
  replacePolicy: {
    body: () => ({
      cancellation_window_minutes: 2880,
      late_cancel_fee: { kind: "percent", percent: 50 },
      no_show_fee: { kind: "percent", percent: 100 },
      deposit: { kind: "amount", amount: EUR(2000) },
      cancellation_text: "Please tell us two days ahead if you cannot come.",
      booking_text: "We look forward to seeing you.",
      staff_sees_contacts: false,
    }),
  },
  replacePublishing: { body: () => ({ published: true }) },
};

async function apply({ ask, ids }: StoryContext): Promise<Ids> {
  await ask("owner", "PUT", `/appointments/${ids.appointment}/promotion`, { promotion_id: ids.promotion });
  return {};
}

/** Completes the sale of an appointment with a promotion. The promotion of the appointment can then no longer be replaced or removed. */
async function sellPromoted(context: StoryContext): Promise<Ids> {
  const { ask, ids } = context;
  const applied = await apply(context);
  const appointment = (applied as Ids).appointment ?? ids.appointment;
  const opened = await ask("owner", "POST", "/sales", {
    location_id: ids.location,
    appointment_id: appointment,
  });
  const { id, total } = opened.body.data;
  await ask("owner", "POST", `/sales/${id}/payments`, { method: "cash", amount: total });
  return applied;
}
