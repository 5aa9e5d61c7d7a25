import { beforeEach, describe, expect, test } from "vitest";
import { type BookingApp, bookingApp } from "../../../../test/fixtures/bookingApp.ts";
import { FIELDS } from "../../../../test/fixtures/formFixture.ts";
import { type PairedKiosk, pairedKiosk } from "../../../../test/fixtures/kioskApp.ts";
import { type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { newId } from "../../../kernel/ids.ts";

let open: BookingApp;
let manager: MemberCall;
let kiosk: PairedKiosk;
const PIN = "314159";
const first = await bookingApp();
beforeEach(async () => {
  // A Monday, 10:30 in Berlin.
  first.clock.set(Date.UTC(2027, 2, 1, 9, 30));
  open = await bookingApp({ beside: first });
  manager = await signedInMember(open, "manager");
  kiosk = await pairedKiosk(open, manager);
  await manager("PUT", `/locations/${open.salon.locationId}/kiosk-pin`, { pin: PIN });
});

let lastPhone = 1_000_000;
const newPhone = () => `+49151${++lastPhone}`;

/** Adds a client with a phone number and an appointment. Returns the phone number and the appointment's id. */
async function expected(
  startsAt: string,
  client: object = {},
  { staffId = open.salon.anna, ...more }: { readonly staffId?: string; readonly status?: string } = {},
) {
  const phone = newPhone();
  const clientId = await open.addClient({
    first_name: "jane",
    last_name: "Smith",
    phone_e164: phone,
    ...client,
  });
  const answer = await open.book(startsAt, open.salon.cut, staffId, { client_id: clientId, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { phone, clientId, id: answer.body.data.id as string };
}

const lookUp = async (phone: string) => kiosk.call("POST", "/lookups", { phone });
const SEE_DESK = { success: true, data: { outcome: "see_desk", appointments: [] } };
const tokenOf = async (phone: string) =>
  (await lookUp(phone)).body.data.appointments[0].check_in_token as string;
const checkIn = (token: string) => kiosk.call("POST", "/check-ins", { check_in_token: token });
const statusOf = async (id: string) => (await open.call("GET", `/appointments/${id}`)).body.data;

describe("a lookup", () => {
  test("shows initials, time and staff member, whatever way the number is typed", async () => {
    const { phone } = await expected("2027-03-01T11:00:00+01:00");
    const typed = [
      phone,
      phone.replace("+49", "0"),
      phone.slice(-7),
      `0049 (151) ${phone.slice(-7, -4)}-${phone.slice(-4)}`,
    ];
    for (const each of typed) {
      const { text, body } = await lookUp(each);
      expect(body.data).toEqual({
        outcome: "found",
        appointments: [
          {
            check_in_token: expect.any(String),
            initials: "J. S.",
            starts_at: "2027-03-01T11:00:00+01:00",
            staff_name: "Anna",
          },
        ],
      });
      // The token is random and may contain any of these words.
      const token = body.data.appointments[0].check_in_token;
      expect(text.replace(token, "")).not.toMatch(/jane|smith|cut/i);
    }
  });

  test("answers the same bytes for every number that cannot be checked in here", async () => {
    const other = await manager("POST", "/locations", {
      name: "Elsewhere",
      address: { line1: "Street 1", city: "Berlin", country: "DE" },
      time_zone: "Europe/Berlin",
    });
    expect(other.status, other.text).toBe(201);
    const numbers: Record<string, string> = {
      "too early": (await expected("2027-03-01T12:31:00+01:00")).phone,
      "another day": (await expected("2027-03-02T10:30:00+01:00")).phone,
      "too late": (await expected("2027-03-01T09:29:00+01:00")).phone,
      blocked: (await expected("2027-03-01T10:40:00+01:00", { online_booking_blocked: true })).phone,
      requested: (
        await expected("2027-03-01T11:25:00+01:00", {}, { status: "requested", staffId: open.salon.ben })
      ).phone,
      unknown: newPhone(),
      short: "123456",
      none: "---",
      "without an appointment": newPhone(),
    };
    await open.addClient({ phone_e164: numbers["without an appointment"] });
    await kiosk.call("POST", "/unlock", { pin: PIN });
    const texts = await Promise.all(
      Object.entries(numbers).map(async ([reason, phone]) => [reason, (await lookUp(phone)).text]),
    );
    for (const [reason, text] of texts) expect(text, reason).toBe(JSON.stringify(SEE_DESK));
    // A kiosk of another location does not find the appointments of this location.
    const { phone } = await expected("2027-03-01T11:35:00+01:00");
    const away = await pairedKiosk(open, manager, other.body.data.id);
    expect((await away.call("POST", "/lookups", { phone })).text).toBe(JSON.stringify(SEE_DESK));
  });

  test("of 5,000 numbers cannot be told apart", { timeout: isFullRun ? 600_000 : 30_000 }, async () => {
    const count = isFullRun ? 5_000 : 30;
    const known = await Promise.all([
      expected("2027-03-02T10:30:00+01:00"),
      expected("2027-03-01T15:00:00+01:00"),
    ]);
    const kinds = ["other day", "later today", "none"] as const;
    const texts = new Set<string>();
    const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]));
    for (let done = 0; done < count; done += 10) {
      await kiosk.call("POST", "/unlock", { pin: PIN });
      await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const kind = kinds[(done + index) % 3] ?? "none";
          const phone =
            { "other day": known[0]?.phone, "later today": known[1]?.phone, none: newPhone() }[kind] ?? "";
          const startedAt = performance.now();
          texts.add((await lookUp(phone)).text);
          times.get(kind)?.push(performance.now() - startedAt);
        }),
      );
    }
    expect([...texts]).toEqual([JSON.stringify(SEE_DESK)]);
    if (isFullRun)
      for (const [kind, all] of times) {
        const sorted = all.toSorted((one, other) => one - other);
        const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1);
        console.info(`${kind}: ${sorted.length} lookups, p5 ${at(0.05)}, p50 ${at(0.5)}, p95 ${at(0.95)} ms`);
      }
  });

  test("is refused after ten in five minutes, until staff enter the PIN", async () => {
    const answers = await Promise.all(Array.from({ length: 13 }, () => lookUp(newPhone())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.body.code).toBe("rate_limited");
    expect((await kiosk.call("POST", "/unlock", { pin: "000000" })).status).toBe(422);
    expect((await lookUp(newPhone())).status).toBe(429);
    await kiosk.call("POST", "/unlock", { pin: PIN });
    expect((await lookUp(newPhone())).status).toBe(200);
    const other = await pairedKiosk(open, manager);
    expect((await other.call("POST", "/lookups", { phone: newPhone() })).status).toBe(200);
  });

  test("of a family shows all its appointments", async () => {
    const { phone } = await expected("2027-03-01T10:30:00+01:00");
    await expected("2027-03-01T11:30:00+01:00", { first_name: "Émile", last_name: null, phone_e164: phone });
    const { appointments } = (await lookUp(phone)).body.data;
    expect(appointments.map(({ initials }: { initials: string }) => initials)).toEqual(["J. S.", "É."]);
  });
});

