import { connect } from "@daybook/sdk";
import { beforeAll, expect, test } from "vitest";
import { setInitialPassword } from "../../../server/src/features/access/sessions/index.ts";
import { replacePublishing } from "../../../server/src/features/business/locations/publishing.ts";
import { systemClock } from "../../../server/src/kernel/clock.ts";
import type { Database } from "../../../server/src/platform/database/index.ts";
import { newAddress } from "../../../server/test/fixtures/bookingApp.ts";
import { closedAtEnd } from "../../../server/test/fixtures/closeAtEnd.ts";
import { type FreshDatabase, freshDatabase, openPatiently } from "../../../server/test/fixtures/database.ts";
import { multipartOf, png } from "../../../server/test/fixtures/images.ts";
import { createSalon, type Salon } from "../../../server/test/fixtures/salon.ts";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { sessionAt } from "../../../server/test/process/sessionAt.ts";
import { startTwoServers, type TwoServers } from "../../../server/test/process/twoServers.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";

/**
 * The number of changes to a service. The two processes write the changes in turn, while visitors read the menu from both processes (public
 * pages §6: "never stale").
 */
const PRICES = isFullRun ? 300 : 12;
/** The number of slots that one process takes and releases while the test reads the offered slots from the other process. */
const SLOTS = isFullRun ? 200 : 8;
const READERS = 4;
const WEEK = 7 * 86_400_000;

let fresh: FreshDatabase;
let two: TwoServers;
let database: Database;
let salon: Salon;
let slug: string;
/** The headers of the owner's session, which both processes accept. */
let session: Record<string, string>;

beforeAll(async () => {
  ensureBuilt();
  fresh = await freshDatabase();
  const { connectionString } = fresh;
  two = closedAtEnd(
    await startTwoServers(connectionString, {
      DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
      DAYBOOK_TRUST_PROXY: "1",
    }),
  );
  database = openPatiently({ connectionString });
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: "00:00", ends: "24:00" }));
  salon = await createSalon(database, systemClock, { hours });
  const { ownerId, key, businessId, locationId } = salon;
  const password = "correct horse battery";
  await database.transaction(async (tx) => {
    await setInitialPassword(tx, ownerId, password, systemClock.now());
    await replacePublishing(tx, businessId, locationId, { isPublished: true, now: systemClock.now() });
  });
  const reader = connect({ address: addressOf(0), key });
  const { email } = await reader.get("/me");
  session = await sessionAt(addressOf(0), { email, password });
  ({ slug } = await reader.get("/businesses/{business}", { path: { business: businessId } }));
}, 240_000);

const addressOf = (process: number) => String(two.addresses[process]);

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape.
  readonly body: any;
}

