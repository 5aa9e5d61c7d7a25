import { afterEach, expect, test, vi } from "vitest";
import { bookingApp, newAddress } from "../../../../test/fixtures/bookingApp.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { startTwilioDouble } from "../../../../test/fixtures/twilioDouble.ts";

const NUMBER = "+4915112345678";

const twilio = await startTwilioDouble();
const open = await bookingApp({ server: { textSender: twilio.sender } });
afterEach(() => {
  twilio.answer = () => "accepted";
});

/** Waits for the text message to a number and returns its code. The message is sent after the response. */
async function codeTo(phone: string): Promise<string> {
  const message = await vi.waitFor(
    () => twilio.received.findLast(({ to }) => to === phone) ?? Promise.reject(new Error("no message")),
    { timeout: 30_000, interval: 20 },
  );
  twilio.received.length = 0;
  return /^\d{6}/.exec(message.text)?.[0] ?? "";
}

async function verifyNumber(phone_e164: string) {
  const { id } = (await open.visit("POST", "/codes", { phone_e164 })).body.data;
  return open.visit("POST", `/codes/${id}`, { code: await codeTo(phone_e164) });
}

test("a code in one text message proves a number, and the visitor books with it as a new client", async () => {
  const { salon } = open;
  expect((await open.visit("GET", "")).body.data.codes_by_phone).toBe(true);
  const sent = await open.visit("POST", "/codes", { phone_e164: NUMBER, language: "fr" });
  expect(sent).toMatchObject({ status: 201, body: { data: { sent_to: NUMBER } } });
  await vi.waitFor(() => expect(twilio.received).toHaveLength(1), { timeout: 30_000 });
  const [message] = twilio.received;
  expect(message?.text).toMatch(/^\d{6} est votre code pour réserver chez Salon Lindenhof\./);
  expect(message?.text.length).toBeLessThanOrEqual(160);
  expect(open.emails).toEqual([]);
  const code = await codeTo(NUMBER);
  const verified = await open.visit("POST", `/codes/${sent.body.data.id}`, { code });
  expect(verified.body.data.people).toEqual([]);
  const token = verified.body.data.visitor_token;
  const hold = async (starts_at: string) =>
    (
      await open.visit(
        "POST",
        "/holds",
        { location_id: salon.locationId, starts_at, items: [{ service_id: salon.cut, staff_id: "any" }] },
        { token },
      )
    ).body.data.hold_token;
  const book = async (hold_token: string, who: object) =>
    open.visit("POST", "/bookings", { hold_token, ...who, policy_version: null, language: "fr" }, { token });
  const first = await hold("2027-03-08T09:00:00+01:00");
  const other = { first_name: "Léa", last_name: "Roux", phone_e164: "+33612345678" };
  expect((await book(first, { client: other })).body.details.fields).toMatchObject([
    { path: "/client/phone_e164", message: "must be the verified phone number" },
  ]);
  const lea = { first_name: "Léa", last_name: "Roux", email: "lea@example.com" };
  const booked = await book(first, { client: lea });
  expect(booked.status, booked.text).toBe(201);
  // A repeated request returns the same appointment.
  expect((await book(first, { client: lea })).body.data.reference).toBe(booked.body.data.reference);
  expect(
    await sql(open.database)<{ first_name: string; email: string | null; phone_e164: string }>`
    select first_name, email, phone_e164 from clients where phone_e164 = ${NUMBER} order by first_name`,
  ).toEqual([{ first_name: "Léa", email: "lea@example.com", phone_e164: NUMBER }]);
  const again = (await verifyNumber(NUMBER)).body.data.people;
  expect(again).toMatchObject([{ first_name: "Léa" }]);
});

test("known, unknown and blocked numbers get the same answer; a blocked one is refused after the right code only", async () => {
  await open.addClient({ phone_e164: "+4915100000001" });
  await open.addClient({ phone_e164: "+4915100000003", online_booking_blocked: true });
  const numbers = ["+4915100000001", "+4915100000002", "+4915100000003"];
  const answers = await Promise.all(
    numbers.map((phone_e164) => open.visit("POST", "/codes", { phone_e164 })),
  );
  const shapes = answers.map(({ status, text, body }) =>
    JSON.stringify([status, text.replace(body.data.id, "ID").replace(/\+\d+/, "N")]),
  );
  expect(new Set(shapes).size).toBe(1);
  // Waits for all three messages, because otherwise `verifyNumber` could read one of them.
  await vi.waitFor(() => expect(twilio.received).toHaveLength(3), { timeout: 30_000 });
  twilio.received.length = 0;
  expect(await verifyNumber("+4915100000003")).toMatchObject({
    status: 403,
    body: { code: "online_booking_unavailable" },
  });
});

test("codes to one number are limited, and those of a business in an hour; e-mail stays available", async () => {
  const phone_e164 = "+4915100000010";
  const address = newAddress();
  const statuses = [];
  for (let i = 0; i < 4; i++)
    statuses.push((await open.visit("POST", "/codes", { phone_e164 }, { address })).status);
  expect(statuses).toEqual([201, 201, 201, 429]);
  let last = 201;
  for (let i = 0; last === 201 && i < 100; i++)
    last = (await open.visit("POST", "/codes", { phone_e164: `+49151001${1000 + i}` })).status;
  expect(last).toBe(429);
  const refused = await open.visit("POST", "/codes", { phone_e164: "+4915100000011" });
  expect(refused.body).toMatchObject({
    code: "rate_limited",
    message: "The business has sent too many codes by text message. Use an e-mail address.",
  });
  expect((await open.visit("POST", "/codes", { email: "still@example.com" })).status).toBe(201);
  open.clock.set(open.clock.now() + 60 * 60_000);
});

test("exactly one contact is accepted, no short numbers, and no phone without a provider", async () => {
  const paths = async (body: object, at = open) =>
    (await at.visit("POST", "/codes", body)).body.details?.fields?.map(({ path }: { path: string }) => path);
  expect(await paths({})).toEqual(["/email"]);
  expect(await paths({ email: "a@example.com", phone_e164: NUMBER })).toEqual(["/email"]);
  expect(await paths({ phone_e164: "+4911" })).toEqual(["/phone_e164"]);
  const without = await bookingApp();
  try {
    expect((await without.visit("GET", "")).body.data.codes_by_phone).toBe(false);
    expect((await without.visit("POST", "/codes", { phone_e164: NUMBER })).body).toMatchObject({
      code: "validation_failed",
      details: {
        fields: [{ path: "/phone_e164", message: "is not accepted: this server sends codes by e-mail only" }],
      },
    });
  } finally {
    await without.close();
  }
});

test("deleting a client invalidates the tokens and codes of the client's number", async () => {
  const phone_e164 = "+4915100000020";
  const id = await open.addClient({ phone_e164 });
  await verifyNumber(phone_e164);
  expect((await open.call("DELETE", `/clients/${id}`)).status).toBe(200);
  const stored = (
    await sql(open.database)<{ row: string }>`
    select visitors::text as row from visitors union all select visitor_codes::text from visitor_codes`
  )
    .map(({ row }) => row)
    .join("\n");
  expect(stored).not.toContain(phone_e164);
});
