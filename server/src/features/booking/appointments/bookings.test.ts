import { beforeEach, describe, expect, test } from "vitest";
import { type BookingApp, bookingApp } from "../../../../test/fixtures/bookingApp.ts";
import { formFixture } from "../../../../test/fixtures/formFixture.ts";
import { settle } from "../../../../test/fixtures/settle.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { TEST_SECRET } from "../../../../test/fixtures/testApp.ts";
import type { Email } from "../../../platform/email/index.ts";
import { sendDueEmails } from "../../../platform/email/sender.ts";
import { createClientField } from "../../business/businesses/index.ts";
import { replacePublishing } from "../../business/locations/publishing.ts";
import { setPolicy } from "../../business/policies/index.ts";
import { createPromotion } from "../../checkout/promotions/index.ts";
import { notifyClients } from "../../scheduling/appointment-notifications/index.ts";
import { fillManageLinks } from "../manage-links/index.ts";

let open: BookingApp;
/** Each test uses another address, because the number of e-mails to one address is limited. */
let email: string;
let tests = 0;
const first = await bookingApp();
beforeEach(async () => {
  open = await bookingApp({ beside: first as BookingApp });
  email = `ada${++tests}@example.com`;
});

const MINUTE = 60_000;
const NINE = "2027-03-08T09:00:00+01:00";
const TEN = "2027-03-08T10:00:00+01:00";

/** Verifies an e-mail address and returns the visitor's token and clients. */
const verified = async (address = email) => {
  const { visitor_token: token, people } = (await open.prove(address)).body.data;
  return { token: String(token), people: people as { ref: string; first_name: string }[] };
};
const hold = async (startsAt = NINE, serviceId = open.salon.cut, from: object = {}, more: object = {}) => {
  const items = [{ service_id: serviceId, staff_id: open.salon.anna }];
  const body = { location_id: open.salon.locationId, starts_at: startsAt, items, ...more };
  const answer = await open.visit("POST", "/holds", body, from);
  expect(answer.status, answer.text).toBe(201);
  return String(answer.body.data.hold_token);
};
const book = (token: string, body: object) =>
  open.visit("POST", "/bookings", { policy_version: null, language: "en", ...body }, { token });
const ADA = { first_name: "Ada", last_name: "Lovelace", phone_e164: "+4915112345678" };
const policy = () =>
  open.database.transaction((tx) =>
    setPolicy(
      tx,
      open.salon.businessId,
      {
        cancellation_window_minutes: 1440,
        late_cancel_fee: { kind: "percent", percent: 50 },
        cancellation_text: "Please tell us a day before.",
      },
      { now: open.clock.now(), ifMatch: null },
    ),
  );
const publish = (isPublished: boolean) =>
  open.database.transaction((tx) =>
    replacePublishing(tx, open.salon.businessId, open.salon.locationId, {
      isPublished,
      now: open.clock.now(),
    }),
  );
const eventsOf = async () => {
  await settle(open.database, []);
  const { body } = await open.call("GET", "/events?order=oldest");
  return body.data.items as { type: string; data: Record<string, unknown> }[];
};

