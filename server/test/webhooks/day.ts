import { vi } from "vitest";
import { addMembership } from "../../src/features/access/accounts/index.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import type { EventType } from "../../src/kernel/events.ts";
import { newId } from "../../src/kernel/ids.ts";
import { ALL_EVENTS, type Answer, done, type ServedSalon, type WebhookApp } from "./fixture.ts";

/** The API requests that cause an event of this type. */
interface Cause {
  readonly type: EventType;
  publish(fixture: StaffedSalon): Promise<unknown>;
}

/** A salon with a signed-in owner. API keys can neither sell nor refund. */
interface StaffedSalon extends ServedSalon {
  /** Sends a request as a signed-in owner. Returns `data`, or throws on an error response. */
  owner(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Answer["data"]>;
}

let day = 0;
/** Creates an appointment on a new day and changes it to each of these statuses in turn. */
async function newAppointment({ salon, call }: ServedSalon, ...states: string[]) {
  const starts_at = new Date(Date.UTC(2027, 3, 5, 8) + 86_400_000 * day++).toISOString();
  const [status = "booked", ...rest] = states;
  const booking = {
    location_id: salon.locationId,
    client_id: salon.clientId,
    starts_at,
    status,
    items: [{ service_id: salon.cut, staff_id: salon.anna }],
  };
  const booked = await done(call("POST", "/appointments", booking));
  for (const to of rest) await done(call("POST", `/appointments/${booked.id}/transitions`, { to }));
  return booked;
}

const changing =
  (
    states: string[],
    method: "PATCH" | "POST",
    path: string,
    body: (one: { id: string; starts_at: string; items: { id: string }[] }) => object,
  ) =>
  async (fixture: StaffedSalon) => {
    const one = await newAppointment(fixture, ...states);
    return done(fixture.call(method, `/appointments/${one.id}/${path}`, body(one)));
  };
const going = (to: string, ...states: string[]) =>
  changing(states, "POST", "transitions", () => ({ to, reason: "Zitrone" }));

const euros = (amount: number) => ({ amount, currency: "EUR" });
const tender = (method: string, amount: number, reference = "Zitrone") => ({
  method,
  amount: euros(amount),
  reference,
});

/** Sells products or the services of an appointment. */
const sell = ({ salon, owner }: StaffedSalon, body: object) =>
  owner("POST", "/sales", { location_id: salon.locationId, ...body });
const bottle = (fixture: StaffedSalon, ...payments: object[]) =>
  sell(fixture, {
    lines: [{ kind: "product", description: "Zitrone", unit_price: euros(2000) }],
    payments,
  });
const refund = ({ owner }: StaffedSalon, paymentId: string, amount: number) =>
  owner("POST", `/payments/${paymentId}/refunds`, { amount: euros(amount), reason: "Zitrone" });

/** Applies a promotion to a new appointment. Returns the appointment. */
async function promoted(fixture: StaffedSalon): Promise<{ id: string }> {
  const { id: promotion_id } = await fixture.owner("POST", "/promotions", {
    name: "Zitrone",
    kind: "percent",
    percent: 10,
  });
  const one = await newAppointment(fixture);
  await fixture.owner("PUT", `/appointments/${one.id}/promotion`, { promotion_id });
  return one;
}

/** The causes in the contract's table (§7), each with the event type that it publishes. Add an entry for each new event type. */
const CAUSES: readonly Cause[] = [
  { type: "appointment.created", publish: (fixture) => newAppointment(fixture) },
  { type: "appointment.created", publish: (fixture) => newAppointment(fixture, "requested") },
  {
    type: "appointment.created",
    publish: async ({ salon, call }) => {
      const made = await done(
        call("POST", "/appointments/recurring", {
          location_id: salon.locationId,
          client_id: salon.clientId,
          starts_at: "2028-03-06T09:00:00+01:00",
          items: [{ service_id: salon.colour, staff_id: salon.ben }],
          every_weeks: 1,
          occurrences: 3,
        }),
      );
      if (made.created.length !== 3) throw new Error("The recurrence met something.");
    },
  },
  {
    type: "appointment.updated",
    publish: changing([], "PATCH", "schedule", ({ starts_at }) => ({
      starts_at: new Date(Date.parse(starts_at) + 3_600_000).toISOString(),
    })),
  },
  {
    type: "appointment.updated",
    publish: changing([], "PATCH", "duration", ({ items }) => ({ item_id: items[0]?.id, minutes: 60 })),
  },
  {
    type: "appointment.updated",
    publish: changing([], "PATCH", "note", () => ({ internal_note: "Zitrone" })),
  },
  { type: "appointment.updated", publish: going("booked", "requested") },
  { type: "appointment.updated", publish: going("booked", "booked", "arrived") },
  { type: "appointment.updated", publish: going("booked", "booked", "no_show") },
  { type: "appointment.updated", publish: going("arrived", "booked", "completed") },
  { type: "appointment.canceled", publish: going("cancelled") },
  { type: "appointment.canceled", publish: going("declined", "requested") },
  { type: "appointment.checked_in", publish: going("arrived") },
  { type: "appointment.completed", publish: going("completed", "booked", "arrived") },
  { type: "appointment.no_show", publish: going("no_show") },
  {
    type: "client.created",
    publish: ({ call }) => done(call("POST", "/clients", { first_name: "Zitrone", alert: "Zitrone" })),
  },
  {
    type: "client.updated",
    publish: ({ call, salon }) => done(call("PATCH", `/clients/${salon.clientId}`, { last_name: "Zitrone" })),
  },
  {
    type: "client.updated",
    publish: async ({ call }) => {
      const { id } = await done(call("POST", "/clients", { first_name: "Zitrone" }));
      await done(call("DELETE", `/clients/${id}`));
    },
  },
  {
    type: "client.updated",
    publish: async ({ salon, call, owner }) => {
      const { id } = await done(call("POST", "/clients", { first_name: "Zitrone", alert: "Zitrone" }));
      await owner("POST", `/clients/${salon.clientId}/merge`, { from_client_id: id });
    },
  },
  { type: "appointment.updated", publish: promoted },
  {
    type: "appointment.updated",
    publish: async (fixture) =>
      fixture.owner("DELETE", `/appointments/${(await promoted(fixture)).id}/promotion`),
  },
  // A checkout with a tip. The appointment is completed, two payments succeed, and the sale is completed.
  {
    type: "sale.completed",
    publish: async (fixture) => {
      const { id: appointment_id } = await newAppointment(fixture, "booked", "arrived");
      const payments = [tender("cash", 2500), tender("card", 2500)];
      const sale = await sell(fixture, { appointment_id, tip: euros(500), payments });
      if (sale.status !== "completed" || sale.payment_ids.length !== 2)
        throw new Error("The checkout did not close with two payments.");
    },
  },
  // A sale paid in two parts. The first payment succeeds while the sale is open.
  {
    type: "payment.succeeded",
    publish: async (fixture) => {
      const { id } = await bottle(fixture, tender("external", 500));
      await fixture.owner("POST", `/sales/${id}/payments`, tender("cash", 1500));
    },
  },
  // Payments with prepaid products. A gift card pays part of a sale; a package pays for a service.
  {
    type: "payment.succeeded",
    publish: async (fixture) => {
      const { id: package_id } = await fixture.owner("POST", "/packages", {
        name: "Zitrone",
        service_ids: [],
        units: 2,
        price: euros(8000),
      });
      const { clientId, cut } = fixture.salon;
      const sold = await sell(fixture, {
        client_id: clientId,
        lines: [
          { kind: "package", package_id },
          { kind: "gift_card", unit_price: euros(1000) },
        ],
        payments: [tender("cash", 9000)],
      });
      const code = sold.lines[1].gift_card_code;
      await bottle(fixture, tender("gift_card", 1000, code), tender("cash", 1000));
      const [{ id: holding }] = (await done(fixture.call("GET", `/clients/${clientId}/wallet`))).packages;
      await sell(fixture, {
        client_id: clientId,
        lines: [{ kind: "service", service_id: cut }],
        payments: [tender("package", 4500, holding)],
      });
    },
  },
  // Refunds part of a payment and then the rest.
  {
    type: "payment.refunded",
    publish: async (fixture) => {
      const { payment_ids } = await bottle(fixture, tender("cash", 2000));
      await refund(fixture, payment_ids[0], 500);
      await refund(fixture, payment_ids[0], 1500);
    },
  },
  // Sets a policy with a no-show fee, books an appointment that the client misses, and pays the fee.
  {
    type: "sale.completed",
    publish: async (fixture) => {
      await fixture.owner("PUT", "/policies", {
        cancellation_window_minutes: 60,
        no_show_fee: { kind: "amount", amount: euros(2000) },
        booking_text: "Zitrone",
      });
      const missed = await newAppointment(fixture, "booked", "no_show");
      const fee = { appointment_id: missed.id, kind: "no_show" };
      const { id } = await fixture.owner("POST", `/clients/${fixture.salon.clientId}/fees`, fee);
      const { sale } = await fixture.owner("POST", `/sales/${id}/payments`, tender("card", 2000));
      if (sale.status !== "completed") throw new Error("The fee was not paid.");
    },
  },
];

/**
 * Runs every cause in `CAUSES` once. Returns the number of causes and the event types that they publish. Throws if the
 * published description contains an event type without a cause.
 */
export async function scriptedDay(
  salon: ServedSalon,
  fixture: WebhookApp,
): Promise<{ causes: number; types: ReadonlySet<string> }> {
  const types = new Set<string>(CAUSES.map(({ type }) => type));
  // Repeats the request after a 503, because on a busy machine the server rejects requests that have waited too long.
  const described = async () => {
    const answer = await fetch(`${fixture.server.address}/api/v1/openapi.json`);
    const description = (await answer.json()) as { webhooks: object };
    return answer.status === 503 ? undefined : description;
  };
  const description = await vi.waitUntil(described, { timeout: 120_000, interval: 100 });
  // Excludes the `test` delivery, which is sent on request and is not an event.
  for (const type of [...ALL_EVENTS, ...Object.keys(description.webhooks)])
    if (type !== "test" && !types.has(type)) throw new Error(`The scripted day does not cause ${type}.`);
  const staffed = { ...salon, owner: await ownerAt(fixture, salon) };
  for (const { publish } of CAUSES) await publish(staffed);
  return { causes: CAUSES.length, types };
}

/** Signs up a user as an owner of the salon. Returns a function that sends requests as the owner. */
async function ownerAt(
  { server: { address }, database }: WebhookApp,
  { salon: { businessId } }: ServedSalon,
): Promise<StaffedSalon["owner"]> {
  const headers = { "content-type": "application/json", origin: address };
  const signedUp = await fetch(`${address}/api/auth/sign-up/email`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "Jana Lindner", email: `${newId()}@example.com`, password: newId() }),
  });
  const { user } = (await signedUp.json()) as { user: { id: string } };
  const cookie = String(signedUp.headers.getSetCookie()[0]?.split(";")[0]);
  const membership = { userId: user.id, businessId, role: "owner", staffId: null } as const;
  await database.transaction((tx) => addMembership(tx, { ...membership, now: systemClock.now() }));
  return async (method, path, body) => {
    const answer = await fetch(`${address}/api/v1/businesses/${businessId}${path}`, {
      method,
      headers: body === undefined ? { origin: address, cookie } : { ...headers, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (JSON.parse(text) as { data: Answer["data"] }).data;
  };
}
