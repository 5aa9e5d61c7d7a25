import { beforeAll, expect, test } from "vitest";
import { addMembership } from "../../src/features/access/accounts/index.ts";
import { createStaffMember } from "../../src/features/business/staff/index.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { multipartOf, png } from "../fixtures/images.ts";
import { type Browser, signedIn } from "../fixtures/signedIn.ts";
import { addressOf, bodyFor, nameOf, type RecordsApp, recordsApp } from "./recordsApp.ts";

/**
 * Tests contract §2 for the whole route table. A business member with the role `staff` gets the same response for other staff
 * members' records as for unknown records. The fixture's appointments belong to Anna; Carla has no records.
 */
let fixture: RecordsApp;
let anna: Browser;
let carla: Browser;
let ids: Readonly<Record<string, string>>;
let routes: readonly Route[];

const EMAIL = "hidden@example.org";
const PHONE = "+4917698765432";

/** Path parameters of records that belong to staff members. */
const OWNED = [
  "appointment",
  "block",
  "client",
  "deposit",
  "entry",
  "note",
  "offer",
  "payment",
  "photo",
  "sale",
];
/** Path parameters of records that all business members may read, or that all roles except `staff` may read. */
const SHARED = [
  "category",
  "location",
  "package",
  "product",
  "tax_rate",
  "membership",
  "gift_card",
  "promotion",
  "service",
  "staff",
  "form_template",
];

beforeAll(async () => {
  fixture = await recordsApp();
  const { salon, database, clock, ids: named } = fixture;
  const { businessId } = salon;
  const now = clock.now();
  const made = await database.transaction((tx) =>
    createStaffMember(tx, businessId, { first_name: "Carla", location_ids: [salon.locationId] }, now),
  );
  const member = async (staffId: string) => {
    const browser = await signedIn(fixture);
    const membership = { userId: browser.userId, businessId, role: "staff", staffId, now } as const;
    await database.transaction((tx) => addMembership(tx, membership));
    return browser;
  };
  [anna, carla] = [await member(salon.anna), await member(made.id)];
  await fixture.call("PATCH", `/clients/${salon.clientId}`, { email: EMAIL, phone_e164: PHONE });
  // The sale belongs to Anna's appointment, because all business members may read sales without an appointment.
  const amount = { amount: 4500, currency: "EUR" };
  const sold = await fixture.owner.call("POST", `/businesses/${businessId}/sales`, {
    location_id: salon.locationId,
    appointment_id: named.appointment,
    tip: amount,
    payments: [
      { method: "cash", amount },
      { method: "cash", amount },
    ],
  });
  expect(sold.status, sold.text).toBe(201);
  ids = { ...named, sale: sold.body.data.id, payment: sold.body.data.payment_ids[0] };
  routes = fixture.routes.filter(
    ({ access }) => access.kind === "business" && access.roles.includes("staff"),
  );
});

const namesIn = ({ path }: Route) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name)).slice(1);
const ownedIn = (route: Route) => namesIn(route).filter((name) => OWNED.includes(name));

/** Sends a request with the ids in its path and body. Returns the status and text of the response. */
async function ask(browser: Browser, route: Route, given: Readonly<Record<string, string>>) {
  const path = addressOf(route, given).slice("/api/v1".length);
  const { body, headers } = await sentTo(route, given);
  const answer = await browser.call(route.method, path, body, headers);
  return `${answer.status} ${answer.text}`;
}

async function sentTo(route: Route, given: Readonly<Record<string, string>>) {
  if (route.body === undefined) return { body: undefined, headers: {} };
  const body = bodyFor(route, given);
  if (route.upload === undefined) return { body, headers: {} };
  const { payload, headers } = await multipartOf(body, png());
  return { body: payload, headers };
}

test("every path parameter is classified as owned or shared", () => {
  expect(routes.length).toBeGreaterThan(40);
  const names = new Set(routes.flatMap(namesIn));
  expect([...names].filter((name) => !OWNED.includes(name) && !SHARED.includes(name))).toEqual([]);
});

