import { describe, expect, test, vi } from "vitest";
import { bookingApp } from "../../../../test/fixtures/bookingApp.ts";
import { closedAtEnd } from "../../../../test/fixtures/closeAtEnd.ts";
import { openReceiver } from "../../../../test/fixtures/receiver.ts";
import { callerOf } from "../../../../test/fixtures/salon.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { TEST_SECRET } from "../../../../test/fixtures/testApp.ts";
import { walletsOf } from "../../../../test/fixtures/wallets.ts";
import { EVENT_SCOPES } from "../../../kernel/events.ts";
import { SCOPES } from "../../../kernel/scopes.ts";
import { temporaryBlobs } from "../../../platform/blobs/index.ts";
import { startWorker } from "../../../worker.ts";
import { createApiKey } from "../../access/api-keys/index.ts";
import { createBusiness } from "../businesses/index.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let status = 204;
const sent: unknown[] = [];
const logged: string[] = [];
const blobs = closedAtEnd(temporaryBlobs());

const open = await bookingApp({ sandbox: true });
const real = await bookingApp({ beside: open });
const receiver = await openReceiver(() => ({ status }));
closedAtEnd(
  startWorker({
    database: open.database,
    clock: open.clock,
    databaseClock: open.databaseClock,
    secret: TEST_SECRET,
    webhooks: { allowPrivate: true, allowHttp: true },
    blobs: blobs.blobs,
    paymentProvider: null,
    mailer: {
      from: "Daybook <daybook@example.com>",
      send: async (email) => void sent.push(email),
      close: () => {},
    },
    appUrl: "http://daybook.invalid",
    log: (message, error) => void logged.push(`${message}: ${error}`),
  }),
);

/** Waits until `find` returns a value, for at most 20 seconds. */
async function until<T>(find: () => Promise<T | undefined | false>): Promise<T> {
  try {
    return (await vi.waitUntil(find, { timeout: 20_000, interval: 20 })) as T;
  } catch (error) {
    throw new Error(`nothing was found; logged: ${logged.join("\n")}`, { cause: error });
  }
}

const at = (ms: number) => new Date(ms).toISOString();

async function now(): Promise<number> {
  return Date.parse((await open.call("GET", "/test-clock")).body.data.now);
}

/** Advances the test clock, and waits until it is ready. */
async function advance(to: number): Promise<void> {
  const started = await open.call("POST", "/test-clock/advance", { to: at(to) });
  expect(started).toMatchObject({ status: 200, body: { data: { status: "advancing" } } });
  await until(async () => (await open.call("GET", "/test-clock")).body.data.status === "ready");
  expect(await now()).toBe(to);
}

const emails = (businessId: string) => sql(open.database)<{ purpose: string; status: string }>`
  select purpose, status from emails where business_id = ${businessId} order by created_at, id`;

test("a sandbox is marked in its record, its slug and its responses; another business has no test clock", async () => {
  const own = await open.call("GET", "");
  expect(own.body.data).toMatchObject({ sandbox: true, slug: "sandbox-salon-lindenhof" });
  expect(own.headers["service-sandbox"]).toBe("true");
  const other = await real.call("GET", "");
  expect(other.body.data.sandbox).toBe(false);
  expect(other.headers["service-sandbox"]).toBeUndefined();
  for (const [app, mark] of [
    [open, "true"],
    [real, undefined],
  ] as const) {
    const headers = { authorization: `Bearer ${app.salon.key}` };
    const me = await app.app.inject({ url: "/api/v1/me", headers });
    expect([me.statusCode, me.headers["service-sandbox"]]).toEqual([200, mark]);
  }
  expect((await real.call("GET", "/test-clock")).status).toBe(404);
  expect((await real.call("POST", "/test-clock/advance", { to: at(open.clock.now() + 1) })).status).toBe(404);
});

test("an advance must lead forward, by two years at most", async () => {
  const from = await now();
  for (const to of [from, from - 1, from + 3 * 366 * DAY_MS]) {
    const refused = await open.call("POST", "/test-clock/advance", { to: at(to) });
    expect(refused).toMatchObject({ status: 422, body: { code: "validation_failed" } });
  }
});