describe("a booking", () => {
  test("makes a client and an online appointment of a hold, once, and answers a manage link", async () => {
    const { token } = await verified();
    const hold_token = await hold();
    const booked = await book(token, { hold_token, client: ADA, note: "Second floor?" });
    expect(booked).toMatchObject({
      status: 201,
      body: {
        data: {
          status: "booked",
          reference: expect.stringMatching(/^[2-9A-Z]{6}$/),
          starts_at: NINE,
          items: [{ service_name: "Cut", staff_name: "Anna" }],
          total: { amount: 4500, currency: "EUR" },
          can_cancel: true,
          can_reschedule: true,
          forms_url: null,
        },
      },
    });
    const list = await open.call(
      "GET",
      `/appointments?location_id=${open.salon.locationId}&from=2027-03-08T00:00:00Z&to=2027-03-09T00:00:00Z&include=client`,
    );
    expect(list.body.data.items).toMatchObject([
      { source: "online", internal_note: "Second floor?", client: { first_name: "Ada" } },
    ]);
    const types = (await eventsOf()).map(({ type }) => type);
    expect(types).toEqual(["client.created", "client.created", "appointment.created"]);
    const again = await book(token, { hold_token, client: ADA });
    expect(again).toMatchObject({ status: 201, body: { data: { reference: booked.body.data.reference } } });
    const otherVisitor = await verified("eve@example.com");
    expect((await book(otherVisitor.token, { hold_token, client: ADA })).status).toBe(422);
    const found = await open.call("GET", "/clients?q=Lovelace");
    expect(found.body.data.items).toMatchObject([{ email, phone_e164: "+4915112345678" }]);
    expect(
      (
        await open.visit(
          "GET",
          "/availability?" +
            new URLSearchParams({
              location_id: open.salon.locationId,
              service_ids: open.salon.cut,
              staff_ids: open.salon.anna,
              from: NINE,
              to: TEN,
            }),
        )
      ).body.data.slots,
    ).toEqual([]);
  });

  test("for a known client, of a service that needs approval, is a request with the forms that are due", async () => {
    const forms = await formFixture(open);
    await forms.template({ name: "Health" });
    const service = await open.addService({ requires_approval: true });
    const clientId = await open.addClient({ first_name: "Zoë", email: "zoe@example.com" });
    const { token, people } = await verified("Zoe@example.com");
    expect(people).toEqual([{ ref: clientId, first_name: "Zoë" }]);
    const hold_token = await hold(NINE, service);
    const { status, body } = await book(token, { hold_token, person: clientId });
    expect(status).toBe(201);
    expect(body.data.status).toBe("requested");
    expect(body.data.forms_url).toMatch(/\/api\/v1\/public\/forms\/[\w-]{43}$/);
    const other = await open.addClient({ first_name: "Else", email: "else@example.com" });
    const refused = await book(token, { hold_token: await hold(TEN, service), person: other });
    expect(refused.body.details.fields[0].path).toBe("/person");
  });

  test("of an expired hold succeeds while the time is free, and answers alternatives when it is taken", async () => {
    const { token } = await verified();
    const expired = await hold();
    open.clock.set(open.clock.now() + 4 * MINUTE);
    expect((await book(token, { hold_token: expired, client: ADA })).status).toBe(201);
    const lost = await hold("2027-03-08T11:00:00+01:00");
    expect((await open.book("2027-03-08T11:00:00+01:00", open.salon.cut)).status).toBe(201);
    const refused = await book(token, { hold_token: lost, client: ADA });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "time_conflict", details: { conflicts: [] } },
    });
    expect(refused.body.details.alternatives).toHaveLength(3);
    const { people } = await verified();
    expect(people).toHaveLength(1);
  });

  test("refuses in the order: visitor, block, location, patch test, fields, policy, time", async () => {
    const { businessId } = open.salon;
    const tested = await open.addService({ requires_patch_test: true });
    const field = { label: "Allergies?", type: "text" as const, required: true };
    const made = await open.database.transaction((tx) =>
      createClientField(tx, businessId, field, open.clock.now()),
    );
    await policy();
    const person = await open.addClient({
      first_name: "Tina",
      email: "tina@example.com",
      patch_test_at: "2027-02-01",
    });
    const { token } = await verified("tina@example.com");
    const hold_token = await hold(NINE, tested, { token }, { person });
    expect((await open.book(NINE, open.salon.cut)).status).toBe(201);
    const code = async (body: object, from = token) => (await book(from, { hold_token, ...body })).body.code;
    const bad = { client: { first_name: "T", email: "other@example.com" }, policy_version: 7 };
    expect(await code(bad, "x".repeat(43))).toBe("unauthenticated");
    await publish(false);
    expect(await code(bad)).toBe("online_booking_unavailable");
    await publish(true);
    expect(await code(bad)).toBe("patch_test_required");
    expect(await code({ person, client: ADA, policy_version: 7 })).toBe("validation_failed");
    expect(await code({ person, policy_version: 7 })).toBe("policy_changed");
    expect(await code({ person, policy_version: 1 })).toBe("time_conflict");
    const plain = await hold(TEN);
    const fields = await book(token, { hold_token: plain, ...bad });
    expect(fields.body.details.fields.map(({ path }: { path: string }) => path)).toEqual([
      "/client/email",
      `/client/custom_fields/${made.id}`,
    ]);
    await open.addClient({ email: "tina@example.com", online_booking_blocked: true });
    expect(await code({ person, policy_version: 1 })).toBe("online_booking_unavailable");
  });

  test("takes the promotion of the hold's code, unless it has ended meanwhile", async () => {
    const { businessId, cut } = open.salon;
    const other = await open.addService({});
    const make = (code: string, more: object = {}) =>
      open.database.transaction((tx) =>
        createPromotion(
          tx,
          businessId,
          { name: "Spring", kind: "percent", percent: 20, code, ...more },
          open.clock.now(),
        ),
      );
    const { id } = await make("SPRING");
    await make("OVER", { ends_on: "2027-03-07" });
    await make("COLOUR", { service_ids: [other] });
    const { token } = await verified();
    const items = [{ service_id: cut, staff_id: open.salon.anna }];
    const held = (promotion_code: string, starts_at = NINE) =>
      open.visit("POST", "/holds", { location_id: open.salon.locationId, starts_at, items, promotion_code });
    for (const [code, message] of [
      ["NONE", "is not a promotion of this business"],
      ["OVER", "is a promotion that is valid only until 2027-03-07"],
      ["COLOUR", "is a promotion that applies to none of the services"],
    ] as const) {
      const refused = await held(code);
      expect(refused).toMatchObject({
        status: 422,
        body: { details: { fields: [{ path: "/promotion_code", message }] } },
      });
    }
    const discounted = {
      promotion: { name: "Spring", discount: { amount: 900, currency: "EUR" } },
      total: { amount: 3600, currency: "EUR" },
    };
    const one = await held("spring");
    expect(one.body.data).toMatchObject(discounted);
    const booked = await book(token, { hold_token: one.body.data.hold_token, client: ADA });
    expect(booked).toMatchObject({ status: 201, body: { data: discounted } });
    const list = await open.call(
      "GET",
      `/appointments?location_id=${open.salon.locationId}&from=2027-03-08T00:00:00Z&to=2027-03-09T00:00:00Z`,
    );
    const [appointment] = list.body.data.items;
    const applied = await open.call("GET", `/appointments/${appointment.id}/promotion`);
    expect(applied.body.data).toMatchObject({ id, discount: { amount: 900 } });
    expect((await eventsOf()).filter(({ type }) => type.startsWith("appointment"))).toHaveLength(1);

    const late = await held("SPRING", TEN);
    const owner = await signedInMember(open, "owner");
    expect((await owner("DELETE", `/promotions/${id}`)).status).toBe(200);
    const refused = await book(token, { hold_token: late.body.data.hold_token, client: ADA });
    expect(refused.body.details.fields).toEqual([
      { path: "/hold_token", message: "is a hold whose promotion no longer applies: create a new hold" },
    ]);
  });

  test("of fifty at once of one hold makes one appointment; of two holds of one time one books", async () => {
    const { token } = await verified();
    const hold_token = await hold();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => book(token, { hold_token, client: ADA })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data?.reference}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    const list = await open.call(
      "GET",
      `/appointments?location_id=${open.salon.locationId}&from=2027-03-08T00:00:00Z&to=2027-03-09T00:00:00Z`,
    );
    expect(list.body.data.items).toHaveLength(1);
    const expired = await hold(TEN);
    open.clock.set(open.clock.now() + 3 * MINUTE);
    const other = await hold(TEN);
    const both = await Promise.all(
      [expired, other].map((each) => book(token, { hold_token: each, client: ADA })),
    );
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(both.filter(({ status, body }) => status === 409 && body.code === "time_conflict")).toHaveLength(
      1,
    );
  });
});

