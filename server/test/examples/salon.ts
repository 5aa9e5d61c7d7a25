import { deliverNow } from "../fixtures/deliverNow.ts";
import { openReceiver } from "../fixtures/receiver.ts";
import { settle } from "../fixtures/settle.ts";
import { fromBrowser, type Method, type Received, type RecordingApp } from "./recordingApp.ts";
import type { StableIds } from "./stableIds.ts";
import { type Asked, offer, trade } from "./trade.ts";

export interface ExampleSalon {
  /** Ids by the names in paths and bodies, such as `client` and `client_id`. */
  readonly ids: Readonly<Record<string, string>>;
  /** A key with every scope. */
  readonly key: string;
  /** Keys with one scope each. Every scoped route rejects at least one of them. */
  readonly narrowKeys: readonly { readonly scope: string; readonly key: string }[];
  /** Session cookies of signed-in users. */
  readonly owner: string;
  readonly manager: string;
  /** The session of a user who has signed up and been invited but is not a business member yet. */
  readonly guest: string;
}

export const PASSWORD = "correct horse battery staple";

/** The salon is open from Monday to Saturday, 09:00 to 18:00. */
const DAYS = [1, 2, 3, 4, 5, 6];
const open = (weekday: number) => ({ weekday, starts: "09:00", ends: "18:00" });