test("reminders, declined requests and webhooks happen in order; nothing but webhooks is sent", async () => {
  const zoe = await open.addClient({ first_name: "Zoë", email: "zoe@example.com" });
  const approval = await open.addService({ name: "Advice", requires_approval: true, online_bookable: true });
  const webhook = await open.call("POST", "/webhooks", {
    url: `${receiver.url}/hooks`,
    events: ["appointment.created", "appointment.updated", "appointment.canceled"],
  });
  expect(webhook.status).toBe(201);
  const thursday = "2027-03-04T10:00:00+01:00";
  const booked = await open.book(thursday, open.salon.cut, open.salon.anna, { client_id: zoe });
  expect(booked.status).toBe(201);
  const asked = await open.book("2027-03-03T10:00:00+01:00", approval, open.salon.ben, {
    client_id: zoe,
    status: "requested",
  });
  expect([asked.status, asked.body.data?.status]).toEqual([201, "requested"]);
  await until(async () => (await emails(open.salon.businessId)).length === 2);

  await advance(Date.parse("2027-03-03T12:00:00Z"));

  const declined = await open.call("GET", `/appointments/${asked.body.data.id}`);
  expect(declined.body.data).toMatchObject({ status: "declined", updated_at: "2027-03-03T09:00:00Z" });
  const written = await emails(open.salon.businessId);
  expect(new Set(written.map((email) => email.status))).toEqual(new Set(["simulated"]));
  const reminders = written.filter(({ purpose }) => purpose.includes("reminder"));
  expect(reminders.length).toBeGreaterThanOrEqual(1);
  await until(async () => receiver.requests.length >= 3);
  expect(receiver.requests[0]?.headers["service-sandbox"]).toBe("true");
  const events = receiver.requests.map(({ body }) => JSON.parse(body));
  expect(events.map(({ type }) => type).sort()).toEqual([
    "appointment.canceled",
    "appointment.created",
    "appointment.created",
  ]);
  expect(events.find(({ type }) => type === "appointment.canceled").created_at).toBe("2027-03-03T09:00:00Z");
  expect(sent).toEqual([]);
  expect(logged).toEqual([]);
});

test("time is that of the test clock for callers and visitors, and not for other businesses", async () => {
  const made = await open.call("POST", "/clients", { first_name: "Ada" });
  expect(Date.parse(made.body.data.created_at)).toBe(await now());
  expect(await now()).toBeGreaterThan(open.clock.now());
  const other = await real.call("POST", "/clients", { first_name: "Ada" });
  expect(Date.parse(other.body.data.created_at)).toBe(open.clock.now());
  const visited = await open.visit("POST", "/codes", { email: "lea@example.com" });
  expect(visited.status).toBe(201);
  const code = visited.body.data.id;
  const confirmed = await open.visit("POST", `/codes/${code}`, { code: "000000" });
  expect(confirmed.status).toBe(200);
  expect(Date.parse(confirmed.body.data.expires_at)).toBeGreaterThan(await now());
  expect(open.emails).toEqual([]);
});

describe("webhooks", () => {
  test("retries are brought forward, each in its turn", async () => {
    status = 500;
    const before = receiver.requests.length;
    await open.call("POST", "/appointments", {
      location_id: open.salon.locationId,
      client_id: open.salon.clientId,
      starts_at: "2027-03-10T10:00:00+01:00",
      items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
    });
    await until(async () => receiver.requests.length === before + 1);
    // The retries are due after 1 minute, 5 minutes, 30 minutes, 2 hours and 12 hours.
    await advance((await now()) + 3 * HOUR_MS);
    expect(receiver.requests.length - before).toBe(5);
    status = 204;
    await advance((await now()) + 13 * HOUR_MS);
    expect(receiver.requests.length - before).toBe(6);
  });
});

test("each event can be triggered in a sandbox without a menu, and only in a sandbox", async () => {
  const { businessId, ownerId: userId } = open.salon;
  const bare = await open.database.transaction(async (tx) => {
    const wanted = {
      name: "Bare",
      type: "salon",
      time_zone: "Europe/Berlin",
      currency: "EUR",
      country: "DE",
    } as const;
    const { id } = await createBusiness(tx, userId, { ...wanted, sandbox: true }, open.clock.now());
    const key = { businessId: id, userId, label: "Tests", scopes: SCOPES, now: open.clock.now() };
    return { businessId: id, key: (await createApiKey(tx, key)).key };
  });
  expect(bare.businessId).not.toBe(businessId);
  const call = callerOf(open.app, bare);
  for (const type of Object.keys(EVENT_SCOPES)) {
    const triggered = await call("POST", "/test-events", { type });
    expect(triggered).toMatchObject({ status: 201, body: { data: { type } } });
    const { record_id } = triggered.body.data;
    await until(async () => {
      const { items } = (await call("GET", "/events?order=newest&limit=10")).body.data;
      return items.some(
        (event: { type: string; data: { id: string } }) => event.type === type && event.data.id === record_id,
      );
    });
  }
  expect((await call("GET", "/services")).body.data.items).toHaveLength(1);
  expect((await real.call("POST", "/test-events", { type: "client.created" })).status).toBe(404);
});

