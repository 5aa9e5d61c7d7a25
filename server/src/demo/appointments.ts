import { DAY, dateOf, dayAt, instantOf, MINUTE } from "@daybook/engine";
import { openSaleOf } from "../features/checkout/payments/index.ts";
import { applyPromotion } from "../features/checkout/promotions/index.ts";
import { createClient, updateClient } from "../features/clients/clients/index.ts";
import { book, transition } from "../features/scheduling/appointments/index.ts";
import { checkOutAppointment, counterSaleActions, feeActions, type Paid, refundSome } from "./checkout.ts";
import { type DemoClient, drawClients } from "./clients.ts";
import { closingActions } from "./closings.ts";
import { consentActions, templateAction } from "./consents.ts";
import { FRIEND, PATCH_TEST_SERVICES, SHINE } from "./menu.ts";
import { drawOutcome, type Outcome } from "./outcomes.ts";
import { drawClientOf, type PlannedAppointment, planAppointments } from "./plan.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Action } from "./runActions.ts";
import { SET_UP_DAYS_AGO } from "./salon.ts";
import { type Demo, FIELDS } from "./setUp.ts";

/** The record that `book` returns for a booked appointment. */
export type BookedAppointment = Extract<Awaited<ReturnType<typeof book>>, { outcome: "booked" }>["record"];

export interface Appointment extends PlannedAppointment, Outcome {
  readonly index: number;
  readonly client: DemoClient;
  readonly random: Random;
  /** The booked record; undefined before the booking and if the booking is rejected. */
  booked?: BookedAppointment;
  /** The discount of the appointment's promotion, in cents. */
  discount: number;
}

/**
 * The number of clients imported on the day after the business is set up; the others are created shortly before their first
 * booking.
 */
const IMPORTED_CLIENTS = 320;

export function drawAppointments(demo: Demo): { appointments: Appointment[]; clients: DemoClient[] } {
  const clients = drawClients(demo.today);
  const clientOf = drawClientOf(demo, clients);
  const appointments = planAppointments(demo).map((planned, index): Appointment => {
    const random = seededRandom(`appointment ${index}`);
    const outcome = drawOutcome(demo, planned, random);
    return { ...planned, ...outcome, index, client: clientOf(planned), random, discount: 0 };
  });
  return { appointments, clients };
}

/** Returns all changes up to now, in chronological order. */
export function actionsUntilNow(
  demo: Demo,
  { appointments, clients }: ReturnType<typeof drawAppointments>,
): Action[] {
  return [
    ...clientActions(demo, clients, appointments),
    ...appointments.flatMap((appointment) => appointmentActions(demo, appointment)),
    ...counterSaleActions(demo, appointments),
    templateAction(demo),
    ...closingActions(demo),
  ]
    .filter(({ at }) => at <= demo.now)
    .sort((one, other) => one.at - other.at);
}

function clientActions(
  demo: Demo,
  clients: readonly DemoClient[],
  appointments: readonly Appointment[],
): Action[] {
  const importAt = instantOf(demo.zone, demo.today - SET_UP_DAYS_AGO + 1, 9 * 60);
  const firstBookings = new Map<DemoClient, number>();
  for (const { client, bookedAt } of appointments)
    firstBookings.set(client, Math.min(bookedAt, firstBookings.get(client) ?? bookedAt));
  return clients.map((client, index) => {
    const firstAt = index < IMPORTED_CLIENTS ? undefined : firstBookings.get(client);
    const at = firstAt === undefined ? importAt + index * MINUTE : firstAt - 30 * MINUTE;
    return { at, client, order: "parallel", run: () => saveClient(demo, client, at) };
  });
}

async function saveClient({ tx, businessId, ownerId, idOf }: Demo, client: DemoClient, now: number) {
  const answers = [
    [FIELDS.allergies, client.allergies],
    [FIELDS.drink, client.drink],
    [FIELDS.photos, client.mayShowPhotos],
    [FIELDS.birthday, client.bornOn],
  ] as const;
  const given = answers.filter(([, answer]) => answer !== null);
  const input = {
    first_name: client.firstName,
    last_name: client.lastName,
    email: client.email,
    phone_e164: client.phone,
    alert: client.alert,
    custom_fields: Object.fromEntries(given.map(([label, answer]) => [idOf(label), answer])),
    ...(client.isBlockedOnline ? { online_booking_blocked: true } : {}),
  };
  const { id } = await createClient(tx, { businessId, createdBy: ownerId, now, client: input });
  client.id = id;
}