/** Sets up a salon in Berlin with API requests only. The stable ids of its records are the same in every recording. */
export async function createExampleSalon(server: RecordingApp, stable: StableIds): Promise<ExampleSalon> {
  const ask = async (
    name: string,
    method: Method,
    url: string,
    as: Record<string, string>,
    payload?: object,
  ) => {
    const answer = await server.send({ method, url, headers: as, ...(payload ? { payload } : {}) });
    if (answer.status >= 300) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    stable.learn(name, answer.body);
    return answer;
  };
  const signUp = (name: string, email: string) =>
    ask(email, "POST", "/api/auth/sign-up/email", fromBrowser(""), { name, email, password: PASSWORD });

  const owner = (await signUp("Jana Lindner", "jana@haarwerk.example")).cookie;
  const app = async (name: string, method: Method, path: string, payload?: object): Promise<Received> =>
    ask(name, method, `/api/v1${path}`, fromBrowser(owner), payload);
  const made = async (name: string, path: string, payload: object) =>
    (await app(name, "POST", path, payload)).body.data;

  const business = await made("Haarwerk", "/businesses", {
    name: "Haarwerk",
    type: "salon",
    country: "DE",
    currency: "EUR",
    time_zone: "Europe/Berlin",
    locale: "de-DE",
  });
  const b = `/businesses/${business.id}`;
  const field = await made("coffee", `${b}/client-fields`, {
    label: "How do you take your coffee?",
    type: "choice",
    options: ["Black", "With milk", "With oat milk"],
  });
  const location = await made("Mitte", `${b}/locations`, {
    name: "Haarwerk Mitte",
    address: { line1: "Torstraße 112", city: "Berlin", postal_code: "10119", country: "DE" },
    phone_e164: "+493055501234",
    email: "mitte@haarwerk.example",
  });
  await app("hours", "PUT", `${b}/locations/${location.id}/hours`, {
    hours: DAYS.map(open),
    hour_exceptions: [{ date: "2026-05-25", intervals: [] }],
  });
  const room = await made("room", `${b}/locations/${location.id}/resources`, {
    name: "Quiet room",
    type: "room",
    capacity: 1,
  });
  const member = async (name: string, payload: object) => {
    const { id } = await made(name, `${b}/staff`, { location_ids: [location.id], ...payload });
    const weekly = DAYS.map((weekday) => ({ location_id: location.id, ...open(weekday) }));
    await app(`${name}'s hours`, "PUT", `${b}/staff/${id}/hours`, { weekly, exceptions: [] });
    return id;
  };
  const anna = await member("Anna", {
    first_name: "Anna",
    last_name: "Keller",
    title: "Master stylist",
    color: "#7A5C99",
    position: 1,
  });
  const ben = await member("Ben", {
    first_name: "Ben",
    last_name: "Okafor",
    title: "Colourist",
    color: "#2A7AB8",
    position: 2,
  });
  const cuts = await made("cuts", `${b}/service-categories`, { name: "Cut and finish", position: 1 });
  const colours = await made("colours", `${b}/service-categories`, { name: "Colour", position: 2 });
  const service = (name: string, amount: number, payload: object) =>
    made(name, `${b}/services`, {
      name,
      price: { amount, currency: "EUR" },
      location_ids: [location.id],
      staff: [{ staff_id: anna }, { staff_id: ben }],
      ...payload,
    });
  const cut = await service("Women's cut and finish", 6200, {
    category_id: cuts.id,
    duration_minutes: 60,
    buffer_after_minutes: 10,
    position: 1,
  });
  const trim = await service("Men's cut", 3400, { category_id: cuts.id, duration_minutes: 30, position: 2 });
  const balayage = await service("Balayage", 16500, {
    category_id: colours.id,
    initial_minutes: 60,
    processing_minutes: 45,
    finishing_minutes: 45,
    requires_patch_test: true,
    price_kind: "from",
    staff: [{ staff_id: ben }],
    position: 3,
  });
  const ofOwner: Asked = async (name, method, path, payload, headers) =>
    (await ask(name, method, `/api/v1${b}${path}`, { ...fromBrowser(owner), ...headers }, payload)).body.data;
  const offers = await offer(ofOwner, { service: cut.id });
  const keyWith = async (label: string, scopes: readonly string[]) =>
    made(label, `${b}/api-keys`, { label, scopes });
  const website = await keyWith("Website", [
    "appointments:read",
    "appointments:write",
    "clients:read",
    "clients:write",
    "services:read",
    "staff:read",
    "payments:read",
  ]);
  const rota = await keyWith("Rota screen", ["staff:read"]);
  const newsletter = await keyWith("Newsletter", ["clients:read"]);
  const fixture = await keyWith("Till", ["appointments:write"]);
  const program = { authorization: `Bearer ${website.key}` };
  const sent = async (name: string, path: string, payload: object, method: Method = "POST") =>
    (await ask(name, method, `/api/v1${b}${path}`, program, payload)).body.data;
  const client = (name: string, payload: object) => sent(name, "/clients", payload);
  const zoe = await client("Zoë", {
    first_name: "Zoë",
    last_name: "Müller",
    email: "zoe.mueller@example.com",
    phone_e164: "+4915155501001",
    custom_fields: { [field.id]: "With oat milk" },
  });
  const amira = await client("Amira", {
    first_name: "Amira",
    last_name: "Haddad",
    email: "amira@example.com",
    phone_e164: "+4915155501002",
    alert: "Sensitive to ammonia",
    patch_test_at: "2026-04-28",
  });
  const tom = await client("Tom", { first_name: "Tom", last_name: "Fischer" });
  const newAppointment = (
    name: string,
    clientId: string,
    startsAt: string,
    serviceId: string,
    staffId: string,
  ) =>
    sent(name, "/appointments", {
      location_id: location.id,
      client_id: clientId,
      starts_at: startsAt,
      items: [{ service_id: serviceId, staff_id: staffId }],
    });
  const march = await newAppointment("Zoë in March", zoe.id, "2026-03-25T15:00:00+01:00", cut.id, anna);
  await sent("Zoë came", `/appointments/${march.id}/transitions`, { to: "completed" });
  const may = await newAppointment("Zoë in May", zoe.id, "2026-05-06T10:00:00+02:00", cut.id, anna);
  const toms = await newAppointment("Tom in May", tom.id, "2026-05-06T11:30:00+02:00", trim.id, ben);
  const colour = await newAppointment(
    "Amira in May",
    amira.id,
    "2026-05-07T13:00:00+02:00",
    balayage.id,
    ben,
  );
  const withoutKey: Asked = async (name, method, path, payload) =>
    (await ask(name, method, `/api/v1${path}`, {}, payload)).body.data;
  const at = { location: location.id, client: zoe.id, march: march.id, may: may.id, staff: anna };
  const sold = await trade(ofOwner, withoutKey, at, offers);
  // Earlier changes cause no deliveries, because the endpoint did not exist. The change of the note below causes a delivery.
  await settle(server.database);
  const receiver = await openReceiver();
  const endpoint = await sent("subscriber", "/webhooks", {
    url: `${receiver.url}/daybook`,
    events: ["appointment.created", "appointment.updated", "appointment.canceled"],
  });
  const note = { internal_note: "Wants it a little warmer than last time." };
  await sent("note", `/appointments/${colour.id}/note`, note, "PATCH");
  await deliverNow(server);
  receiver.close();
  const listed = async (name: string, path: string) =>
    (await ask(name, "GET", `/api/v1${b}${path}`, program)).body.data.items;
  await listed("event", "/events");
  const [delivery] = await listed("delivery", `/webhooks/${endpoint.id}/deliveries`);
  const block = await sent("lunch", "/blocks", {
    location_id: location.id,
    staff_id: anna,
    starts_at: "2026-05-06T13:00:00+02:00",
    ends_at: "2026-05-06T13:45:00+02:00",
    label: "Lunch",
  });
  const timeOff = await made("holiday", `${b}/staff/${ben}/time-off`, {
    starts_at: "2026-07-13T00:00:00+02:00",
    ends_at: "2026-07-25T00:00:00+02:00",
    label: "Summer holiday",
  });
  // Uses each key once. The server stores a key's last use at most once a minute, so later requests do not change it.
  for (const { key } of [rota, newsletter, fixture])
    await ask("me", "GET", "/api/v1/me", { authorization: `Bearer ${key}` });

  const invite = (email: string, role: string) =>
    made(`invitation of ${email}`, `${b}/invitations`, { email, role });
  await invite("lea@haarwerk.example", "manager");
  const manager = await signUp("Lea Brandt", "lea@haarwerk.example");
  const token = tokenIn(server);
  await ask("Lea", "POST", "/api/v1/invitations/accept", fromBrowser(manager.cookie), { token });
  const invitation = await invite("mira@haarwerk.example", "reception");
  const guest = await signUp("Mira Sommer", "mira@haarwerk.example");

  const names: Record<string, string> = {
    business: business.id,
    slug: business.slug,
    location: location.id,
    client: zoe.id,
    service: cut.id,
    staff: anna,
    resource: room.id,
    appointment: may.id,
    item: may.items[0].id,
    block: block.id,
    category: cuts.id,
    field: field.id,
    time_off: timeOff.id,
    user: manager.body.user.id,
    key: newsletter.id,
    invitation: invitation.id,
    endpoint: endpoint.id,
    delivery: delivery.id,
    ben,
    colleague: ben,
    trim: trim.id,
    balayage: balayage.id,
    amira: amira.id,
    tom: tom.id,
    colour: colour.id,
    march: march.id,
    tomsAppointment: toms.id,
    ...offers,
    ...sold,
  };
  return {
    ids: { ...names, ...Object.fromEntries(Object.entries(names).map(([name, id]) => [`${name}_id`, id])) },
    key: website.key,
    narrowKeys: [
      { scope: "staff:read", key: rota.key },
      { scope: "clients:read", key: newsletter.key },
      { scope: "appointments:write", key: fixture.key },
    ],
    owner,
    manager: manager.cookie,
    guest: guest.cookie,
  };
}

export function tokenIn({ emails }: RecordingApp): string {
  const token = /token=([\w-]+)/.exec(emails.at(-1)?.text ?? "")?.[1];
  if (token === undefined) throw new Error("No letter with a token has been sent.");
  return token;
}