describe("a check-in", () => {
  test("makes one transition, however often and fast the button is tapped", async () => {
    const { phone, id } = await expected("2027-03-01T11:00:00+01:00");
    const token = await tokenOf(phone);
    const answers = await Promise.all(Array.from({ length: 5 }, () => checkIn(token)));
    answers.push(await checkIn(token));
    for (const { body } of answers)
      expect(body.data).toEqual({
        outcome: "arrived",
        starts_at: "2027-03-01T11:00:00+01:00",
        staff_name: "Anna",
        forms_token: null,
        forms: [],
      });
    expect(await statusOf(id)).toMatchObject({ status: "arrived", version: 2 });
  });

  test("asks for due forms first", async () => {
    const { allergies, signature } = FIELDS;
    const template = await manager("POST", "/form-templates", {
      name: "Health",
      fields: [allergies, { ...signature, required: true }],
    });
    expect(template.status, template.text).toBe(201);
    const { phone, id } = await expected("2027-03-01T11:00:00+01:00");
    const token = await tokenOf(phone);
    const checkedIn = (await checkIn(token)).body.data;
    expect(checkedIn).toMatchObject({ outcome: "forms", forms: [{ name: "Health", status: "pending" }] });
    expect((await statusOf(id)).status).toBe("booked");
    const filled = await open.app.inject({
      method: "POST",
      url: `/api/v1/public/forms/${checkedIn.forms_token}`,
      payload: {
        form_id: checkedIn.forms[0].id,
        answers: [{ field_id: allergies.id, value: "Nuts" }],
        signer_name: "Jane Smith",
        signature_text: "Jane Smith",
      },
    });
    expect(filled.statusCode, filled.body).toBe(200);
    expect((await checkIn(token)).body.data.outcome).toBe("arrived");
    expect((await statusOf(id)).status).toBe("arrived");
  });

  test("sends the client to the desk when the appointment has changed", async () => {
    const { phone, id } = await expected("2027-03-01T11:00:00+01:00");
    const token = await tokenOf(phone);
    await open.call("POST", `/appointments/${id}/transitions`, { to: "cancelled" });
    expect((await checkIn(token)).body.data).toEqual({
      outcome: "see_desk",
      starts_at: null,
      staff_name: null,
      forms_token: null,
      forms: [],
    });
    const blocked = await expected("2027-03-01T12:00:00+01:00");
    const other = await tokenOf(blocked.phone);
    await open.call("PATCH", `/clients/${blocked.clientId}`, { online_booking_blocked: true });
    expect((await checkIn(other)).body.data.outcome).toBe("see_desk");
    expect((await statusOf(blocked.id)).status).toBe("booked");
  });

  test("refuses tokens that are invalid, expired or from another kiosk", async () => {
    const { phone, id } = await expected("2027-03-01T11:00:00+01:00");
    const token = await tokenOf(phone);
    const other = await pairedKiosk(open, manager);
    const answers = [
      await other.call("POST", "/check-ins", { check_in_token: token }),
      await checkIn(`${token}x`),
      await checkIn(id),
    ];
    first.clock.set(first.clock.now() + 10 * 60_000);
    answers.push(await checkIn(token));
    for (const { status, body } of answers) expect([status, body.code]).toEqual([422, "code_invalid"]);
    expect((await statusOf(id)).status).toBe("booked");
  });
});

