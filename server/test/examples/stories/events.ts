import type { EventType } from "../../../src/kernel/events.ts";
import type { Received } from "../recordingApp.ts";
import type { Caller, StoryContext } from "../story.ts";
import { EUR } from "../trade.ts";
import { openSaleOf, sellHaircare } from "./till.ts";

type EventInput = (context: StoryContext) => Promise<Received>;

const to =
  (appointment: string, state: string, who: Caller = "key"): EventInput =>
  ({ ask, ids }) =>
    ask(who, "POST", `/appointments/${ids[appointment]}/transitions`, { to: state });

/**
 * For each event type, the requests that cause an event of this type. The recording sends the requests in this order in the
 * same salon.
 */
export const EVENT_STORIES: Readonly<Partial<Record<EventType, EventInput>>> = {
  // This story must run before the cancellation of Tom's appointment, because the API rejects sales for cancelled appointments.
  "payment.succeeded": async (context) => {
    const { sale } = await openSaleOf(context);
    return context.ask("owner", "POST", `/sales/${sale}/payments`, { method: "card", amount: EUR(1000) });
  },
  "appointment.created": ({ ask, ids }) =>
    ask("key", "POST", "/appointments", {
      location_id: ids.location,
      client_id: ids.client,
      starts_at: "2026-06-03T10:00:00+02:00",
      items: [{ service_id: ids.service, staff_id: ids.staff }],
    }),
  "appointment.updated": ({ ask, ids }) =>
    ask("key", "PATCH", `/appointments/${ids.appointment}/schedule`, {
      starts_at: "2026-05-08T14:30:00+02:00",
    }),
  "appointment.checked_in": to("appointment", "arrived"),
  "appointment.completed": to("appointment", "completed"),
  "appointment.no_show": to("colour", "no_show"),
  "appointment.canceled": ({ ask, ids }) =>
    ask("key", "POST", `/appointments/${ids.tomsAppointment}/transitions`, {
      to: "cancelled",
      reason: "Has caught a cold.",
    }),
  "client.created": ({ ask }) =>
    ask("key", "POST", "/clients", {
      first_name: "Yara",
      last_name: "Santos",
      email: "yara.santos@example.com",
      phone_e164: "+4915155501004",
    }),
  "client.updated": ({ ask, ids }) =>
    ask("key", "PATCH", `/clients/${ids.amira}`, { alert: "Sensitive to ammonia and latex" }),
  "sale.completed": sellHaircare,
  "payment.refunded": ({ ask, ids }) =>
    ask("owner", "POST", `/payments/${ids.payment}/refunds`, {
      amount: EUR(1500),
      reason: "The fringe came out shorter than agreed.",
    }),
};
