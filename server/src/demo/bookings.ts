import { deskPayments, openSaleOf } from "../features/checkout/payments/index.ts";
import { applyPromotion } from "../features/checkout/promotions/index.ts";
import { book, bookRecurring } from "../features/scheduling/appointments/index.ts";
import type { Appointment, BookedAppointment } from "./appointments.ts";
import type { Demo } from "./demo.ts";
import { FRIEND, SHINE } from "./menu.ts";
import type { PlannedAppointment } from "./plan.ts";
import { cents } from "./salon.ts";
import { POLICY } from "./texts.ts";

/** Deposits are taken for bookings of at least this price, in cents, from this day relative to today on. */
const DEPOSITS = { price: 14_000, fromDay: -3 };

export async function bookAppointment(demo: Demo, appointment: Appointment, now: number): Promise<void> {
  const { client, location, startsAt, items, status, source, dayOffset, random } = appointment;
  if (client.id === undefined) throw new Error("A client of the demo books before it is created.");
  const booking = {
    location_id: demo.idOf(location),
    client_id: client.id,
    startsAt,
    items: items.map(({ service, staff }) => ({
      service_id: demo.idOf(service.name),
      staff_id: demo.idOf(staff),
    })),
    status,
    source,
    now,
  };
  const isRecurring = source === "app" && status === "booked" && dayOffset > 0 && dayOffset < 10;
  if (isRecurring && random.happens(0.06)) {
    const series = { ...booking, everyWeeks: 4, occurrences: 3 };
    const { created } = await bookRecurring(demo.tx, demo.snapshot, series, async (piece) => piece());
    const first = created.find(({ starts_at }) => Date.parse(starts_at) === startsAt);
    if (first !== undefined) appointment.booked = first;
    return;
  }
  const outcome = await book(demo.tx, demo.snapshot, booking);
  if (outcome.outcome === "booked") appointment.booked = outcome.record;
}

export function drawPromotion({ items, dayOffset, random }: Appointment): string | undefined {
  const isCare = items.some(({ service }) => service.category === SHINE.category);
  if (isCare && dayOffset >= SHINE.fromDay && dayOffset <= SHINE.toDay && random.happens(0.5))
    return SHINE.name;
  return items.every(({ service }) => service.price > 0) && random.happens(0.012) ? FRIEND : undefined;
}

export async function promote(
  { tx, snapshot, idOf }: Demo,
  appointment: Appointment,
  { id: appointmentId }: BookedAppointment,
  promotion: string,
  now: number,
): Promise<void> {
  const applying = { appointmentId, promotionId: idOf(promotion), ifMatch: null, own: null, now };
  const promotionChanged = openSaleOf.repriceOpenSale;
  const { record } = await applyPromotion(tx, snapshot, { ...applying, promotionChanged });
  appointment.credit = record.discount.amount;
}

export function hasDeposit({ items, dayOffset }: PlannedAppointment): boolean {
  const price = items.reduce((sum, { service }) => sum + service.price, 0);
  return dayOffset >= DEPOSITS.fromDay && price >= DEPOSITS.price;
}

/** Takes the policy's deposit at the desk, because online deposits need a payment provider. */
export async function deposit(
  { tx, snapshot }: Demo,
  appointment: Appointment,
  booked: BookedAppointment,
  now: number,
) {
  const amount = Math.round((booked.total.amount * (POLICY.deposit?.percent ?? 0)) / 100);
  const method = appointment.random.oneOf(["cash", "card", "external"] as const);
  const taking = { appointmentId: booked.id, input: { method, amount: cents(amount) }, own: null, now };
  await deskPayments.takeDeposit(tx, snapshot, taking);
  appointment.credit = amount;
}