describe("a walk-in", () => {
  const walkIn = (more: object = {}) =>
    kiosk.call("POST", "/walk-ins", {
      id: newId(),
      first_name: "Nina",
      phone_e164: newPhone(),
      service_ids: [open.salon.cut],
      ...more,
    });
  const entries = async () => (await manager("GET", "/waitlist")).body.data.items;

  test("becomes a client and a waitlist entry of today, and gets the next free time", async () => {
    const id = newId();
    const phone = newPhone();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => walkIn({ id, last_name: "Berg", phone_e164: phone })),
    );
    for (const { status, body } of answers) {
      expect(status, JSON.stringify(body)).toBe(201);
      expect(body.data).toEqual({ outcome: "waiting", next_starts_at: "2027-03-01T10:30:00+01:00" });
    }
    const found = await entries();
    expect(found).toMatchObject([
      {
        id,
        source: "kiosk",
        status: "waiting",
        location_id: open.salon.locationId,
        items: [{ service_id: open.salon.cut, staff_id: null }],
        windows: [{ from: "2027-03-01", to: "2027-03-01", starts: "10:30", ends: "24:00" }],
        min_notice_minutes: 0,
      },
    ]);
    const client = await open.call("GET", `/clients/${found[0].client_id}`);
    expect(client.body.data).toMatchObject({ first_name: "Nina", last_name: "Berg", phone_e164: phone });
  });

  test("gets no time when the day is over, and is sent to the desk if the number is blocked", async () => {
    const blocked = newPhone();
    await open.addClient({ phone_e164: blocked, online_booking_blocked: true });
    expect((await walkIn({ phone_e164: blocked })).body.data).toEqual({
      outcome: "see_desk",
      next_starts_at: null,
    });
    expect(await entries()).toEqual([]);
    first.clock.set(Date.UTC(2027, 2, 1, 21));
    expect((await walkIn()).body.data).toEqual({ outcome: "waiting", next_starts_at: null });
  });

  test("chooses services of the kiosk's menu only", async () => {
    const offline = await open.addService({ name: "Private", online_bookable: false });
    const tested = await open.addService({ name: "Tint", requires_patch_test: true });
    const menu = (await kiosk.call("GET", "/menu")).body.data.services.map(({ id }: { id: string }) => id);
    expect(menu).toContain(open.salon.cut);
    expect(menu).not.toContain(offline);
    expect(menu).not.toContain(tested);
    expect((await walkIn({ service_ids: [open.salon.cut, offline] })).body).toMatchObject({
      code: "validation_failed",
      details: { fields: [{ path: "/service_ids/1" }] },
    });
    expect((await walkIn({ service_ids: [tested] })).body.code).toBe("patch_test_required");
    expect((await walkIn({ phone_e164: null })).status).toBe(422);
  });
});
