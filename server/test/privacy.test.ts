import { inspect } from "node:util";
import type { FastifyInstance } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../src/app.ts";
import { createClientField } from "../src/features/business/businesses/index.ts";
import { notifyClients } from "../src/features/scheduling/appointment-notifications/index.ts";
import { fanOut } from "../src/features/webhooks/delivery/fanOut.ts";
import { publishedEvents } from "../src/features/webhooks/index.ts";
import { EVENT_SCOPES, type EventType } from "../src/kernel/events.ts";
import { newId } from "../src/kernel/ids.ts";
import { column, statement } from "../src/platform/database/index.ts";
import { sendDueEmails } from "../src/platform/email/sender.ts";
import { checkOf } from "../src/platform/http/validation.ts";
import { publishedBodies } from "../src/platform/outbox/table.ts";
import { CHANGES, MARKER, newAppointment } from "./fixtures/calendarChanges.ts";
import { money } from "./fixtures/checkoutApp.ts";
import { closedAtEnd } from "./fixtures/closeAtEnd.ts";
import { delivererOf } from "./fixtures/deliverNow.ts";
import { startEmailServer } from "./fixtures/emailServer.ts";
import { pngOf } from "./fixtures/formFixture.ts";
import { multipartOf, png } from "./fixtures/images.ts";
import { openTestMailer } from "./fixtures/openTestMailer.ts";
import { openReceiver, type Receiver } from "./fixtures/receiver.ts";
import { callerOf } from "./fixtures/salon.ts";
import { settle } from "./fixtures/settle.ts";
import { type MemberCall, signedInMember } from "./fixtures/signedInMember.ts";
import { sql } from "./fixtures/sql.ts";
import { bookingOf, type TestApp, testApp } from "./fixtures/testApp.ts";
import { isFullRun } from "./fullRun.ts";

/** A marker in the URLs of endpoints, because their paths may contain a secret. */
const URL_MARKER = "Geheimnis";
const PHONE = "+4915199988877";
/** Past dates that the test uses nowhere else. */
const TESTED_ON = "2019-02-17";
const CONSENTED_ON = "2019-03-18";
const TAKEN_ON = "2019-04-19";
/** A marker in names and addresses. Only e-mails to clients may contain it. */
const NAME = "Pomeranze";
/** Amounts in minor units. They have five digits, because random ids often contain a given sequence of four digits. */
const PRICE = 77_123;
const AMOUNTS = {
  tip: 19_193,
  refund: 13_163,
  fee: 55_117,
  discount: 23_577,
  card: 47_311,
  product: 41_513,
};
/** Markers that full event bodies contain. */
const PUBLISHED = [MARKER.toLowerCase(), NAME.toLowerCase(), PHONE.slice(1), TESTED_ON];
const PUBLISHED_AMOUNTS = [PRICE, ...Object.values(AMOUNTS)];
/** Markers in fields of clients, appointments (except times), payments and staff. */
const PRIVATE = [...PUBLISHED, CONSENTED_ON, TAKEN_ON];

/** A salon with markers in every text field and two webhook endpoints: one accepts deliveries, the other rejects them. */
interface Marked extends TestApp {
  readonly owner: MemberCall;
  readonly taking: Receiver;
  readonly refusing: Receiver;
  readonly secrets: readonly string[];
  /** Secrets: gift card codes, form tokens and photo tokens. */
  readonly codes: string[];
  /** The number of clients with forms, photos and payments: of three, one is merged and one is erased. */
  readonly richClients: 1 | 3;
  /** The id of a client who is not deleted and receives e-mails. */
  client: string;
}

const log: string[] = [];
const noted = (message: string, error: unknown) =>
  void log.push(`${message} ${inspect(error, { depth: 9 })}`);
const businesses: Marked[] = [];
let base: TestApp;
let app: FastifyInstance;
let control: Marked;
let spa: Marked;
let chosen: Marked;
let switched: Marked;

