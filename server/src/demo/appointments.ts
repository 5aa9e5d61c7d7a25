import { dateOf, dayAt, MINUTE, type Status } from "@daybook/engine";
import { deskPayments, openSaleOf } from "../features/checkout/payments/index.ts";
import { applyPromotion } from "../features/checkout/promotions/index.ts";
import { createNote } from "../features/clients/notes/index.ts";
import { book, transition } from "../features/scheduling/appointments/index.ts";
import { chargeFee, checkOutAppointment } from "./checkout.ts";
import { consentActions } from "./consents.ts";
import type { Demo } from "./demo.ts";
import { SHINE } from "./menu.ts";
import { storePhotos } from "./photos.ts";
import type { Booked, PlannedAppointment } from "./plan.ts";
import type { Action } from "./runActions.ts";
import { cents } from "./salon.ts";
import { FORMULAS, POLICY } from "./texts.ts";

/** A change of an appointment's status after the booking. */
interface Change {
  readonly at: number;
  readonly to: Status;
  readonly reason?: string | null;
  readonly cancelledBy?: "team" | "client";
}

const CANCELLED = ["Ill", "Has to work", "Child is ill", "Train cancelled"];
/** The lowest price of appointments with a deposit, in cents, and the first day with deposits, relative to today. */
const DEPOSITS = { price: 11_000, fromDay: -10 };

/**
 * Returns the actions that book the appointments. The bookings of one day run one after another, because each booked appointment
 * can cause `book` to reject a later one.
 * Bookings of different days may run at the same time.
 */
export function bookingActions(demo: Demo, plannedAppointments: readonly PlannedAppointment[]): Action[] {
  const ofDays = Map.groupBy(plannedAppointments, ({ day }) => day).values();
  const positioned = [...ofDays].flatMap((ofDay) =>
    ofDay.map((planned, position) => ({ planned, position })),
  );
  positioned.sort((one, other) => one.position - other.position);
  return positioned.map(({ planned }) => bookingAction(demo, planned));
}

function bookingAction({ tx, snapshot, idOf, at }: Demo, planned: PlannedAppointment): Action {
  const { client, items, location, startsAt, day, random, isMissed = false } = planned;
  const isOnline = !isMissed && random.happens(0.45);
  const needsApproval = items.some(({ service }) => service.input.requires_approval);
  const isRequested = isOnline && (needsApproval || random.happens(0.08));
  const booking = {
    location_id: idOf(location),
    client_id: client.id,
    startsAt,
    items: items.map(({ service, staff }) => ({ service_id: idOf(service.name), staff_id: idOf(staff) })),
    status: isRequested ? ("requested" as const) : ("booked" as const),
    source: isOnline ? ("online" as const) : ("app" as const),
  };
  const bookedOn = Math.min(day, 0) - random.weighted([1, 2, 4, 8, 16], (days) => 1 / days);
  const bookedAt = at(bookedOn, "08:00") + random.whole(0, 11 * 60) * MINUTE;
  const run = async (now: number) => {
    const outcome = await book(tx, snapshot, { ...booking, now });
    if (outcome.outcome === "booked") planned.booked = outcome.record;
  };
  return { at: bookedAt, key: `day ${day}`, run };
}

/** Returns the actions for an appointment after its booking. Their times may be in the future. */
export function changeActions(demo: Demo, planned: PlannedAppointment): Action[] {
  const { booked, client } = planned;
  if (booked === undefined) return [];
  const changes = drawChanges(demo, planned, booked);
  const actions = [
    ...creditActions(demo, planned, booked),
    ...consentActions(demo, planned, booked, changes.at(-1)?.to === "completed"),
    ...changes.map((change) => ({ at: change.at, run: () => changeStatus(demo, planned, booked, change) })),
  ];
  return actions.map((action) => ({ ...action, key: client.id }));
}

/**
 * Draws the status changes of an appointment. All of them except arrivals, departures and no-shows happen before today, so the
 * hour of the load decides only which of today's clients have arrived or left.
 */