describe("a manage link", () => {
  const linked = async (more: object = {}, startsAt = NINE) => {
    const { token } = await verified();
    const { body } = await book(token, { hold_token: await hold(startsAt), client: ADA, ...more });
    return `appointments/${String(body.data.manage_url).split("/").at(-1)}`;
  };

  test("shows the appointment, reschedules it to offered starts, and cancels it", async () => {
    const path = await linked();
    expect((await open.visit("GET", path)).body.data).toMatchObject({
      status: "booked",
      cancellation_fee: null,
    });
    const query = new URLSearchParams({ from: NINE, to: "2027-03-08T10:30:00+01:00" });
    const offered = await open.visit("GET", `${path}/availability?${query}`);
    const starts = offered.body.data.slots.map((slot: { starts_at: string }) => slot.starts_at);
    // Availability also contains start times that overlap the current time of the appointment.
    expect(starts).toContain("2027-03-08T09:15:00+01:00");
    await open.book(TEN, open.salon.cut);
    const taken = await open.visit("POST", `${path}/reschedule`, { starts_at: TEN });
    expect(taken).toMatchObject({ status: 409, body: { code: "time_conflict" } });
    const off = await open.visit("POST", `${path}/reschedule`, { starts_at: "2027-03-08T20:00:00+01:00" });
    expect(off.status).toBe(409);
    const moved = await open.visit("POST", `${path}/reschedule`, {
      starts_at: TEN,
      staff_ids: [open.salon.ben],
    });
    expect(moved).toMatchObject({
      status: 200,
      body: { data: { starts_at: TEN, items: [{ staff_name: "Ben" }] } },
    });
    const file = await open.visit("GET", `${path}/calendar.ics`);
    expect(file.text).toContain("BEGIN:VEVENT");
    expect(file.text).toContain("DTSTART:20270308T090000Z");
    for (const _ of [1, 2]) {
      const cancelled = await open.visit("POST", `${path}/cancel`, { reason: "Ill" });
      expect(cancelled).toMatchObject({
        status: 200,
        body: { data: { status: "cancelled", can_cancel: false } },
      });
    }
    const types = (await eventsOf()).map(({ type }) => type);
    expect(types.filter((type) => type === "appointment.canceled")).toHaveLength(1);
    expect((await open.visit("POST", `${path}/reschedule`, { starts_at: NINE })).body.code).toBe(
      "invalid_transition",
    );
  });

  test("is in the e-mails to the client, in their language, and not in the queue", async () => {
    const path = await linked({ language: "fr" });
    const { database, clock } = open;
    // E-mails about a change are sent after the undo period, so `sendDueEmails` gets a clock that is a minute ahead.
    const databaseClock = { aheadMs: () => MINUTE };
    const sent: Email[] = [];
    const mailer = { from: "daybook@example.com", send: async (mail: Email) => void sent.push(mail) };
    const log = (message: string, error: unknown) => expect.unreachable(`${message}: ${error}`);
    const appUrl = "http://127.0.0.1";
    await settle(database, [notifyClients({ clock, mailer, log, appUrl })]);
    const token = path.split("/").at(-1) ?? "";
    const queued = await sql(database)<{ body_text: string }>`
      select body_text from emails where business_id = ${open.salon.businessId}`;
    expect(queued).toHaveLength(1);
    expect(JSON.stringify(queued)).not.toContain(token);
    const fill = fillManageLinks({ secret: TEST_SECRET, address: appUrl });
    await sendDueEmails({ database, databaseClock, mailer, log, fill }, new AbortController().signal);
    const [mail] = sent.filter(({ to }) => to === email);
    expect(mail?.subject).toContain("votre rendez-vous");
    expect(mail?.text).toContain(`Modifier ou annuler votre rendez-vous :\nhttp://127.0.0.1/m/${token}\n`);
    expect(mail?.html).toContain(`href="http://127.0.0.1/m/${token}"`);
  });

  test("within the policy's window states the fee, cancels and does not reschedule", async () => {
    await policy();
    const path = await linked({ policy_version: 1 });
    const read = async () => (await open.visit("GET", path)).body.data;
    expect(await read()).toMatchObject({
      free_until: "2027-03-07T09:00:00+01:00",
      cancellation_fee: null,
      cancellation_text: "Please tell us a day before.",
      can_reschedule: true,
    });
    const now = open.clock.now();
    open.clock.set(Date.parse("2027-03-07T09:00:00.001+01:00"));
    expect(await read()).toMatchObject({ cancellation_fee: { amount: 2250 }, can_reschedule: false });
    const late = await open.visit("POST", `${path}/reschedule`, { starts_at: "2027-03-09T09:00:00+01:00" });
    expect(late.body.code).toBe("change_window_closed");
    expect((await open.visit("POST", `${path}/cancel`, {})).body.data.status).toBe("cancelled");
    open.clock.set(now);
  });

  test("checks the client in from an hour before the start, and ends with the appointment or the client", async () => {
    const path = await linked();
    const now = open.clock.now();
    expect((await open.visit("POST", `${path}/here`)).body.code).toBe("invalid_transition");
    open.clock.set(Date.parse("2027-03-08T08:00:00+01:00"));
    expect((await open.visit("POST", `${path}/here`)).body.data.status).toBe("arrived");
    expect((await open.visit("POST", `${path}/cancel`, {})).body.code).toBe("invalid_transition");
    open.clock.set(Date.parse("2027-03-08T09:45:00+01:00"));
    expect((await open.visit("GET", path)).status).toBe(404);
    open.clock.set(now);
    const token = path.split("/").at(-1) ?? "";
    // The first replacement of the last character decodes to the same bytes as the token, the second to different bytes.
    const [last = ""] = token.slice(-1);
    const [same, other] = [...(last === "A" ? "BQ" : last === "Q" ? "RA" : last === "g" ? "hA" : "xA")];
    for (const bad of [token.slice(0, -1) + same, token.slice(0, -1) + other, token.slice(1), "x"])
      expect((await open.visit("GET", `appointments/${bad}`)).status).toBe(404);
    const { people } = await verified();
    await open.call("DELETE", `/clients/${people[0]?.ref}`);
    expect((await open.visit("GET", path)).status).toBe(404);
  });

  test("confirms once that the client will come, until the appointment moves or begins", async () => {
    const path = await linked();
    const now = open.clock.now();
    const read = async () => (await open.visit("GET", path)).body.data;
    expect(await read()).toMatchObject({ client_confirmed_at: null, can_confirm: true });
    const confirmed = await open.visit("POST", `${path}/confirm`);
    expect(confirmed).toMatchObject({ status: 200, body: { data: { can_confirm: false } } });
    const { client_confirmed_at } = confirmed.body.data;
    expect(Date.parse(client_confirmed_at)).toBe(now);
    open.clock.set(now + 60_000);
    expect((await open.visit("POST", `${path}/confirm`)).body.data.client_confirmed_at).toBe(
      client_confirmed_at,
    );
    const list = `/appointments?location_id=${open.salon.locationId}&from=2027-03-08T00:00:00Z&to=2027-03-09T00:00:00Z&status=booked&include=client_confirmed_at`;
    const { items } = (await open.call("GET", list)).body.data;
    expect(items).toContainEqual(expect.objectContaining({ starts_at: NINE, client_confirmed_at }));

    await open.visit("POST", `${path}/reschedule`, { starts_at: "2027-03-08T10:15:00+01:00" });
    expect(await read()).toMatchObject({ client_confirmed_at: null, can_confirm: true });
    open.clock.set(Date.parse("2027-03-08T10:15:00+01:00"));
    expect((await open.visit("POST", `${path}/confirm`)).body.code).toBe("invalid_transition");
    expect(await read()).toMatchObject({ can_confirm: false });
    open.clock.set(now);
    await open.visit("POST", `${path}/cancel`, {});
    expect((await open.visit("POST", `${path}/confirm`)).body.code).toBe("invalid_transition");
  });

  test("of an unpublished location or a blocked client shows and cancels, and does not reschedule", async () => {
    const path = await linked();
    const { people } = await verified();
    const refusesToMove = async () => {
      for (const refused of [
        await open.visit("POST", `${path}/reschedule`, { starts_at: TEN }),
        await open.visit("GET", `${path}/availability?from=2027-03-08&to=2027-03-08`),
      ])
        expect(refused).toMatchObject({ status: 403, body: { code: "online_booking_unavailable" } });
      expect((await open.visit("GET", `${path}/calendar.ics`)).status).toBe(200);
    };
    await publish(false);
    await refusesToMove();
    expect((await open.visit("GET", path)).body.data).toMatchObject({
      can_reschedule: false,
      can_cancel: true,
    });
    await publish(true);
    await open.call("PATCH", `/clients/${people[0]?.ref}`, { online_booking_blocked: true });
    await refusesToMove();
    expect((await open.visit("GET", path)).status).toBe(200);
    expect((await open.visit("POST", `${path}/cancel`, {})).status).toBe(200);
  });

  test("reschedules by the rules of an online booking: patch test, notice, and not once it has begun", async () => {
    const service = await open.addService({ requires_patch_test: true, min_notice_minutes: 60 });
    const person = await open.addClient({ email, patch_test_at: "2026-09-15" });
    const { token } = await verified();
    const items = [{ service_id: service, staff_id: open.salon.anna }];
    const made = { location_id: open.salon.locationId, starts_at: NINE, items, person };
    const held = await open.visit("POST", "/holds", made, { token });
    const { body } = await book(token, { hold_token: held.body.data.hold_token, person });
    const path = `appointments/${String(body.data.manage_url).split("/").at(-1)}`;
    const move = async (starts_at: string) => {
      const answer = await open.visit("POST", `${path}/reschedule`, { starts_at });
      return answer.body.code ?? answer.body.data.starts_at;
    };
    // The patch test is valid until 15 March.
    expect(await move("2027-03-16T09:00:00+01:00")).toBe("time_conflict");
    expect(await move(TEN)).toBe(TEN);
    await open.call("PATCH", `/clients/${person}`, { patch_test_at: null });
    expect(await move("2027-03-09T09:00:00+01:00")).toBe("patch_test_required");
    await open.call("PATCH", `/clients/${person}`, { patch_test_at: "2026-09-15" });
    const now = open.clock.now();
    open.clock.set(Date.parse("2027-03-08T09:30:00+01:00"));
    expect(await move("2027-03-08T10:15:00+01:00")).toBe("time_conflict");
    open.clock.set(Date.parse("2027-03-08T10:05:00+01:00"));
    expect((await open.visit("GET", path)).body.data.can_reschedule).toBe(false);
    expect(await move("2027-03-09T09:00:00+01:00")).toBe("change_window_closed");
    open.clock.set(now);
  });
});