beforeAll(async () => {
  base = await testApp();
  app = closedAtEnd(await loggingServer(base));
  control = await marked({});
  spa = await marked({ type: "med_spa" });
  // Outside a full run, these businesses have fewer records than `spa`, whose deliveries also contain only ids.
  const fewer = isFullRun ? 3 : 1;
  chosen = await marked({}, fewer);
  await chosen.owner("PATCH", "", { webhook_payload: "ids_only" });
  switched = await marked({}, fewer);
  for (const fixture of businesses) await everyChange(fixture);
  const post = await startEmailServer();
  const mailer = openTestMailer(post);
  const { database, clock, databaseClock } = base;
  const consumers = [fanOut(databaseClock), notifyClients({ clock, mailer, log: noted })];
  await settle(database, consumers);
  // The mail server rejects the addresses of some clients. The database clock is a minute ahead, because e-mails about
  // changes are sent after ten seconds.
  const laterClock = { aheadMs: () => 60_000 };
  await sendDueEmails(
    { database, databaseClock: laterClock, mailer, log: noted },
    new AbortController().signal,
  );
  await post.close();
  // Switches the business to ids-only events while full events are still pending.
  await switched.owner("PATCH", "", { type: "skincare" });
  await deliver();
}, 240_000);

/** Starts the server of all businesses, which logs every request. */
function loggingServer({ database, clock, databaseClock }: TestApp): Promise<FastifyInstance> {
  const webhooks = { allowPrivate: true, allowHttp: true };
  const secret = "a secret that every test may know";
  return buildApp({
    database,
    clock,
    databaseClock,
    webhooks,
    secret,
    log: noted,
    logger: { level: "trace", stream: { write: (line: string) => void log.push(line) } },
    checkAnswers: true,
  });
}

async function marked(options: { type?: "med_spa" }, richClients: 1 | 3 = 3): Promise<Marked> {
  const open = await testApp({ beside: base, ...options });
  const { salon } = open;
  const call = callerOf(app, salon);
  const fixture: TestApp = {
    ...open,
    app,
    call,
    book: (startsAt, serviceId, staffId = salon.anna, more = {}) =>
      call("POST", "/appointments", bookingOf(salon, startsAt, [[serviceId, staffId]], more)),
  };
  const owner = await signedInMember(fixture, "owner");
  const taking = await openReceiver();
  // The error response contains the request, as some error pages do.
  const refusing = await openReceiver(({ body }) => ({ status: 500, body: `${MARKER} ${body}` }));
  const secrets: string[] = [];
  for (const { url } of [taking, refusing]) {
    const input = { url: `${url}/${URL_MARKER}?token=${URL_MARKER}`, events: Object.keys(EVENT_SCOPES) };
    secrets.push((await call("POST", "/webhooks", input)).body.data.secret);
  }
  const made = { ...fixture, owner, taking, refusing, secrets, codes: [], richClients, client: "" };
  businesses.push(made);
  return made;
}

