import fc from "fast-check";
import { expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { addMembership, createUser } from "../../src/features/access/accounts/index.ts";
import { pairKiosk, startPairing } from "../../src/features/booking/kiosks/index.ts";
import { createLocation } from "../../src/features/business/locations/index.ts";
import { setPolicy } from "../../src/features/business/policies/index.ts";
import { createCategory, createService } from "../../src/features/business/services/index.ts";
import { createStaffMember } from "../../src/features/business/staff/index.ts";
import { createTaxRate } from "../../src/features/business/tax-rates/index.ts";
import { takeDeposit } from "../../src/features/checkout/payments/deposits/takeDeposit.ts";
import {
  createGiftCard,
  createMembershipPlan,
  createPackage,
} from "../../src/features/checkout/prepaid/index.ts";
import { createProduct } from "../../src/features/checkout/products/index.ts";
import { createPromotion } from "../../src/features/checkout/promotions/index.ts";
import { createFormsLink, createTemplate } from "../../src/features/clients/forms/index.ts";
import { createNote } from "../../src/features/clients/notes/index.ts";
import { createCalendarFeed } from "../../src/features/scheduling/calendar-feeds/index.ts";
import { withSnapshot } from "../../src/features/scheduling/snapshot/index.ts";
import { insertImportRows } from "../../src/features/transfer/imports/rowStore.ts";
import { newId } from "../../src/kernel/ids.ts";
import type { Transaction } from "../../src/platform/database/index.ts";
import { queueEmail } from "../../src/platform/email/index.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { exampleOf } from "../../src/platform/http/schemaExamples.ts";
import { multipartOf, png } from "../fixtures/images.ts";
import { settle } from "../fixtures/settle.ts";
import { TEST_SECRET } from "../fixtures/testApp.ts";
import { isFullRun } from "../fullRun.ts";
import {
  addressOf,
  credentialsFor,
  exportOf,
  importOf,
  recordsApp,
  saleOf,
  UNREACHABLE_ENDPOINT,
} from "./recordsApp.ts";

const fixture = await recordsApp();

/** Creates a row. `random`, an integer from 0 to 999, determines its position in the list. */
type MakeRow = (random: number) => Promise<unknown>;

/** Row creators by operationId. The test fails for a list without an entry. */
const CREATE_ROW: Readonly<Record<string, MakeRow>> = {
  listAppointments: (random) => bookColour(random),
  listClientAppointments: (random) => CREATE_ROW.listAppointments?.(random) ?? Promise.resolve(),
  listBlocks: (random) =>
    post("/blocks", {
      location_id: fixture.salon.locationId,
      staff_id: fixture.salon.ben,
      starts_at: startOf(random),
      ends_at: startOf(random + 1),
    }),
  listClients: (random) =>
    post("/clients", {
      first_name: nameOf(random),
      last_name: random % 3 === 0 ? null : nameOf(random % 7),
    }),
  listServices: (random) =>
    inside((tx, businessId, now) =>
      createService(
        tx,
        businessId,
        {
          name: `${newId()}`,
          duration_minutes: 30,
          price: { amount: 100, currency: "EUR" },
          location_ids: [fixture.salon.locationId],
          staff: [{ staff_id: fixture.salon.anna }],
          position: 1 + (random % 20),
        },
        now,
      ),
    ),
  listServiceCategories: (random) =>
    inside((tx, businessId, now) =>
      createCategory(tx, businessId, { name: newId(), position: 1 + (random % 20) }, now),
    ),
  listStaffMembers: (random) =>
    inside((tx, businessId, now) =>
      createStaffMember(
        tx,
        businessId,
        { first_name: nameOf(random), location_ids: [fixture.salon.locationId], position: 1 + (random % 20) },
        now,
      ),
    ),
  listLocations: (random) =>
    inside((tx, businessId, now) =>
      createLocation(
        tx,
        businessId,
        {
          name: nameOf(random),
          address: { line1: "Lindenstr. 1", city: "Berlin", country: "DE" },
          time_zone: "Europe/Berlin",
        },
        now,
      ),
    ),
  listWaitlistEntries: () =>
    fixture.owner.call("POST", `/businesses/${fixture.salon.businessId}/waitlist`, {
      ...{ client_id: fixture.salon.clientId, location_id: fixture.salon.locationId },
      ...{ items: [{ service_id: fixture.salon.cut }], windows: [{ from: "2027-04-01", to: "2027-04-30" }] },
    }),
  listKiosks: () =>
    inside(async (tx, businessId, now) => {
      const settings = { secret: TEST_SECRET, address: () => "http://127.0.0.1" };
      const { record } = await startPairing(fixture, settings);
      const { locationId, ownerId: userId } = fixture.salon;
      const pairing = { businessId, locationId, userId, code: record.code, name: "Front desk", now };
      return pairKiosk(tx, settings, pairing);
    }),
  listImports: () => importOf(fixture),
  listExports: () => exportOf(fixture),
  listImportRows: () =>
    inside(async (tx, businessId) => {
      const row_number = ++steps + 10;
      const row = { cells: ["Ada"], external_id: null, outcome: null, problems: [], client_id: null };
      const rows = [{ ...row, row_number, business_id: businessId, import_id: fixture.ids.import ?? "" }];
      await tx.query(insertImportRows, { rows });
    }),
  listCalendarFeeds: () =>
    inside((tx, businessId, now) =>
      createCalendarFeed(tx, { staff_id: fixture.salon.anna }, { businessId, address: () => "", now }),
    ),
  listApiKeys: () => fixture.keyWith("staff:read"),
  listBusinessMembers: (random) =>
    inside(async (tx, businessId, now) => {
      const user = await createUser(tx, {
        email: `${newId()}@example.com`,
        firstName: "Ada",
        lastName: null,
        now,
      });
      // Several rows get the same time, so the test covers the order by id.
      await addMembership(tx, {
        userId: user.id,
        businessId,
        role: "reception",
        staffId: null,
        now: now - (random % 3),
      });
    }),
  listInvitations: () =>
    fixture.owner.call("POST", `/businesses/${fixture.salon.businessId}/invitations`, {
      email: `${newId()}@example.com`,
      role: "reception",
    }),
  listFormTemplates: (random) =>
    inside((tx, businessId, now) =>
      createTemplate(
        tx,
        businessId,
        { name: "Skin", fields: [{ type: "text", label: "Skin" }], service_ids: [fixture.salon.massage] },
        sometime(now, random),
      ),
    ),
  listClientForms: async (random) => {
    const appointmentId = await bookColour(random);
    await inside((tx, businessId, now) =>
      createFormsLink(tx, { businessId, appointmentId, own: null, now: sometime(now, random) }),
    );
  },
  listPolicyVersions: () =>
    inside((tx, businessId, now) =>
      setPolicy(
        tx,
        businessId,
        { cancellation_window_minutes: 60, booking_text: `${++steps}` },
        { now, ifMatch: null },
      ),
    ),
  listAuditEntries: (random) => CREATE_ROW.listServiceCategories?.(random) ?? Promise.resolve(),
  listClientPhotos: async (random) => {
    const { payload, headers } = await multipartOf(
      {
        stage: "before",
        // Several photos get the same time, so the test covers the order by id.
        taken_at: new Date(Date.UTC(2027, 0, 1) + (random % 7)).toISOString(),
        consent: { given: true, date: "2027-01-01" },
      },
      png(),
    );
    const { businessId, clientId } = fixture.salon;
    const path = `/businesses/${businessId}/clients/${clientId}/photos`;
    expect((await fixture.owner.call("POST", path, payload, headers)).status).toBe(201);
  },
  listClientNotes: async (random) => {
    const { clientId } = fixture.salon;
    const note = { text: newId(), noted_on: `2027-01-0${1 + (random % 7)}`, pinned: random % 2 === 0 };
    const reference = { clientId, own: null };
    await inside((tx, businessId, now) => createNote(tx, { ...reference, businessId }, note, now));
  },
  listTaxRates: (random) =>
    inside((tx, businessId, now) =>
      createTaxRate(tx, businessId, { name: newId(), percent: 7, included: true }, sometime(now, random)),
    ),
  listProducts: (random) =>
    inside((tx, businessId, now) =>
      createProduct(tx, businessId, { name: nameOf(random % 40), price: sold.price }, now),
    ),
  listDayClosings: () => {
    const { businessId, locationId } = fixture.salon;
    const path = `/businesses/${businessId}/day-closings`;
    return fixture.owner.call("POST", path, { location_id: locationId });
  },
  listPackages: (random) =>
    inside((tx, businessId, now) =>
      createPackage(tx, businessId, { ...sold, units: 1 }, sometime(now, random)),
    ),
  listMembershipPlans: (random) =>
    inside((tx, businessId, now) =>
      createMembershipPlan(tx, businessId, { ...sold, credits: 1 }, sometime(now, random)),
    ),
  listGiftCards: (random) =>
    inside((tx, businessId, now) =>
      createGiftCard(tx, businessId, { name: "Card", value: sold.price }, sometime(now, random)),
    ),
  listSales: (random) => sell(random),
  listPayments: (random) => sell(random),
  listDeposits: async (random) => {
    const appointmentId = await bookColour(random);
    const input = { method: "cash" as const, amount: { amount: 1, currency: "EUR" } };
    const { database, salon, clock } = fixture;
    const taking = { appointmentId, input, own: null, now: sometime(clock.now(), random) };
    await withSnapshot(database, salon.businessId, (snapshot) =>
      database.transaction((tx) => takeDeposit(tx, snapshot, taking)),
    );
  },
  listPromotions: (random) =>
    inside((tx, businessId, now) =>
      createPromotion(tx, businessId, { name: "Off", kind: "percent", percent: 1 }, sometime(now, random)),
    ),
  listAppointmentHistory: () =>
    fixture.call("PATCH", `/appointments/${fixture.ids.appointment}/note`, { internal_note: newId() }),
  listClientHistory: () =>
    fixture.call("PATCH", `/clients/${fixture.salon.clientId}`, { last_name: newId() }),
  listClientMessages: () =>
    inside(async (tx, businessId) =>
      queueEmail(tx, {
        purpose: newId(),
        to: "ada@example.com",
        subject: "Your appointment",
        text: "At nine.",
        businessId,
        clientId: fixture.salon.clientId,
      }),
    ),
  listWebhookEndpoints: () => post("/webhooks", UNREACHABLE_ENDPOINT),
  listWebhookDeliveries: () => post(`/webhooks/${fixture.ids.endpoint}/test`, {}),
  listEvents: async () => {
    await fixture.call("PATCH", `/clients/${fixture.salon.clientId}`, { last_name: newId() });
    await settle(fixture.database);
  },
};

/** Books a colouring with Anna. Returns the appointment's id. */
async function bookColour(random: number): Promise<string> {
  const { id } = await post("/appointments", {
    location_id: fixture.salon.locationId,
    client_id: fixture.salon.clientId,
    starts_at: startOf(random),
    items: [{ service_id: fixture.salon.colour, staff_id: fixture.salon.anna }],
  });
  return id;
}

function sell(random: number): Promise<unknown> {
  const clock = { now: () => sometime(fixture.clock.now(), random) };
  return saleOf({ ...fixture, clock: { ...fixture.clock, ...clock } });
}

/** Returns one of three times. Rows with the same time are ordered by id. */
const sometime = (now: number, random: number) => now - (random % 3);

const sold = { name: "Sold", service_ids: [], price: { amount: 100, currency: "EUR" } };

/** Returns a start at least six days from all earlier starts, and months after the fixture's appointments. */
function startOf(random: number): string {
  return new Date(Date.UTC(2028, 0, 1) + random * 7_200_000 + ++steps * 86_400_000 * 90).toISOString();
}
let steps = 0;

function nameOf(random: number): string {
  return ["Ada", "ada", "Ámbar", "Zoë", "Öz", "Müller", "mueller"][random % 7] + String(random % 11);
}

async function post(path: string, body: object): Promise<{ id: string }> {
  const answer = await fixture.call("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body.data;
}

function inside<T>(work: (tx: Transaction, businessId: string, now: number) => Promise<T>): Promise<T> {
  return fixture.database.transaction((tx) => work(tx, fixture.salon.businessId, fixture.clock.now()));
}

interface Page {
  readonly items: readonly {
    readonly id?: string;
    readonly user_id?: string;
    readonly row_number?: number;
  }[];
  readonly next_cursor: string | null;
}

async function page(route: Route, more: Record<string, string>): Promise<Page> {
  const search = new URLSearchParams({ ...WINDOWS[route.operationId]?.(), ...more });
  const answer = await fixture.app.inject({
    url: `${addressOf(route, fixture.ids)}?${search}`,
    headers: credentialsFor(route, fixture),
  });
  expect(answer.statusCode, `${route.operationId} ${answer.body}`).toBe(200);
  return answer.json().data;
}

/** The required query parameters of each list. */
const WINDOWS: Readonly<Record<string, () => Record<string, string>>> = {
  listAppointments: () => ({
    location_id: fixture.salon.locationId,
    from: "2000-01-01T00:00:00Z",
    to: "2200-01-01T00:00:00Z",
  }),
  // The list contains pending forms only, which form links create.
  listClientForms: () => ({ status: "pending" }),
  listBlocks: () => ({ from: "2000-01-01T00:00:00Z", to: "2200-01-01T00:00:00Z" }),
  // This type excludes the events of rows created for other lists.
  listEvents: () => ({ type: "client.updated" }),
};

const idsOf = ({ items }: Page) => items.map((item) => String(item.id ?? item.user_id ?? item.row_number));

test("paging through a list while rows are added returns every earlier row exactly once", {
  timeout: isFullRun ? 600_000 : 120_000,
}, async () => {
  const lists = fixture.routes.filter((route) => Object.hasOwn(route.query?.properties ?? {}, "cursor"));
  expect(lists.map((route) => route.operationId).filter((name) => CREATE_ROW[name] === undefined)).toEqual(
    [],
  );
  expect(lists.length).toBeGreaterThan(5);
  for (const route of lists) {
    const make = CREATE_ROW[route.operationId] as MakeRow;
    const walk = fc.record({
      before: fc.array(fc.nat(999), { minLength: 1, maxLength: 4 }),
      steps: fc.array(
        fc.record({ limit: fc.integer({ min: 1, max: 4 }), added: fc.array(fc.nat(999), { maxLength: 2 }) }),
        {
          minLength: 1,
          maxLength: 12,
        },
      ),
    });
    await fc.assert(
      fc.asyncProperty(walk, async ({ before, steps: all }) => {
        for (const random of before) await make(random);
        const there = idsOf(await page(route, { limit: "100" }));
        const seen: string[] = [];
        let cursor: string | null = null;
        for (let step = 0; step === 0 || cursor !== null; step++) {
          const { limit, added } = all[step] ?? { limit: 10, added: [] };
          const found: Page = await page(route, {
            limit: `${limit}`,
            ...(cursor === null ? {} : { cursor }),
          });
          expect(found.items.length).toBeLessThanOrEqual(limit);
          if (found.next_cursor !== null) expect(found.items).toHaveLength(limit);
          seen.push(...idsOf(found));
          cursor = found.next_cursor;
          for (const random of added) await make(random);
        }
        expect(new Set(seen).size, route.operationId).toBe(seen.length);
        if (there.length < 100) expect(seen, route.operationId).toEqual(expect.arrayContaining(there));
        const now = idsOf(await page(route, { limit: "100" }));
        // The pages must have the same order as the list read after all changes.
        if (now.length < 100)
          expect(
            now.filter((id) => seen.includes(id)),
            route.operationId,
          ).toEqual(seen);
      }),
      { numRuns: isFullRun ? 10 : 1 },
    );
  }
});

/** Returns a value that differs from the filter's default and from the fixture's value. */
function anotherFilter(route: Route, name: string): string {
  if (name === "active") return "all";
  if (name === "order") return "newest";
  const isDate = (route.query?.properties[name] as { format?: string } | undefined)?.format === "date";
  if (name === "from") return isDate ? "2001-01-01" : "2001-01-01T00:00:00Z";
  if (name === "to") return isDate ? "2199-01-01" : "2199-01-01T00:00:00Z";
  if (name.endsWith("_id")) return newId();
  const value = String(exampleOf(route.query?.properties[name] ?? {}));
  // By default, the list contains the statuses `waiting` and `offered`, so the filter uses a third status.
  if (value === "waiting" || value === "offered") return "cancelled";
  return value === WINDOWS[route.operationId]?.()[name] ? "completed" : value;
}

/** The sampling interval outside a full run: the test sends one in `SHARE` values to each list. */
const SHARE = 12;

/** Returns all values in a full run, otherwise a sample that is shifted for each list. */
function sampleOf<T>(values: readonly T[], nth: number): readonly T[] {
  return isFullRun ? values : values.filter((_, index) => index % SHARE === nth % SHARE);
}

test("a cursor opens only its own list, of its own business, path and filters, and no changed one", {
  timeout: isFullRun ? 600_000 : 120_000,
}, async () => {
  const { app, owner, other, clock, routes, salon } = fixture;
  await fixture.database.transaction((tx) =>
    addMembership(tx, {
      userId: owner.userId,
      businessId: other.salon.businessId,
      role: "owner",
      staffId: null,
      now: clock.now(),
    }),
  );
  const headers = { cookie: owner.cookie(), host: "localhost:80", origin: "http://localhost:80" };
  const ask = async (
    route: Route,
    more: Readonly<Record<string, string>>,
    ids: Readonly<Record<string, string>> = fixture.ids,
    server = app,
  ): Promise<string> => {
    const search = new URLSearchParams({ ...WINDOWS[route.operationId]?.(), ...more });
    const answer = await server.inject({ url: `${addressOf(route, ids)}?${search}`, headers });
    const { details } = answer.json() as { details?: { fields?: { path: string; message: string }[] } };
    return `${answer.statusCode} ${details?.fields?.map(({ path, message }) => `${path} ${message}`).join() ?? ""}`;
  };
  const REFUSED = "422 /cursor must be a cursor that this operation returned for the same parameters";
  const lists = routes.filter((route) => Object.hasOwn(route.query?.properties ?? {}, "cursor"));
  const cursors = new Map<Route, string>();
  for (const route of lists) {
    for (let made = 0; made < 2; made++) await CREATE_ROW[route.operationId]?.(made);
    const { next_cursor } = await page(route, { limit: "1" });
    cursors.set(route, next_cursor ?? "");
    expect(next_cursor, route.operationId).toMatch(/^[\w-]{40,511}$/);
  }

  const restarted = await buildApp({ database: fixture.database, clock, secret: TEST_SECRET });
  for (const [nth, [route, cursor]] of [...cursors].entries()) {
    const name = route.operationId;
    const sample = <T>(values: readonly T[]) => sampleOf(values, nth);
    expect(await ask(route, { cursor }), name).toBe("200 ");
    expect(await ask(route, { cursor }, fixture.ids, restarted), name).toBe("200 ");
    const inOther = { ...fixture.ids, business: other.salon.businessId };
    expect(await ask(route, { cursor }, inOther), name).toBe(REFUSED);
    for (const another of sample(lists))
      if (another !== route)
        expect(await ask(another, { cursor }), `${name} in ${another.operationId}`).toBe(REFUSED);
    for (const [param] of route.path.slice("/businesses/:business".length).matchAll(/(?<=:)\w+/g))
      expect(await ask(route, { cursor }, { ...fixture.ids, [param]: newId() }), name).toBe(REFUSED);
    for (const filter of Object.keys(route.query?.properties ?? {})) {
      // These parameters are not filters. They set the start of the page, its size and the included records.
      if (
        ["cursor", "limit", "include"].includes(filter) ||
        (name === "listEvents" && ["since", "after"].includes(filter))
      )
        continue;
      expect(await ask(route, { [filter]: anotherFilter(route, filter), cursor }), `${name} ${filter}`).toBe(
        REFUSED,
      );
    }
    const bytes = Buffer.from(cursor, "base64url");
    for (const index of sample([...bytes.keys()])) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ (1 << (index % 8));
      expect(await ask(route, { cursor: changed.toString("base64url") }), name).toBe(REFUSED);
    }
    for (const changed of ["", "x", cursor.slice(4), cursor.slice(0, -4), `${cursor}AAAA`, `${cursor}=`])
      expect(await ask(route, { cursor: changed }), name).toBe(REFUSED);
    const readable = bytes.toString("latin1");
    for (const secret of [salon.businessId, ...Object.values(fixture.ids), "Ada", "ada", "[", '"'])
      if (secret.length > 2) expect(readable, name).not.toContain(secret);
  }
  await restarted.close();
});

test("a cursor does not show the names that it points to", async () => {
  for (const first_name of ["Wilhelmina", "Wilhelmine", "Wilhelmino"])
    await post("/clients", { first_name, last_name: "Ñandú Ümlaut" });
  const { items, next_cursor } = await page(operation("listClients"), { limit: "1", q: "wilhelm" });
  expect(items).toHaveLength(1);
  for (const encoding of ["latin1", "utf8", "hex", "base64"] as const)
    for (const name of ["wilhelm", "Wilhelm", "nandu", "umlaut"])
      expect(Buffer.from(next_cursor ?? "", "base64url").toString(encoding)).not.toContain(
        Buffer.from(name).toString(encoding).replaceAll("=", ""),
      );
});

test("names of any script, as long as they may be, have cursors of fewer than 512 characters", async () => {
  const { address, time_zone } = (await fixture.call("GET", `/locations/${fixture.salon.locationId}`)).body
    .data;
  // Characters of one to four bytes in UTF-8, a character that JSON escapes, and a character that Unicode normalization
  // expands to eighteen letters.
  const names = ["w", "ñ", "美", "𠮷", "\\", "ﷺ"].map((character) => character.repeat(100));
  const clients: string[] = [];
  const locations: string[] = [];
  for (const name of names)
    for (let nth = 0; nth < 3; nth++) {
      clients.push((await post("/clients", { first_name: name, last_name: name })).id);
      const location = { name, address, time_zone };
      locations.push((await inside((tx, id, now) => createLocation(tx, id, location, now))).id);
    }
  for (const [operationId, created] of [
    ["listClients", clients],
    ["listLocations", locations],
  ] as const) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const next: Page = await page(operation(operationId), {
        limit: "1",
        ...(cursor === null ? {} : { cursor }),
      });
      seen.push(...idsOf(next));
      cursor = next.next_cursor;
      expect(cursor?.length ?? 0, operationId).toBeLessThan(512);
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(created));
  }
});

function operation(operationId: string): Route {
  const found = fixture.routes.find((route) => route.operationId === operationId);
  if (found === undefined) throw new Error(`no operation ${operationId}`);
  return found;
}
