import { DAY, dateOf, dayAt, MINUTE, type Status } from "@daybook/engine";
import { deskPayments, openSaleOf } from "../features/checkout/payments/index.ts";
import { applyPromotion } from "../features/checkout/promotions/index.ts";
import { createNote } from "../features/clients/notes/index.ts";
import { book, transition } from "../features/scheduling/appointments/index.ts";
import { checkOutVisit, feeActions, type Paid, refundSome } from "./checkout.ts";
import type { DemoClient } from "./clients.ts";
import { consentActions } from "./consents.ts";
import { type Demo, timeOn } from "./demo.ts";
import { FRIEND, SHINE } from "./menu.ts";
import { type PlannedVisit, planVisits } from "./plan.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Action } from "./runActions.ts";
import { cents } from "./salon.ts";
import { DEPOSIT_PERCENT, FORMULAS } from "./texts.ts";

export type Booked = Extract<Awaited<ReturnType<typeof book>>, { outcome: "booked" }>["record"];

/** An appointment with its booking and its later status changes in chronological order. */
export interface Visit extends PlannedVisit {
  readonly random: Random;
  readonly bookedAt: number;
  readonly status: "booked" | "requested";
  readonly source: "online" | "api" | "app";
  readonly changes: readonly Change[];
  /** The booked record; undefined before the booking and if the booking is rejected. */
  booked?: Booked;
  /** The sum of its discount and its deposit, in cents. */
  credit: number;
}

interface Change {
  readonly at: number;
  readonly to: Status;
  readonly reason?: string | null;
  readonly cancelledBy?: "team" | "client";
}

const DECLINED = ["Fully booked that day", "Please come for a consultation first"];
const CANCELLED = ["Ill", "Has to work", "Child is ill", "Train cancelled", null];
/** The number of past days whose arrivals are recorded. */
const ARRIVAL_DAYS = 7;
/** Deposits are taken for bookings of at least this price, in cents, from this day relative to today on. */
const DEPOSITS = { price: 11_000, fromDay: -10 };

/**
 * Draws the appointments and their course. Everything except arriving, leaving and no-shows happens before today, so the hour of the
 * load decides only which of today's clients have arrived or left. Changes may be in the future.
 */
export function drawVisits(demo: Demo, clients: readonly DemoClient[]): Visit[] {
  return planVisits(demo, clients).map((planned, index) => {
    const random = seededRandom(`visit ${index}`);
    const { day, items } = planned;
    const bookedOn = Math.min(day, 0) - random.weighted([1, 2, 4, 8, 16, 32], (days) => 1 / days);
    const bookedAt = timeOn(demo, bookedOn, "08:00") + random.whole(0, 12 * 60) * MINUTE;
    const settings = items.map(({ service }) => service.input);
    const isOnline = settings.every((one) => one.online_bookable !== false) && random.happens(0.45);
    const needsApproval = isOnline && settings.some((one) => one.requires_approval === true);
    const status = needsApproval || random.happens(0.04) ? ("requested" as const) : ("booked" as const);
    const source = isOnline ? "online" : status === "requested" ? "api" : "app";
    const changes = drawChanges(demo, planned, { bookedAt, status, random });
    return { ...planned, random, bookedAt, status, source, changes, credit: 0 };
  });
}

function drawChanges(
  demo: Demo,
  { startsAt, endsAt, day, items }: PlannedVisit,
  { bookedAt, status, random }: Pick<Visit, "bookedAt" | "status" | "random">,
): Change[] {
  const latestAt = timeOn(demo, -1, "21:00");
  const answeredAt = Math.min(bookedAt + random.whole(10, 120) * MINUTE, latestAt);
  if (status === "requested" && day > 0 && random.happens(0.6)) return [];
  if (status === "requested" && random.happens(0.25))
    return [{ at: answeredAt, to: "declined", reason: random.oneOf(DECLINED) }];
  const changes: Change[] = status === "requested" ? [{ at: answeredAt, to: "booked" }] : [];
  if (random.happens(0.06)) {
    const ideal = Math.min(startsAt - random.oneOf([3, 6, 20, 40, 80]) * 60 * MINUTE, latestAt);
    const cancelledBy = random.happens(0.8) ? "client" : "team";
    const at = Math.max(ideal, answeredAt + MINUTE);
    return [...changes, { at, to: "cancelled", reason: random.oneOf(CANCELLED), cancelledBy }];
  }
  // Appointments with a deposit are missed more often, so that some deposits wait for a decision.
  if (random.happens(hasDeposit({ day, items }) ? 0.2 : 0.04))
    return [...changes, { at: startsAt + 25 * MINUTE, to: "no_show" }];
  if (day >= -ARRIVAL_DAYS) changes.push({ at: startsAt + random.whole(-8, 5) * MINUTE, to: "arrived" });
  return [...changes, { at: endsAt + random.whole(-3, 12) * MINUTE, to: "completed" }];
}