/** Causes every type of event with markers in every field. */
async function everyChange(fixture: Marked): Promise<void> {
  const { salon, call, owner, database, clock } = fixture;
  const ok = (answer: { status: number; body: unknown }) =>
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  ok(await owner("PATCH", "", { name: `${MARKER} business` }));
  const address = {
    line1: NAME,
    line2: NAME,
    city: NAME,
    region: NAME,
    postal_code: NAME,
    country: "DE",
  };
  const place = { name: NAME, address, phone_e164: PHONE, email: `location@${NAME}.example` };
  ok(await owner("PATCH", `/locations/${salon.locationId}`, place));
  const staff = { first_name: MARKER, last_name: MARKER, display_name: MARKER, title: MARKER };
  ok(await owner("PATCH", `/staff/${salon.anna}`, staff));
  const price = { amount: PRICE, currency: "EUR" };
  ok(await owner("PATCH", `/services/${salon.cut}`, { name: NAME, description: MARKER, price }));
  ok(await owner("PATCH", `/services/${salon.massage}`, { name: NAME, description: MARKER }));
  const fields = await database.transaction(async (tx) => [
    await createClientField(tx, salon.businessId, { label: MARKER, type: "text" }, clock.now()),
    await createClientField(
      tx,
      salon.businessId,
      { label: `${MARKER} 2`, type: "choice", options: [MARKER, "x"] },
      clock.now(),
    ),
  ]);

  const client = {
    first_name: NAME,
    last_name: NAME,
    email: `refused@${NAME}.example`,
    phone_e164: PHONE,
    alert: MARKER,
    custom_fields: Object.fromEntries(fields.map(({ id }) => [id, MARKER])),
    online_booking_blocked: true,
    patch_test_at: TESTED_ON,
  };
  const createMarkedClient = async () => {
    const created = await call("POST", "/clients", client);
    ok(created);
    return String(created.body.data.id);
  };
  const id = await createMarkedClient();
  fixture.client = id;
  ok(await call("PATCH", `/clients/${id}`, { ...client, first_name: `${NAME}a`, alert: `${MARKER}b` }));
  ok(await call("PATCH", `/clients/${id}`, { last_name: null, patch_test_at: null }));

  // The policy applies to the bookings below.
  const fee = { kind: "amount", amount: money(AMOUNTS.fee) };
  const texts = { cancellation_text: `${MARKER} policy`, booking_text: MARKER };
  ok(await owner("PUT", "/policies", { cancellation_window_minutes: 60, no_show_fee: fee, ...texts }));
  for (const [, states, change] of CHANGES) await change(fixture, await newAppointment(fixture, ...states));
  const appointment = bookingOf(salon, "2028-03-06T14:00:00+01:00", [
    [salon.cut, salon.anna],
    [salon.massage, salon.ben],
  ]);
  const repeat = { ...appointment, every_weeks: 1, occurrences: 3 };
  const appointmentsOf = async (client_id: string) => {
    ok(await call("POST", "/appointments", { ...appointment, client_id }));
    ok(await call("POST", "/appointments/recurring", { ...repeat, client_id }));
  };
  await createFormAndPhoto(fixture, id);
  await everyPayment(fixture, id);

  const enrich = async (clientId: string) => {
    if (fixture.richClients === 1) return;
    await createFormAndPhoto(fixture, clientId);
    await everyPayment(fixture, clientId);
  };
  const twin = await createMarkedClient();
  await enrich(twin);
  ok(await owner("POST", `/clients/${id}/merge`, { from_client_id: twin }));
  // The erased client gets the same records as the merged client, because an erasure changes or removes them too.
  const erased = await createMarkedClient();
  await enrich(erased);
  await appointmentsOf(erased);
  ok(await owner("POST", `/clients/${erased}/erase`));
  const deleted = await createMarkedClient();
  await appointmentsOf(deleted);
  ok(await call("DELETE", `/clients/${deleted}`));
}

