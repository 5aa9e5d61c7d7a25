import type { Ids, Stories, StoryContext } from "../story.ts";

const PIN = "271828";

const withCookie = { headers: ({ kiosk_cookie }: Ids) => ({ cookie: String(kiosk_cookie) }) };
const withPin = { ...withCookie, body: () => ({ pin: PIN }) };

/** Stories for kiosks and for pairing them in the app. */
export const KIOSK_STORIES: Stories = {
  pairKiosk: { before: waiting, body: ({ pairing_code }) => ({ code: pairing_code, name: "Front desk" }) },
  listKiosks: { before: paired },
  updateKiosk: { before: paired, body: () => ({ name: "Window" }) },
  revokeKiosk: { before: paired },
  getKiosk: { before: paired, ...withCookie },
  getKioskMenu: { before: paired, ...withCookie },
  findKioskAppointments: { before: expected, ...withCookie, body: () => ({ phone: "0151 55501001" }) },
  checkInClient: {
    before: found,
    ...withCookie,
    body: ({ check_in_token }) => ({ check_in_token }),
  },
  createWalkIn: {
    before: paired,
    ...withCookie,
    body: ({ service }) => ({
      id: "01990000-0000-7000-8000-00000000c0de",
      first_name: "Yara",
      last_name: "Haddad",
      phone_e164: "+4915112345678",
      service_ids: [service],
    }),
  },
  unlockKiosk: { before: withPinSet, ...withPin },
  unpairKiosk: { before: withPinSet, ...withPin },
};

/** Starts a pairing as a tablet. Returns the code and the cookie. */
async function waiting({ server }: StoryContext): Promise<Ids> {
  const { body, cookie } = await server.send({ method: "POST", url: "/api/v1/kiosk/pairings" });
  return { pairing_code: body.data.code, kiosk_cookie: cookie };
}

async function paired(context: StoryContext): Promise<Ids> {
  const { pairing_code, kiosk_cookie } = await waiting(context);
  const { ask, ids } = context;
  const { body } = await ask("owner", "POST", `/locations/${ids.location}/kiosks`, {
    code: pairing_code,
    name: "Front desk",
  });
  return { kiosk: body.data.id, kiosk_cookie: String(kiosk_cookie) };
}

async function withPinSet(context: StoryContext): Promise<Ids> {
  await context.ask("owner", "PUT", `/locations/${context.ids.location}/kiosk-pin`, { pin: PIN });
  return paired(context);
}

/** Pairs a kiosk, and books an appointment in 20 minutes for the client whose phone number the lookup uses. */
async function expected(context: StoryContext): Promise<Ids> {
  const { ask, ids } = context;
  await ask("key", "POST", "/appointments", {
    location_id: ids.location,
    client_id: ids.client,
    starts_at: "2026-05-04T09:30:00+02:00",
    items: [{ service_id: ids.service, staff_id: ids.staff }],
  });
  return paired(context);
}

async function found(context: StoryContext): Promise<Ids> {
  const ids = await expected(context);
  const { body } = await context.server.send({
    method: "POST",
    url: "/api/v1/kiosk/lookups",
    headers: { ...context.as("anonymous"), cookie: String(ids.kiosk_cookie) },
    payload: { phone: "+4915155501001" },
  });
  return { ...ids, check_in_token: body.data.appointments[0].check_in_token };
}
