import { MINUTE, type Status } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import type { EventType } from "../../../kernel/events.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { checkOut, refund } from "../../checkout/payments/index.ts";
import { createClient, updateClient } from "../../clients/clients/index.ts";
import { book, transition } from "../../scheduling/appointments/index.ts";
import { assertCurrent, type SchedulingSnapshot, withSnapshot } from "../../scheduling/snapshot/index.ts";
import { type Bookable, createBookable, findBookable } from "./menu.ts";

const HOUR = 60 * MINUTE;

/** A sandbox in an open transaction, with the location, staff member and service for appointments. */
interface Setting {
  readonly tx: Transaction;
  readonly snapshot: SchedulingSnapshot;
  readonly bookable: Bookable;
  readonly now: number;
}

/**
 * Triggers an event in a sandbox: creates and changes records as the API does, so that the event refers to an existing record.
 * First creates a location, a staff member and a service if the sandbox has none. Calls `store` with the id of the event's
 * record in the same transaction, and returns the result of `store`. Throws `not_found` for a business that is not a sandbox.
 */
export async function trigger<T>(
  { database, clock }: Context,
  businessId: string,
  type: EventType,
  store: (tx: Transaction, recordId: string) => T,
): Promise<T> {
  const { sandbox: isSandbox, country } = await businessRecord(database, businessId);
  if (!isSandbox) throw notFound();
  await withSnapshot(database, businessId, async (snapshot) => {
    await assertCurrent(database, snapshot);
    if (findBookable(snapshot) !== undefined) return;
    await database.transaction((tx) => createBookable(tx, snapshot, country, clock.now()));
  });
  return withSnapshot(database, businessId, (snapshot) =>
    database.transaction(async (tx) => {
      await assertCurrent(tx, snapshot);
      const bookable = findBookable(snapshot);
      if (bookable === undefined) throw new Error("The sandbox has no service that can be booked.");
      const recordId = await ACTIONS[type]({ tx, snapshot, bookable, now: clock.now() });
      return store(tx, recordId);
    }),
  );
}

/** For each event type, a function that triggers an event and returns the id of the event's record. */
const ACTIONS: Readonly<Record<EventType, (setting: Setting) => Promise<string>>> = {
  "appointment.created": (setting) => appointment(setting, "booked"),
  "appointment.updated": (setting) => appointment(setting, "requested", "booked"),
  "appointment.canceled": (setting) => appointment(setting, "booked", "cancelled"),
  "appointment.checked_in": (setting) => appointment(setting, "booked", "arrived"),
  "appointment.completed": (setting) => appointment(setting, "booked", "completed"),
  "appointment.no_show": (setting) => appointment(setting, "booked", "no_show"),
  "client.created": client,
  "client.updated": async (setting) => {
    const { tx, snapshot, now } = setting;
    const clientId = await client(setting);
    const changes = { last_name: "Updated" };
    await updateClient(tx, { businessId: snapshot.businessId, clientId, now, ifMatch: null, changes });
    return clientId;
  },
  "payment.succeeded": async (setting) => (await payment(setting)).paymentId,
  "payment.refunded": async (setting) => {
    const { tx, snapshot, now } = setting;
    const { paymentId, amount } = await payment(setting);
    const business = { id: snapshot.businessId, webhookPayload: snapshot.webhookPayload };
    await refund(tx, business, { paymentId, input: { amount, reason: "Test" }, now });
    return paymentId;
  },
  "sale.completed": async (setting) => (await payment(setting)).saleId,
};

async function client({ tx, snapshot, now }: Setting): Promise<string> {
  const details = { first_name: "Test", last_name: "Client", email: "test.client@example.com" };
  const creation = { businessId: snapshot.businessId, createdBy: null, now, client: details };
  return (await createClient(tx, creation)).id;
}

/**
 * Books an appointment for a new client on a full hour, one to two hours from now, even if the time is taken. Then changes the
 * status of the appointment.
 */
async function appointment(
  setting: Setting,
  status: "booked" | "requested",
  ...changes: readonly Status[]
): Promise<string> {
  const { tx, snapshot, now, bookable } = setting;
  const booked = await book(tx, snapshot, {
    location_id: bookable.locationId,
    client_id: await client(setting),
    startsAt: Math.ceil((now + HOUR) / HOUR) * HOUR,
    items: [{ service_id: bookable.serviceId, staff_id: bookable.staffId }],
    status,
    source: "api",
    force: true,
    now,
  });
  if (booked.outcome === "taken") throw new Error("A booking with overbooking allowed was rejected.");
  const { id: appointmentId } = booked.record;
  for (const to of changes)
    await transition(tx, snapshot, {
      appointmentId,
      ifMatch: null,
      to,
      reason: null,
      cancelledBy: "team",
      now,
    });
  return appointmentId;
}

/** Sells a product for cash. */
async function payment({ tx, snapshot, bookable, now }: Setting) {
  const amount = { amount: 1_000, currency: snapshot.currency };
  const input = {
    location_id: bookable.locationId,
    lines: [{ kind: "product" as const, description: "Test product", unit_price: amount }],
    payments: [{ method: "cash" as const, amount }],
  };
  const { sale, payments } = await checkOut(tx, snapshot, { input, own: null, role: "owner", now });
  const [paid] = payments;
  if (paid === undefined) throw new Error("The sale has no payment.");
  return { saleId: sale.id, paymentId: paid.id, amount };
}
