import type { Ids, Stories, StoryContext } from "../story.ts";
import { connect } from "./till.ts";

const holdBody = ({ location, service }: Ids) => ({
  location_id: location,
  starts_at: "2026-05-11T09:00:00+02:00",
  items: [{ service_id: service, staff_id: "any" }],
});

const bookingBody = ({ hold_token }: Ids) => ({
  hold_token,
  client: { first_name: "Yara", last_name: "Haddad", phone_e164: "+4915112345678" },
  policy_version: 1,
  language: "en",
});

/** Stories for the booking page's public operations. */
export const BOOKING_STORIES: Stories = {
  getPublicBusiness: { before: publish },
  getPublicMenu: { before: publish },
  requestVisitorCode: { body: () => ({ email: "zoe@example.com", language: "de" }) },
  submitVisitorCode: { before: requestCode, body: ({ digits }) => ({ code: digits }) },
  getVisitor: {
    before: provenVisitor,
    headers: ({ visitor_token }) => ({ "visitor-token": String(visitor_token) }),
  },
  findPublicAvailability: {
    before: publish,
    query: ({ location, service }) => ({
      location_id: String(location),
      service_ids: String(service),
      from: "2026-05-11T09:00:00+02:00",
      to: "2026-05-11T10:00:00+02:00",
    }),
  },
  createHold: { before: publish, body: holdBody },
  extendHold: { before: held },
  deleteHold: { before: held },
  bookHold: {
    before: heldAndProven,
    headers: ({ visitor_token }) => ({ "visitor-token": String(visitor_token) }),
    body: bookingBody,
  },
  createHoldPayment: {
    before: heldWithDeposit,
    headers: ({ visitor_token }) => ({ "visitor-token": String(visitor_token) }),
    body: (ids) => {
      const { hold_token: _, ...booking } = bookingBody(ids);
      return { ...booking, policy_version: 2 };
    },
  },
  getManagedAppointment: { before: booked },
  cancelManagedAppointment: { before: booked, body: () => ({ reason: "I am ill" }) },
  confirmManagedAppointment: { before: booked },
  checkInManagedAppointment: { before: bookedNow },
  rescheduleManagedAppointment: { before: booked, body: () => ({ starts_at: "2026-05-11T11:00:00+02:00" }) },
  findManagedAvailability: {
    before: booked,
    query: () => ({ from: "2026-05-11T11:00:00+02:00", to: "2026-05-11T12:00:00+02:00" }),
  },
  getManagedCalendarFile: { before: booked, headers: () => ({ accept: "application/json" }) },
};

/** Publishes the location and creates a hold there. Returns the hold's token. */
export async function held(context: StoryContext): Promise<Ids> {
  await publish(context);
  const { server, ids } = context;
  const url = `/api/v1/public/businesses/${ids.slug}/holds`;
  const { body } = await server.send({ method: "POST", url, payload: holdBody(ids) });
  return { hold_token: body.data.hold_token };
}

export async function publish({ ask, ids }: StoryContext): Promise<Ids> {
  await ask("owner", "PUT", `/locations/${ids.location}/publishing`, { published: true });
  return {};
}

/** Requests a code for Zoë's e-mail address. Returns the code's id and the digits in the e-mail. */
export async function requestCode({ server, ids }: StoryContext): Promise<Ids> {
  const url = `/api/v1/public/businesses/${ids.slug}/codes`;
  const { body } = await server.send({ method: "POST", url, payload: { email: "zoe@example.com" } });
  const digits = /^\d{6}$/m.exec(server.emails.at(-1)?.text ?? "")?.[0] ?? "";
  return { code: body.data.id, digits };
}

/** Creates a hold and verifies the e-mail address of a new visitor. Returns both tokens. */
export async function heldAndProven(context: StoryContext): Promise<Ids> {
  const hold = await held(context);
  return { ...hold, ...(await provenVisitor(context)) };
}

/** Sets a policy with a deposit, connects the online payment account, and creates a hold for a verified visitor. */
async function heldWithDeposit(context: StoryContext): Promise<Ids> {
  await connect(context);
  const deposit = { kind: "percent", percent: 30 };
  await context.ask("owner", "PUT", "/policies", { cancellation_window_minutes: 1440, deposit });
  return heldAndProven(context);
}

/** Confirms a code as a new visitor. Returns the visitor's token. */
export async function provenVisitor({ server, ids }: StoryContext): Promise<Ids> {
  const url = `/api/v1/public/businesses/${ids.slug}/codes`;
  const requested = await server.send({ method: "POST", url, payload: { email: "yara@example.com" } });
  const code = /^\d{6}$/m.exec(server.emails.at(-1)?.text ?? "")?.[0];
  const { body } = await server.send({
    method: "POST",
    url: `${url}/${requested.body.data.id}`,
    payload: { code },
  });
  return { visitor_token: body.data.visitor_token };
}

/** Books an appointment online. Returns the token of its manage link. */
async function booked(context: StoryContext): Promise<Ids> {
  const { server, ids } = context;
  const ready = await heldAndProven(context);
  const { body } = await server.send({
    method: "POST",
    url: `/api/v1/public/businesses/${ids.slug}/bookings`,
    headers: { "visitor-token": String(ready.visitor_token) },
    payload: bookingBody(ready),
  });
  return { token: String(body.data.manage_url).split("/").at(-1) ?? "" };
}

/**
 * Books an appointment online and reschedules it to 20 minutes from now as the business. Returns the token of its manage
 * link.
 */
async function bookedNow(context: StoryContext): Promise<Ids> {
  const link = await booked(context);
  const { ask, ids } = context;
  const query = `location_id=${ids.location}&from=2026-05-11T00:00:00Z&to=2026-05-12T00:00:00Z`;
  const { body } = await ask("key", "GET", `/appointments?${query}`);
  const online = body.data.items.find((each: { source: string }) => each.source === "online");
  await ask("key", "PATCH", `/appointments/${online.id}/schedule`, {
    starts_at: "2026-05-04T09:30:00+02:00",
    force: true,
  });
  return link;
}