test("holds end, offers of the waitlist expire in turn, and packages expire", async () => {
  const { salon, database } = open;
  // The server offers time that is freed at night only from 08:00 on.
  await advance(Date.parse("2027-03-05T10:00:00+01:00"));
  const owner = await signedInMember(open, "owner");
  expect((await owner("PUT", "/booking-page", { waitlist_mode: "automatic" })).status).toBe(200);
  const wallet = walletsOf(open);
  const lapsing = await wallet.package({ units: 5, valid_months: 1 });

  const items = [{ service_id: salon.cut, staff_id: salon.anna }];
  const place = { location_id: salon.locationId, items };
  const hold = () => open.visit("POST", "/holds", { ...place, starts_at: "2027-03-23T10:00:00+01:00" });
  expect([(await hold()).status, (await hold()).status]).toEqual([201, 409]);

  // After the cancellation, the time of the cancelled appointment is the only free time of the day.
  for (const [from, to] of [
    ["09", "10"],
    ["11", "18"],
  ]) {
    const [starts_at, ends_at] = [`2027-03-22T${from}:00:00+01:00`, `2027-03-22T${to}:00:00+01:00`];
    const block = { location_id: salon.locationId, staff_id: salon.anna, starts_at, ends_at };
    expect((await owner("POST", "/blocks", block)).status).toBe(200);
  }
  const booked = await open.book("2027-03-22T10:00:00+01:00", salon.cut);
  const entries: string[] = [];
  for (const name of ["one", "two"]) {
    const client_id = await open.addClient({ first_name: name, email: `${name}@example.com` });
    const windows = [{ from: "2027-03-22", to: "2027-03-22" }];
    const waiting = await owner("POST", "/waitlist", { ...place, client_id, windows });
    expect(waiting.status, waiting.text).toBe(201);
    entries.push(waiting.body.data.id);
    await advance((await now()) + 60_000);
  }
  const cancelled = { to: "cancelled", notify_client: false };
  await open.call("POST", `/appointments/${booked.body.data.id}/transitions`, cancelled);
  const offerOf = async (nth: number) =>
    (await owner("GET", `/waitlist/${entries[nth]}`)).body.data.offer as {
      status: string;
      expires_at: string;
    } | null;

  await advance((await now()) + HOUR_MS);
  expect([(await offerOf(0))?.status, await offerOf(1)]).toEqual(["pending", null]);
  expect([(await hold()).status, (await hold()).status]).toEqual([201, 409]);
  await advance((await now()) + 8 * HOUR_MS);
  const [one, two] = [await offerOf(0), await offerOf(1)];
  expect([one?.status, two?.status]).toEqual(["expired", "expired"]);
  expect(Date.parse(two?.expires_at ?? "") - Date.parse(one?.expires_at ?? "")).toBeGreaterThan(HOUR_MS);

  await advance((await now()) + 31 * DAY_MS);
  expect((await wallet.ledger(lapsing)).at(-1)).toMatchObject({ cause: "expiry", balance_after: 0 });
  const times = (
    await sql(database)<{ at: number }>`
    select created_at as at from emails where business_id = ${salon.businessId} order by id`
  ).map(({ at }) => at);
  expect(times).toEqual(times.toSorted((earlier, later) => earlier - later));
});

test("a clock that advances refuses another advance", async () => {
  const to = at((await now()) + 40 * DAY_MS);
  const [one, other] = await Promise.all([
    open.call("POST", "/test-clock/advance", { to }),
    open.call("POST", "/test-clock/advance", { to }),
  ]);
  expect([one.status, other.status].sort()).toEqual([200, 422]);
  await until(async () => (await open.call("GET", "/test-clock")).body.data.status === "ready");
});