/**
 * Returns the bookings. Those of one day run one after another, because a booking decides which later ones are rejected; those of
 * different days may run at the same time.
 */
export function bookingActions(demo: Demo, visits: readonly Visit[]): Action[] {
  const counts = new Map<number, number>();
  const actions = visits.map((visit) => {
    const position = counts.get(visit.day) ?? 0;
    counts.set(visit.day, position + 1);
    return { at: visit.bookedAt, key: `day ${visit.day}`, position, run: () => bookVisit(demo, visit) };
  });
  return actions.sort((one, other) => one.position - other.position);
}

async function bookVisit({ tx, snapshot, idOf }: Demo, visit: Visit): Promise<void> {
  const { client, bookedAt: now, items, location, startsAt, status, source } = visit;
  const outcome = await book(tx, snapshot, {
    location_id: idOf(location),
    client_id: client.id,
    startsAt,
    items: items.map(({ service, staff }) => ({ service_id: idOf(service.name), staff_id: idOf(staff) })),
    status,
    source,
    now,
  });
  if (outcome.outcome === "booked") visit.booked = outcome.record;
}

/** Returns everything that follows from the booking of an appointment. */
export function visitActions(demo: Demo, visit: Visit): Action[] {
  const { booked } = visit;
  if (booked === undefined) return [];
  const { tx, businessId } = demo;
  const { client, bookedAt, changes, items, random } = visit;
  const actions: Action[] = [];
  const add = (at: number, run: Action["run"]) => actions.push({ at, key: client.id, run });

  const promotion = drawPromotion(visit);
  if (promotion !== undefined) add(bookedAt + MINUTE, (now) => promote(demo, visit, booked, promotion, now));
  else if (hasDeposit(visit)) add(bookedAt + MINUTE, (now) => takeDeposit(demo, visit, booked, now));
  for (const { at, run } of [...consentActions(demo, visit, booked), ...feeActions(demo, visit, booked)])
    add(at, run);
  for (const { at, to, reason = null, cancelledBy = "team" } of changes) {
    const changing = { appointmentId: booked.id, ifMatch: null, to, reason, cancelledBy };
    const change = (now: number) => transition(tx, demo.snapshot, { ...changing, now });
    if (to !== "completed") {
      add(at, change);
      continue;
    }
    // Paying for an appointment completes it. An appointment without a price is completed without a sale.
    let paid: Paid | undefined;
    add(at, async (now) => {
      paid = await checkOutVisit(demo, visit, booked, now);
      if (paid === undefined) await change(now);
    });
    if (items.some(({ service }) => service.category === "Colour") && random.happens(0.8))
      add(at, (now) => {
        const text = random.oneOf(FORMULAS);
        const note = { text, noted_on: dateOf(dayAt(demo.zone, now)), pinned: random.happens(0.2) };
        return createNote(tx, { businessId, clientId: client.id, own: null }, note, now);
      });
    if (random.happens(0.03)) add(at + DAY, (now) => refundSome(demo, paid, random, now));
  }
  return actions;
}

function hasDeposit({ items, day }: Pick<PlannedVisit, "items" | "day">): boolean {
  const price = items.reduce((sum, { service }) => sum + service.price, 0);
  return day >= DEPOSITS.fromDay && price >= DEPOSITS.price;
}

function drawPromotion({ items, day, random }: Visit): string | undefined {
  const isCare = items.some(({ service }) => service.category === SHINE.category);
  if (isCare && day >= SHINE.fromDay && random.happens(0.6)) return SHINE.name;
  return items.every(({ service }) => service.price > 0) && random.happens(0.02) ? FRIEND : undefined;
}

async function promote(
  { tx, snapshot, idOf }: Demo,
  visit: Visit,
  { id: appointmentId }: Booked,
  promotion: string,
  now: number,
): Promise<void> {
  const applying = { appointmentId, promotionId: idOf(promotion), ifMatch: null, own: null, now };
  const promotionChanged = openSaleOf.repriceOpenSale;
  const { record } = await applyPromotion(tx, snapshot, { ...applying, promotionChanged });
  visit.credit = record.discount.amount;
}

/** Takes the policy's deposit at the desk, because online deposits need a payment provider. */
async function takeDeposit({ tx, snapshot }: Demo, visit: Visit, booked: Booked, now: number): Promise<void> {
  const amount = Math.round((booked.total.amount * DEPOSIT_PERCENT) / 100);
  const method = visit.random.oneOf(["cash", "card", "external"] as const);
  const taking = { appointmentId: booked.id, input: { method, amount: cents(amount) }, own: null, now };
  await deskPayments.takeDeposit(tx, snapshot, taking);
  visit.credit = amount;
}