let hours = 0;
/** Books a cut at a new time. Returns the appointment's id. */
async function bookCut({ call, salon }: Marked, client_id: string): Promise<string> {
  const startsAt = new Date(Date.UTC(2029, 0, 1, 8) + 3_600_000 * hours++).toISOString();
  const booking = bookingOf(salon, startsAt, [[salon.cut, salon.anna]], { client_id });
  return (await done(call("POST", "/appointments", booking))).id;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape.
async function done(response: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await response;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body.data;
}

/** Submits a signed form. Uploads a photo whose consent is given and then withdrawn. */
async function createFormAndPhoto(fixture: Marked, clientId: string): Promise<void> {
  const { owner, call, app, codes } = fixture;
  const questions = [
    { id: newId(), type: "long_text", label: MARKER },
    { id: newId(), type: "multi", label: MARKER, options: [MARKER, "x"] },
    { id: newId(), type: "consent", label: MARKER },
    { id: newId(), type: "signature", label: MARKER },
  ] as const;
  const frequency = "every_visit";
  const template = await done(
    owner("POST", "/form-templates", { name: MARKER, fields: questions, frequency }),
  );
  const appointment = await bookCut(fixture, clientId);
  const link = await done(call("POST", `/appointments/${appointment}/forms/link`));
  const token = String(link.url).split("/").at(-1) ?? "";
  const values = [`${MARKER} has answered`, [MARKER], true];
  const form = {
    form_id: link.forms[0].id,
    answers: values.map((value, index) => ({ field_id: questions[index]?.id, value })),
    signer_name: `${MARKER} ${NAME}`,
    signature_png: pngOf(8).toString("base64"),
  };
  const url = `/api/v1/public/forms/${token}`;
  const sent = await app.inject({ method: "POST", url, payload: form });
  expect(sent.statusCode, sent.body).toBe(200);
  // Deletes the template, so that only this client's appointment requires the form.
  await done(owner("DELETE", `/form-templates/${template.id}`));

  const consent = { given: true, date: CONSENTED_ON, scope: "marketing" };
  const said = { stage: "before", taken_at: `${TAKEN_ON}T06:00:00Z`, consent, appointment_id: appointment };
  const { payload, headers } = await multipartOf(said, png());
  const photos = `/clients/${clientId}/photos`;
  const photo = await done(owner("POST", photos, payload, headers));
  await done(owner("PATCH", `${photos}/${photo.id}`, { consent: { withdrawn: true } }));
  codes.push(token, String(photo.url).split("/").at(-1) ?? "");
}

/** Runs all sale and payment operations, with a marker in every text and with marked amounts. */
async function everyPayment(fixture: Marked, client_id: string): Promise<void> {
  const { owner, call, salon, codes } = fixture;
  const sell = (body: object) =>
    done(owner("POST", "/sales", { location_id: salon.locationId, client_id, ...body }));
  const paying = (method: string, amount: number, reference = MARKER) => ({
    method,
    amount: money(amount),
    reference,
  });
  const refund = (paymentId: string, amount: number) =>
    done(owner("POST", `/payments/${paymentId}/refunds`, { amount: money(amount), reason: MARKER }));

  const offer = { name: MARKER, description: MARKER };
  const price = money(PRICE);
  const anything = { ...offer, service_ids: [], price };
  const pack = await done(owner("POST", "/packages", { ...anything, units: 3 }));
  const plan = await done(owner("POST", "/memberships", { ...anything, credits: 2 }));
  const card = await done(owner("POST", "/gift-cards", { ...offer, value: money(AMOUNTS.card) }));
  const inAdvance = await sell({
    lines: [
      { kind: "package", package_id: pack.id, description: MARKER },
      { kind: "membership", membership_id: plan.id },
      { kind: "gift_card", gift_card_id: card.id },
    ],
    payments: [paying("external", PRICE), paying("card", PRICE), paying("cash", AMOUNTS.card)],
  });
  const code = String(inAdvance.lines[2].gift_card_code);
  codes.push(code);

  // A checkout with a promotion and a tip, paid with a gift card and cash.
  const code40 = `${MARKER}-${client_id}`.slice(0, 40);
  const off = { name: MARKER, code: code40, kind: "amount", amount: money(AMOUNTS.discount) };
  const promotion = await done(owner("POST", "/promotions", off));
  await done(owner("PATCH", `/promotions/${promotion.id}`, { name: `${MARKER}c` }));
  const appointment = await bookCut(fixture, client_id);
  const applied = `/appointments/${appointment}/promotion`;
  await done(owner("PUT", applied, { promotion_id: promotion.id }));
  await done(owner("DELETE", applied));
  await done(owner("PUT", applied, { promotion_id: promotion.id }));
  const rest = PRICE - AMOUNTS.discount + AMOUNTS.tip - AMOUNTS.card;
  const checkout = await sell({
    appointment_id: appointment,
    tip: money(AMOUNTS.tip),
    payments: [paying("gift_card", AMOUNTS.card, code), paying("cash", rest)],
  });
  expect(checkout).toMatchObject({ status: "completed", discount: money(AMOUNTS.discount) });
  await refund(checkout.payment_ids[0], AMOUNTS.refund);
  await refund(checkout.payment_ids[1], AMOUNTS.refund);

  const wallet = await done(call("GET", `/clients/${client_id}/wallet`));
  const cut = { kind: "service", service_id: salon.cut, description: MARKER };
  for (const [method, [holding]] of [
    ["package", wallet.packages],
    ["membership", wallet.membership_credits],
  ]) {
    const used = await sell({ lines: [cut], payments: [paying(method, PRICE, holding.id)] });
    await refund(used.payment_ids[0], PRICE);
  }

  // Creates a sale without an appointment and pays it with two payments.
  const lines = [
    {
      kind: "product",
      description: MARKER,
      unit_price: money(AMOUNTS.product + AMOUNTS.discount),
      staff_id: salon.ben,
    },
    { kind: "discount", description: MARKER, unit_price: money(AMOUNTS.discount) },
  ];
  const counter = await sell({ lines, payments: [paying("cash", AMOUNTS.product - 1)] });
  await done(owner("POST", `/sales/${counter.id}/payments`, paying("card", 1)));

  const missed = await bookCut(fixture, client_id);
  await done(call("POST", `/appointments/${missed}/transitions`, { to: "no_show", reason: MARKER }));
  const input = { appointment_id: missed, kind: "no_show" };
  const fee = await done(owner("POST", `/clients/${client_id}/fees`, input));
  await done(owner("POST", `/sales/${fee.id}/payments`, paying("card", AMOUNTS.fee)));
}

/** Delivers all events. Advances the clock until the rejecting endpoints are disabled. */
async function deliver(): Promise<void> {
  const deliverer = delivererOf(base, noted);
  await deliverer.drain();
  for (const hours of [1, 24, 73, 74]) {
    base.databaseClock.aheadMs = () => hours * 3_600_000;
    await deliverer.drain();
  }
  await deliverer.close();
}

const readEvents = statement({
  name: "test_privacy_events",
  params: { businessId: column.id },
  columns: {
    type: column.oneOf<EventType>(),
    body_full: column.nullable(column.text),
    body_ids: column.text,
  },
  sql: `select type, body_full, body_ids
         from events join ${publishedBodies} as bodies using (business_id, id)
         where business_id = $businessId`,
});
const readMails = () =>
  sql(base.database)<{
    client_id: string | null;
    status: string;
    recipient: string;
    subject: string;
    body_text: string;
    calendar_text: string | null;
    row: string;
  }>`
    select client_id, status, recipient, subject, body_text, calendar_text, to_jsonb(m)::text as row
    from emails m`;

// Excludes the response bodies of receivers. The test "answers of receivers …" checks them.
const readLog = () =>
  sql(base.database)<{ text: string }>`
    select coalesce(string_agg((to_jsonb(d) - 'response_bodies')::text, ' '), '')
      || coalesce((select string_agg(last_error, ' ') from webhook_endpoints), '') as text
    from webhook_deliveries d`;

function expectNothingPrivate(text: string, said: string): void {
  expectNothingOf(PRIVATE, text.toLowerCase(), said);
  expectNoAmount(text, said);
}

/** Asserts that a text contains none of the words. A failure message shows only the text around the word. */
function expectNothingOf(words: readonly string[], text: string, said: string): void {
  for (const word of words) {
    const at = text.indexOf(word);
    expect(at < 0 ? "" : text.slice(Math.max(0, at - 120), at + 120), said).toBe("");
  }
}

/** Matches an amount only as a separate number, in minor or main units, because ids and signatures may contain its digits. */
const amountIn = (amount: number) =>
  new RegExp(
    `(?<![.0-9a-z])${Math.floor(amount / 100)}[.,]?${String(amount % 100).padStart(2, "0")}(?![0-9a-z])`,
    "i",
  );

function expectNoAmount(text: string, said: string): void {
  for (const amount of PUBLISHED_AMOUNTS) {
    const at = text.search(amountIn(amount));
    expect(at < 0 ? "" : text.slice(Math.max(0, at - 120), at + 120), said).toBe("");
  }
}

test("full deliveries and the database contain all markers", async () => {
  const sent = control.taking.requests.map(({ body }) => body.toLowerCase()).join("\n");
  expect(PUBLISHED.filter((word) => !sent.includes(word))).toEqual([]);
  expect(PUBLISHED_AMOUNTS.filter((amount) => !amountIn(amount).test(sent))).toEqual([]);
  for (const { salon, codes, richClients } of businesses) {
    const types = (await base.database.query(readEvents, { businessId: salon.businessId })).map(
      ({ type }) => type,
    );
    expect([...new Set(types)].sort()).toEqual(Object.keys(EVENT_SCOPES).sort());
    const keptOf = async (word: string) =>
      (
        await sql(base.database)<{ place: string }>`
        select distinct stored.source || '.' || field.key as place
        from (
          select business_id, 'payments' as source, to_jsonb(t) as row from payments t
          union all select business_id, 'refunds', to_jsonb(t) from refunds t
          union all select business_id, 'sale_lines', to_jsonb(t) from sale_lines t
          union all select business_id, 'promotions', to_jsonb(t) from promotions t
          union all select business_id, 'appointment_promotions', to_jsonb(t) from appointment_promotions t
          union all select business_id, 'prepaid_products', to_jsonb(t) from prepaid_products t
          union all select business_id, 'entitlements', to_jsonb(t) from entitlements t
          union all select business_id, 'form_template_versions', to_jsonb(t) from form_template_versions t
          union all select business_id, 'forms', to_jsonb(t) from forms t
          union all select business_id, 'photos', to_jsonb(t) from photos t
          union all select business_id, 'policies', to_jsonb(t) from policies t
        ) as stored
        cross join lateral jsonb_each_text(stored.row) as field
        where stored.business_id = ${salon.businessId}
          and strpos(lower(field.value), lower(${word})) > 0
        order by 1`
      ).map(({ place }) => place);
    expect(await keptOf(MARKER)).toEqual([
      "appointment_promotions.code",
      "appointment_promotions.name",
      "entitlements.name",
      "form_template_versions.fields",
      "form_template_versions.name",
      "forms.answers",
      "forms.consents",
      "forms.signer_name",
      "payments.reference",
      "policies.booking_text",
      "policies.cancellation_text",
      "prepaid_products.description",
      "prepaid_products.name",
      "promotions.code",
      "promotions.name",
      "refunds.reason",
      "sale_lines.description",
    ]);
    expect(await keptOf(CONSENTED_ON)).toEqual(["photos.consent_on"]);
    expect(await keptOf(TAKEN_ON)).toEqual(["photos.taken_at"]);
    expect(new Set(codes).size).toBe(3 * richClients);
  }
});

test("no delivery, e-mail or log contains a gift card code, form token or photo token", async () => {
  const emails = await readMails();
  const [stored] = await readLog();
  const received = businesses.flatMap(({ taking, refusing }) => [...taking.requests, ...refusing.requests]);
  const all = [
    ...emails.map(({ row }) => row),
    stored?.text,
    ...log,
    ...received.map(({ body }) => body),
  ].join("\n");
  expectNothingOf(
    businesses.flatMap(({ codes }) => codes),
    all,
    "a code",
  );
});

test("every event matches its published schema", async () => {
  const checks = new Map(
    publishedEvents.map(({ type, full, ids }) => [type, [checkOf(full), checkOf(ids)] as const]),
  );
  for (const fixture of businesses)
    for (const { type, body_full, body_ids } of await fixture.database.query(readEvents, {
      businessId: fixture.salon.businessId,
    })) {
      const [full, ids] = checks.get(type) ?? [];
      expect(ids?.(JSON.parse(body_ids)), body_ids).toEqual([]);
      if (body_full !== null) expect(full?.(JSON.parse(body_full)), body_full).toEqual([]);
    }
});

test("the schemas of the ids_only form allow only ids and times", () => {
  for (const { type, ids } of publishedEvents) {
    const { data } = (ids as Shape).properties ?? {};
    for (const form of data?.anyOf ?? [data]) {
      expect(form?.additionalProperties, type).toBe(false);
      for (const [name, field] of Object.entries(form?.properties ?? {}))
        expect((field.items ?? field).format, `${type} ${name}`).toBe(
          /_at$/.test(name) ? "date-time" : "uuid",
        );
    }
  }
});

/** The JSON Schema keywords that the event schemas use. */
interface Shape {
  readonly format?: string;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: boolean;
}

describe("a business with ids_only deliveries", () => {
  test("every event is delivered without texts, prices or dates of clients and appointments", async () => {
    for (const fixture of [spa, chosen, switched]) {
      const events = await fixture.database.query(readEvents, { businessId: fixture.salon.businessId });
      expect(events.length).toBeGreaterThan(30);
      expect(fixture.taking.requests.length).toBe(events.length);
      expect(fixture.refusing.requests.length).toBeGreaterThan(0);
      for (const { path, headers, body } of [...fixture.taking.requests, ...fixture.refusing.requests]) {
        expect(path).toContain(URL_MARKER);
        expectNothingPrivate(`${JSON.stringify(headers)} ${body}`, "a delivery");
      }
    }
  });

  test("full bodies are not stored, except before the business changed the setting", async () => {
    for (const fixture of [spa, chosen])
      for (const event of await fixture.database.query(readEvents, { businessId: fixture.salon.businessId }))
        expectNothingPrivate(event.body_full ?? "", event.type);
    const before = await switched.database.query(readEvents, { businessId: switched.salon.businessId });
    expect(before.filter((event) => event.body_full?.includes(MARKER)).length).toBeGreaterThan(30);
  });

  test("the ids_only form contains no private data in any business", async () => {
    for (const fixture of businesses)
      for (const event of await fixture.database.query(readEvents, { businessId: fixture.salon.businessId }))
        expectNothingPrivate(event.body_ids, event.type);
  });

  test("answers of receivers that repeat what they received contain no private data", async () => {
    for (const fixture of [spa, chosen]) {
      const [stored] = await sql(fixture.database)<{ text: string }>`
        select coalesce(string_agg(d.response_bodies::text, ' '), '') as text
        from webhook_deliveries d
        where d.business_id = ${fixture.salon.businessId}`;
      expect(stored?.text).toContain(MARKER);
      // Removes the marker that the receiver adds to its response.
      expectNothingPrivate(stored?.text.replaceAll(`${MARKER} {`, "{") ?? "", "a stored answer");
    }
  });

  test("the event log contains no private data", async () => {
    for (const fixture of [spa, chosen, switched]) {
      let cursor: string | null = "";
      while (cursor !== null) {
        const { body } = await fixture.call(
          "GET",
          `/events?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`,
        );
        expectNothingPrivate(JSON.stringify(body), "a replay");
        cursor = body.data.next_cursor;
      }
    }
  });
});

describe("every business", () => {
  test("e-mails to owners contain no data of clients, appointments or payments, no secrets, and only the host names of URLs", async () => {
    const emails = (await readMails()).filter((mail) => mail.client_id === null);
    // Each business has two owners, and each rejecting endpoint is disabled once.
    expect(emails.length).toBe(businesses.length * 2);
    // Removes the business's name, which e-mails may contain.
    const text = emails.map(({ row }) => row.replaceAll(`${MARKER} business`, "")).join("\n");
    expectNothingPrivate(text, "an e-mail");
    expectNothingOf([URL_MARKER, ...businesses.flatMap(({ secrets }) => secrets)], text, "an e-mail");
  });

  test("e-mails to a client contain only the client's own name, booking and location", async () => {
    const emails = await readMails();
    for (const { client } of businesses) {
      const ownEmails = emails.filter((mail) => mail.client_id === client);
      expect(ownEmails.length).toBeGreaterThan(0);
      for (const { recipient, subject, body_text, calendar_text } of ownEmails) {
        expect(recipient).toBe(`refused@${NAME}.example`);
        expect(body_text).toContain(NAME);
        // The business's name and the policy in a confirmation are public.
        const text = `${subject} ${body_text} ${calendar_text}`
          .replaceAll(`${MARKER} business`, "")
          .replaceAll(`${MARKER} policy`, "")
          .replaceAll(new RegExp(amountIn(AMOUNTS.fee), "gi"), "");
        expectNothingOf(
          [MARKER.toLowerCase(), TESTED_ON, CONSENTED_ON, TAKEN_ON],
          text.toLowerCase(),
          "an e-mail",
        );
        expectNoAmount(text, "an e-mail");
        expectNothingOf([URL_MARKER], text, "an e-mail");
      }
    }
  });

  test("logs contain no private data", async () => {
    const [stored] = await readLog();
    expect(stored?.text).toContain("500");
    expect(log.join("\n")).toContain("an e-mail was not sent");
    const all = `${log.join("\n")} ${stored?.text}`;
    expectNothingPrivate(all, "a log");
    expectNothingOf([URL_MARKER, ...businesses.flatMap(({ secrets }) => secrets)], all, "a log");
    for (const fixture of businesses) {
      const { items } = (await fixture.call("GET", "/webhooks")).body.data;
      for (const { last_error } of items) expectNothingPrivate(String(last_error), "last_error");
    }
  });
});
