import { DAY, dateOf, dayAt, MINUTE } from "@daybook/engine";
import { updateClient } from "../features/clients/clients/index.ts";
import { createNote } from "../features/clients/notes/index.ts";
import { type book, transition } from "../features/scheduling/appointments/index.ts";
import { bookAppointment, deposit, drawPromotion, hasDeposit, promote } from "./bookings.ts";
import { checkOutAppointment, type Paid, refundSome } from "./checkout.ts";
import { type DemoClient, drawClients } from "./clients.ts";
import { consentActions } from "./consents.ts";
import type { Demo } from "./demo.ts";
import { feeActions } from "./otherSales.ts";
import { drawOutcome, type Outcome } from "./outcomes.ts";
import { drawClientOf, type PlannedAppointment, planAppointments } from "./plan.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Action } from "./timeline.ts";

export type BookedAppointment = Extract<Awaited<ReturnType<typeof book>>, { outcome: "booked" }>["record"];

export interface Appointment extends PlannedAppointment, Outcome {
  readonly index: number;
  readonly client: DemoClient;
  readonly random: Random;
  /** The booked record; undefined before the booking and if the booking is refused. */
  booked?: BookedAppointment;
  /** The sum of its discount and its deposit, in cents. */
  credit: number;
}

const FORMULAS = [
  "Roots 6.1 + 6.0 (1:1), 6 %, 35 min",
  "Full head 7.3 with 9 %, toner 9.16 for 12 min",
  "Highlights in 28 foils, bleach 6 %, gloss 10.21",
  "5.0 + 5.4 (2:1), 3 %; covers grey well, 40 min",
  "Balayage from the cheekbones, toner 8.1 + 9.2 for 8 min",
];

export function drawAppointments(demo: Demo): { appointments: Appointment[]; clients: DemoClient[] } {
  const clients = drawClients(demo.today);
  const clientOf = drawClientOf(demo, clients);
  const appointments = planAppointments(demo).map((planned, index): Appointment => {
    const random = seededRandom(`appointment ${index}`);
    const outcome = drawOutcome(demo, planned, random);
    return { ...planned, ...outcome, index, client: clientOf(planned), random, credit: 0 };
  });
  return { appointments, clients };
}

/** Returns the booking of an appointment and everything that follows from it. */
export function appointmentActions(demo: Demo, appointment: Appointment): Action[] {
  const { tx, businessId } = demo;
  const { client, bookedAt, changes, items, random } = appointment;
  const actions: Action[] = [{ at: bookedAt, run: (now) => bookAppointment(demo, appointment, now) }];
  /** Adds an action that needs the booked appointment; it does nothing if the booking was refused. */
  const add = (at: number, work: (booked: BookedAppointment, now: number) => Promise<unknown>) =>
    actions.push({ at, run: async (now) => appointment.booked && (await work(appointment.booked, now)) });

  const promotion = drawPromotion(appointment);
  if (promotion !== undefined)
    add(bookedAt + MINUTE, (booked, now) => promote(demo, appointment, booked, promotion, now));
  else if (hasDeposit(appointment))
    add(bookedAt + MINUTE, (booked, now) => deposit(demo, appointment, booked, now));
  actions.push(...consentActions(demo, appointment), ...feeActions(demo, appointment));
  if (items.some(({ service }) => service.input.requires_patch_test) && random.happens(0.9))
    add(bookedAt + 20 * MINUTE, async ({ client_id: clientId }, now) => {
      if (client.testedOn !== undefined) return;
      client.testedOn = dayAt(demo.zone, now);
      const tested = { patch_test_at: dateOf(client.testedOn) };
      await updateClient(tx, { businessId, clientId, now, ifMatch: null, changes: tested });
    });
  for (const { at, to, reason = null, cancelledBy = "team" } of changes) {
    const change = ({ id: appointmentId }: BookedAppointment, now: number) =>
      transition(tx, demo.snapshot, { appointmentId, ifMatch: null, to, reason, cancelledBy, now });
    if (to !== "completed") {
      add(at, change);
      continue;
    }
    // Paying for an appointment completes it. An appointment without a price is completed without a sale.
    let paid: Paid | undefined;
    add(at, async (booked, now) => {
      paid = await checkOutAppointment(demo, appointment, booked, now);
      if (paid === undefined) await change(booked, now);
    });
    if (items.some(({ service }) => service.category === "Colour") && random.happens(0.7))
      add(at, (booked, now) => noteFormula(demo, booked, random, now));
    if (random.happens(0.018))
      add(at + random.whole(1, 3) * DAY, (_, now) => refundSome(demo, paid, random, now));
  }
  return actions;
}

async function noteFormula(
  { tx, businessId, zone }: Demo,
  { client_id: clientId }: BookedAppointment,
  random: Random,
  now: number,
): Promise<void> {
  const note = {
    text: random.oneOf(FORMULAS),
    noted_on: dateOf(dayAt(zone, now)),
    pinned: random.happens(0.2),
  };
  await createNote(tx, { businessId, clientId, own: null }, note, now);
}