function drawChanges(demo: Demo, planned: PlannedAppointment, booked: Booked): Change[] {
  const { startsAt, endsAt, day, random, isMissed } = planned;
  const latestAt = demo.at(-1, "21:00");
  const answeredAt = Math.min(Date.parse(booked.created_at) + random.whole(10, 120) * MINUTE, latestAt);
  const isRequested = booked.status === "requested";
  if (isRequested && day > 0 && random.happens(0.6)) return [];
  if (isRequested && random.happens(0.3)) return [{ at: answeredAt, to: "declined", reason: "Fully booked" }];
  const answer: Change[] = isRequested ? [{ at: answeredAt, to: "booked" }] : [];
  if (isMissed || random.happens(0.04)) return [...answer, { at: startsAt + 25 * MINUTE, to: "no_show" }];
  if (random.happens(0.06)) {
    const ideal = Math.min(startsAt - random.oneOf([3, 6, 20, 40, 80]) * 60 * MINUTE, latestAt);
    const cancelledBy = random.happens(0.8) ? "client" : "team";
    const at = Math.max(ideal, answeredAt + MINUTE);
    return [...answer, { at, to: "cancelled", reason: random.oneOf(CANCELLED), cancelledBy }];
  }
  const arrival: Change = { at: startsAt + random.whole(-8, 5) * MINUTE, to: "arrived" };
  const leaving: Change = { at: endsAt + random.whole(-3, 12) * MINUTE, to: "completed" };
  return [...answer, ...(day === 0 ? [arrival] : []), leaving];
}

/**
 * Changes the status of an appointment, and creates the note, the photos and the fee that belong to the change. The payment of
 * an appointment completes it; an appointment without a price is completed without a sale.
 */
async function changeStatus(
  demo: Demo,
  planned: PlannedAppointment,
  booked: Booked,
  { at: now, to, reason = null, cancelledBy = "team" }: Change,
): Promise<void> {
  const { tx, businessId, snapshot, zone } = demo;
  const { items, client, random, startsAt } = planned;
  const transitioning = { appointmentId: booked.id, ifMatch: null, to, reason, cancelledBy, now };
  if (to === "completed" && booked.total.amount > 0) await checkOutAppointment(demo, planned, booked, now);
  else await transition(tx, snapshot, transitioning);
  if (to === "completed" && items.some(({ service }) => service.category === "Colour")) {
    const note = { text: random.oneOf(FORMULAS), noted_on: dateOf(dayAt(zone, now)), pinned: false };
    await createNote(tx, { businessId, clientId: client.id, own: null }, note, now);
    await storePhotos(demo, planned, booked, now);
  }
  const isLate = cancelledBy === "client" && startsAt - now < POLICY.cancellation_window_minutes * MINUTE;
  const fee = to === "no_show" ? "no_show" : isLate ? "late_cancel" : undefined;
  if (fee !== undefined && planned.price > 0) await chargeFee(demo, planned, booked, fee, now);
}

/**
 * Returns the action that takes the policy's deposit at the desk, because online deposits need a payment provider, or the action
 * that applies a promotion.
 */
function creditActions({ tx, snapshot, idOf }: Demo, planned: PlannedAppointment, booked: Booked): Action[] {
  const { items, day, price, random } = planned;
  const appointmentId = booked.id;
  const at = Date.parse(booked.created_at) + MINUTE;
  if (price >= DEPOSITS.price && day >= DEPOSITS.fromDay) {
    const amount = Math.round((booked.total.amount * POLICY.deposit.percent) / 100);
    const input = { method: random.oneOf(["cash", "card", "external"] as const), amount: cents(amount) };
    const takeDeposit = async (now: number) => {
      await deskPayments.takeDeposit(tx, snapshot, { appointmentId, input, own: null, now });
      planned.credit = amount;
    };
    return [{ at, run: takeDeposit }];
  }
  if (!items.some(({ service }) => service.category === SHINE.category) || random.happens(0.4)) return [];
  const promotion = { appointmentId, promotionId: idOf(SHINE.name), ifMatch: null, own: null };
  const promote = async (now: number) => {
    const { repriceOpenSale: promotionChanged } = openSaleOf;
    const { record } = await applyPromotion(tx, snapshot, { ...promotion, promotionChanged, now });
    planned.credit = record.discount.amount;
  };
  return [{ at, run: promote }];
}