function appointmentActions(demo: Demo, appointment: Appointment): Action[] {
  const { tx } = demo;
  const { client, bookedAt, changes, random } = appointment;
  /** Creates an action that needs the booked appointment; it does nothing if the booking was rejected. */
  const action = (
    at: number,
    work: (booked: BookedAppointment) => Promise<unknown>,
    order: Action["order"] = "parallel",
  ): Action => {
    const run = async () => appointment.booked && (await work(appointment.booked));
    return { at, client, order, run };
  };
  const actions: Action[] = [
    { at: bookedAt, client, order: "awaited", run: () => bookAppointment(demo, appointment) },
    ...promotionActions(demo, appointment, action),
    ...consentActions(demo, appointment),
    ...feeActions(demo, appointment),
  ];
  if (needsPatchTest(appointment) && random.happens(0.9))
    actions.push(action(bookedAt + 20 * MINUTE, () => recordPatchTest(demo, client, bookedAt + 20 * MINUTE)));
  for (const { at, to, reason, cancelledBy } of changes) {
    const change = ({ id: appointmentId }: BookedAppointment) =>
      transition(tx, demo.snapshot, { appointmentId, ifMatch: null, to, reason, cancelledBy, now: at });
    if (to !== "completed") {
      const freesTime = to === "cancelled" || to === "declined" || to === "no_show";
      actions.push(action(at, change, freesTime ? "awaited" : "parallel"));
      continue;
    }
    // Paying for an appointment completes it. An appointment without a price is completed without a sale.
    let paid: Paid | undefined;
    const checkOut = async (booked: BookedAppointment) => {
      paid = await checkOutAppointment(demo, appointment, booked, at);
      if (paid === undefined) await change(booked);
    };
    actions.push(action(at, checkOut));
    if (random.happens(0.018)) {
      const refundedAt = at + random.whole(1, 3) * DAY;
      const cause = random.oneOf(["The colour faded within days", "Had to be done again", "Goodwill"]);
      actions.push(action(refundedAt, () => refundSome(demo, paid, cause, refundedAt)));
    }
  }
  return actions;
}

async function bookAppointment({ tx, snapshot, idOf }: Demo, appointment: Appointment): Promise<void> {
  const { client, location, startsAt, items, status, source, bookedAt } = appointment;
  if (client.id === undefined) throw new Error("A client of the demo books before it is created.");
  const outcome = await book(tx, snapshot, {
    location_id: idOf(location),
    client_id: client.id,
    startsAt,
    items: items.map(({ service, staff }) => ({ service_id: idOf(service.name), staff_id: idOf(staff) })),
    status,
    source,
    now: bookedAt,
  });
  if (outcome.outcome === "booked") appointment.booked = outcome.record;
}

function needsPatchTest({ items }: Appointment): boolean {
  return items.some(({ service }) => PATCH_TEST_SERVICES.includes(service.name));
}

async function recordPatchTest({ tx, businessId, zone }: Demo, client: DemoClient, now: number) {
  if (client.id === undefined || client.testedOn !== undefined) return;
  client.testedOn = dayAt(zone, now);
  const changes = { patch_test_at: dateOf(client.testedOn) };
  await updateClient(tx, { businessId, clientId: client.id, now, ifMatch: null, changes });
}

function promotionActions(
  demo: Demo,
  appointment: Appointment,
  action: (at: number, work: (booked: BookedAppointment) => Promise<unknown>) => Action,
): Action[] {
  const { items, dayOffset, bookedAt, random } = appointment;
  const isShine =
    items.some(({ service }) => SHINE.services.some((name) => name === service.name)) &&
    dayOffset >= SHINE.fromDay &&
    dayOffset <= SHINE.toDay &&
    random.happens(0.5);
  const isFriend = items.every(({ service }) => service.price > 0) && random.happens(0.012);
  if (!isShine && !isFriend) return [];
  const promotionId = demo.idOf(isShine ? SHINE.name : FRIEND);
  const at = bookedAt + MINUTE;
  const apply = async ({ id }: BookedAppointment) => {
    const promotionChanged = openSaleOf.repriceOpenSale;
    const input = { appointmentId: id, promotionId, ifMatch: null, own: null, promotionChanged, now: at };
    const { record } = await applyPromotion(demo.tx, demo.snapshot, input);
    appointment.discount = record.discount.amount;
  };
  return [action(at, apply)];
}