test("a record of another staff member answers as an unknown one, byte for byte", async () => {
  const tried = routes.filter((route) => ownedIn(route).length > 0);
  expect(tried.length).toBeGreaterThan(15);
  for (const route of tried) {
    const unknown = Object.fromEntries(ownedIn(route).map((name) => [name, newId()]));
    const [foreign, none] = [await ask(carla, route, ids), await ask(carla, route, { ...ids, ...unknown })];
    expect([nameOf(route), foreign]).toEqual([nameOf(route), none]);
    expect([nameOf(route), foreign.slice(0, 3)]).toEqual([nameOf(route), "404"]);
  }
});

test("own records can be read", async () => {
  const reads = routes.filter((route) => route.method === "GET" && ownedIn(route).length > 0);
  for (const route of reads.filter((each) => ownedIn(each).every((name) => ids[name] !== undefined)))
    expect([nameOf(route), (await ask(anna, route, ids)).slice(0, 3)]).toEqual([nameOf(route), "200"]);
});

test("a body that refers to a record of another staff member answers as for an unknown one", async () => {
  const tried = routes.filter((route) => route.body !== undefined && ownedIn(route).length === 0);
  let count = 0;
  for (const route of tried) {
    const fields = Object.keys((route.body as { properties?: object }).properties ?? {});
    for (const field of fields.filter((name) => OWNED.some((owned) => name === `${owned}_id`))) {
      count++;
      const send = (id: string) => ask(carla, route, { ...ids, [field]: id });
      const [foreign, none] = [await send(ids[field] ?? ""), await send(newId())];
      expect([nameOf(route), field, foreign]).toEqual([nameOf(route), field, none]);
      expect([nameOf(route), field, foreign.slice(0, 3)]).toEqual([nameOf(route), field, "422"]);
    }
  }
  expect(count).toBeGreaterThan(2);
});

const WINDOW = { from: "2000-01-01T00:00:00Z", to: "2200-01-01T00:00:00Z" };
/** Returns the query string with a list's required parameters. */
const queryOf = ({ query }: Route): string => {
  const required: string[] = (query as { required?: string[] } | undefined)?.required ?? [];
  const all: Record<string, string> = {
    ...WINDOW,
    location_id: ids.location ?? "",
    service_ids: ids.service ?? "",
  };
  return new URLSearchParams(required.map((name): [string, string] => [name, all[name] ?? ""])).toString();
};
const readAll = (browser: Browser, route: Route) =>
  browser.call("GET", `${addressOf(route, ids).slice("/api/v1".length)}?${queryOf(route)}`);

test("lists contain no records of other staff members and none that depend on them", async () => {
  const lists = routes.filter((route) => Object.hasOwn(route.query?.properties ?? {}, "cursor"));
  expect(lists.length).toBeGreaterThan(8);
  for (const route of lists) {
    const { status, text } = await readAll(carla, route);
    expect([nameOf(route), [200, 404]]).toEqual([nameOf(route), expect.arrayContaining([status])]);
    for (const name of ["appointment", "sale", "payment", "block"])
      expect([nameOf(route), name, text.includes(ids[name] ?? "")]).toEqual([nameOf(route), name, false]);
  }
  const clients = await carla.call("GET", `/businesses/${ids.business}/clients`);
  expect(clients.body.data.items).toEqual([]);
});

test("no read shows a staff member the contacts of their clients", async () => {
  const reads = routes.filter(({ method }) => method === "GET");
  let seen = 0;
  for (const route of reads) {
    const { status, text } = await readAll(anna, route);
    if (status === 200) seen++;
    expect([nameOf(route), text.includes(EMAIL) || text.includes(PHONE)]).toEqual([nameOf(route), false]);
  }
  expect(seen).toBeGreaterThan(20);
});