/** Sends a request to one process. Encodes a body as JSON, except a `Buffer`, which is sent unchanged. */
async function send(
  process: number,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isRaw = Buffer.isBuffer(body);
  const answer = await fetch(`${addressOf(process)}/api/v1${path}`, {
    method,
    headers: { ...(body === undefined || isRaw ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Changes a record as the owner, with a request to one process. */
async function change(
  process: number,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<void> {
  const origin = addressOf(process);
  const from = { ...session, origin, ...headers };
  const answer = await send(process, method, `/businesses/${salon.businessId}${path}`, body, from);
  expect([method, path, Math.floor(answer.status / 100)], JSON.stringify(answer.body)).toEqual([
    method,
    path,
    2,
  ]);
}

/** Returns a header with a new client IP address, because the server limits the requests of each address. */
const newVisitor = () => ({ "x-forwarded-for": newAddress() });

/** Requests the menu from one process. Returns the status and the HTML. */
async function menu(process: number): Promise<string> {
  const answer = await fetch(`${addressOf(process)}/b/${slug}?lang=en`, { headers: newVisitor() });
  return `${answer.status} ${await answer.text()}`;
}

test("after a change at one process, the next request for the menu at the other process shows it", async () => {
  const { cut, massage, anna, locationId } = salon;
  const image = await multipartOf({}, png({ width: 40, height: 20 }));
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: "06:07", ends: "21:03" }));
  const address = { line1: "Neue Gasse 9", city: "Potsdam", country: "DE" };
  const price = { amount: 12_345, currency: "EUR" };
  // Each change with a text that the menu must contain after the change but not before it. With a leading "-", the menu must contain the
  // text before the change but not after it.
  const changes: [shown: string, method: string, path: string, body?: object, headers?: object][] = [
    ["New heading", "PUT", "/booking-page", { texts: { en: { heading: "New heading" } } }],
    ["#123456", "PUT", "/booking-page", { accent_color: "#123456" }],
    ["Salon Renamed", "PATCH", "", { name: "Salon Renamed" }],
    ["DaySpa", "PATCH", "", { type: "spa" }],
    ["Neue Gasse 9", "PATCH", `/locations/${locationId}`, { address }],
    ["+49301234567", "PATCH", `/locations/${locationId}`, { phone_e164: "+49301234567" }],
    ["06:07", "PUT", `/locations/${locationId}/hours`, { hours, hour_exceptions: [] }],
    ["Fringe cut", "PATCH", `/services/${cut}`, { name: "Fringe cut" }],
    ["123.45", "PATCH", `/services/${cut}`, { price }],
    ["With a wash", "PATCH", `/services/${cut}`, { description: "With a wash" }],
    ["patch test", "PATCH", `/services/${cut}`, { requires_patch_test: true }],
    ["-patch test", "PATCH", `/services/${cut}`, { requires_patch_test: false }],
    ["-Massage", "PATCH", `/services/${massage}`, { online_bookable: false }],
    ["Massage", "PATCH", `/services/${massage}`, { online_bookable: true }],
    ["Care for nails", "POST", "/services", serviceNamed("Care for nails")],
    ["/pictures/", "PUT", "/booking-page/logo", image.payload, image.headers],
    ["-/pictures/", "DELETE", "/booking-page/logo"],
    ["€0.99", "PATCH", `/services/${cut}`, { staff: [{ staff_id: anna, price: { ...price, amount: 99 } }] }],
    ["-200 ", "PUT", `/locations/${locationId}/publishing`, { published: false }],
    ["200 ", "PUT", `/locations/${locationId}/publishing`, { published: true }],
  ];
  let seen = 0;
  for (const [index, [shown, method, path, body, headers]] of changes.entries()) {
    const [writer, reader] = [index % 2, (index + 1) % 2];
    const text = shown.replace(/^-/, "");
    // Makes both processes cache the page.
    const before = await Promise.all([0, 1].map(menu));
    await change(writer, method, path, body, headers as Record<string, string>);
    const after = await menu(reader);
    expect([path, shown, after.includes(text)]).toEqual([path, shown, text === shown]);
    if (before.every((page) => page.includes(text) === (text !== shown))) seen++;
  }
  expect(seen).toBe(changes.length);
});

function serviceNamed(name: string): object {
  const { anna, locationId } = salon;
  const price = { amount: 3_000, currency: "EUR" };
  return { name, duration_minutes: 30, price, location_ids: [locationId], staff: [{ staff_id: anna }] };
}

test("while both processes change a service in turn, no visitor of either process sees a version older than the last confirmed change", async () => {
  const { colour } = salon;
  await change(0, "PATCH", `/services/${colour}`, { description: "Price number 0." });
  let written = 0;
  let reads = 0;
  const write = async () => {
    for (let number = 1; number <= PRICES; number++) {
      await change(number % 2, "PATCH", `/services/${colour}`, { description: `Price number ${number}.` });
      written = number;
    }
  };
  const read = async (reader: number) => {
    while (written < PRICES) {
      const oldest = written;
      const number = Number(/Price number (\d+)\./.exec(await menu(reader % 2))?.[1]);
      expect(number).toBeGreaterThanOrEqual(oldest);
      reads++;
    }
  };
  await Promise.all([write(), ...Array.from({ length: READERS }, (_, reader) => read(reader))]);
  console.info(`${PRICES} changes, ${reads} reads at two processes: none stale`);
});

test("a time taken at one process is neither offered nor held at the other, and is free again once it is released", async () => {
  const { cut, anna, locationId, clientId, key } = salon;
  const base = `/public/businesses/${slug}`;
  const items = [{ service_id: cut, staff_id: anna }];
  const offers = async (process: number, startsAt: string) => {
    const day = startsAt.slice(0, 10);
    const query = { location_id: locationId, service_ids: cut, staff_ids: anna, from: day, to: day };
    const path = `${base}/availability?${new URLSearchParams(query)}`;
    const answer = await send(process, "GET", path, undefined, newVisitor());
    const starts = answer.body.data.slots.map((slot: { starts_at: string }) => slot.starts_at);
    return starts.includes(startsAt);
  };
  const shows = async (process: number, startsAt: string) => {
    const query = { service: cut, staff: anna, date: startsAt.slice(0, 10), lang: "en" };
    const url = `${addressOf(process)}/b/${slug}/times?${new URLSearchParams(query)}`;
    const page = await fetch(url, { headers: newVisitor() });
    return (await page.text()).includes(startsAt);
  };
  const day = new Date(Date.now() + WEEK).toISOString().slice(0, 10);
  const query = { location_id: locationId, service_ids: cut, staff_ids: anna, from: day, to: day };
  const found = await send(0, "GET", `${base}/availability?${new URLSearchParams(query)}`);
  const starts: string[] = found.body.data.slots.map((slot: { starts_at: string }) => slot.starts_at);
  expect(starts.length).toBeGreaterThan(20);
  expect(await shows(1, String(starts[0]))).toBe(true);
  for (let round = 0; round < SLOTS; round++) {
    const [writer, reader] = [round % 2, (round + 1) % 2];
    const startsAt = String(starts[round % starts.length]);
    const hold = { location_id: locationId, starts_at: startsAt, items };
    const from = newVisitor();
    const isHeld = round % 4 < 2;
    const taken = isHeld
      ? await send(writer, "POST", `${base}/holds`, hold, from)
      : await send(
          writer,
          "POST",
          `/businesses/${salon.businessId}/appointments`,
          { ...hold, client_id: clientId },
          { authorization: `Bearer ${key}` },
        );
    expect(taken.status, JSON.stringify(taken.body)).toBe(201);
    expect([startsAt, await offers(reader, startsAt)]).toEqual([startsAt, false]);
    expect([startsAt, await shows(reader, startsAt)]).toEqual([startsAt, false]);
    const second = await send(reader, "POST", `${base}/holds`, hold, from);
    expect([second.status, second.body.code]).toEqual([409, "time_conflict"]);
    const released = isHeld
      ? await send(writer, "DELETE", `${base}/holds/${taken.body.data.hold_token}`, undefined, from)
      : await send(
          writer,
          "POST",
          `/businesses/${salon.businessId}/appointments/${taken.body.data.id}/transitions`,
          { to: "cancelled" },
          { authorization: `Bearer ${key}` },
        );
    expect(released.status, JSON.stringify(released.body)).toBe(200);
    expect([startsAt, await offers(reader, startsAt)]).toEqual([startsAt, true]);
  }
  console.info(`${SLOTS} times taken and released at one process: none stale at the other`);
});
