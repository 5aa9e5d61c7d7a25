import type { FastifyInstance } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../src/app.ts";
import { addMembership } from "../src/features/access/accounts/index.ts";
import { newId } from "../src/kernel/ids.ts";
import type { Role } from "../src/kernel/scopes.ts";
import { closedAtEnd } from "./fixtures/closeAtEnd.ts";
import { type Browser, type HttpAnswer, signedUp } from "./fixtures/signedIn.ts";
import { bookingOf, type TestApp, testApp } from "./fixtures/testApp.ts";

/**
 * Tests contract §2: a business member with the role `staff` may read and change their own appointments, blocks and clients.
 * Requests for other staff members' records return 404.
 */
let open: TestApp;
let app: FastifyInstance;
let anna: Member;
let reception: Member;
/** A business member with the role `staff` who is not linked to a staff member and therefore owns no records. */
let unlinked: Member;
interface Member {
  readonly browser: Browser;
  readonly call: (method: Method, path: string, body?: unknown) => Promise<HttpAnswer>;
}
type Method = "GET" | "POST" | "PATCH" | "DELETE";

beforeAll(async () => {
  open = await testApp();
  app = closedAtEnd(await buildApp({ database: open.database, clock: open.clock, checkAnswers: true }));
  anna = await member("staff", open.salon.anna);
  reception = await member("reception", null);
  unlinked = await member("staff", null);
});

async function member(role: Role, staffId: string | null): Promise<Member> {
  const browser = await signedUp(app);
  const { businessId } = open.salon;
  const membership = { userId: browser.userId, businessId, role, staffId, now: open.clock.now() };
  await open.database.transaction((tx) => addMembership(tx, membership));
  return {
    browser,
    call: (method, path, body) => browser.call(method, `/businesses/${businessId}${path}`, body),
  };
}

let day = 0;
/** Books an appointment with these staff members on a new day. Returns its id. */
async function newAppointment(staffIds: string[], client_id?: string): Promise<string> {
  const starts = new Date(Date.UTC(2027, 3, 5, 8) + 86_400_000 * day++).toISOString();
  const items = staffIds.map((staffId) => [open.salon.cut, staffId] as const);
  const body = bookingOf(open.salon, starts, items, client_id === undefined ? {} : { client_id });
  const booked = await open.call("POST", "/appointments", body);
  expect(booked.status).toBe(201);
  return booked.body.data.id;
}
const window = () => `location_id=${open.salon.locationId}&from=2027-01-01T00:00:00Z&to=2028-12-31T00:00:00Z`;
const idsIn = (answer: HttpAnswer): string[] => answer.body.data.items.map(({ id }: { id: string }) => id);
const fieldsIn = (answer: HttpAnswer) => [
  answer.status,
  ...(answer.body.details?.fields ?? []).map(({ path }: { path: string }) => path),
];
/** Asserts that the response is byte-for-byte equal to the response for an unknown id. */
async function expectUnknown(
  call: Member["call"],
  method: Method,
  path: (id: string) => string,
  id: string,
  body?: unknown,
) {
  const [foreign, unknown] = [await call(method, path(id), body), await call(method, path(newId()), body)];
  expect([path("…"), foreign.status, foreign.text]).toEqual([path("…"), 404, unknown.text]);
}

describe("appointments", () => {
  test("are listed if any item is the caller's, with every filter", async () => {
    const [mine, shared, foreign] = [
      await newAppointment([open.salon.anna]),
      await newAppointment([open.salon.ben, open.salon.anna]),
      await newAppointment([open.salon.ben]),
    ];
    expect(idsIn(await anna.call("GET", `/appointments?${window()}`))).toEqual([mine, shared]);
    expect(idsIn(await anna.call("GET", `/appointments?${window()}&staff_id=${open.salon.ben}`))).toEqual([
      shared,
    ]);
    expect(idsIn(await reception.call("GET", `/appointments?${window()}`))).toEqual([mine, shared, foreign]);
    expect(idsIn(await unlinked.call("GET", `/appointments?${window()}`))).toEqual([]);
  });

  test("of others answer as unknown records to reads and changes", async () => {
    const mine = await newAppointment([open.salon.anna]);
    const foreign = await newAppointment([open.salon.ben]);
    const changes: [Method, string, object | undefined][] = [
      ["GET", "", undefined],
      ["PATCH", "/note", { internal_note: "Seen" }],
      ["PATCH", "/schedule", { starts_at: "2028-04-05T10:00:00+02:00" }],
      ["PATCH", "/duration", { item_id: newId(), minutes: 30 }],
      ["POST", "/transitions", { to: "arrived" }],
    ];
    for (const [method, path, body] of changes) {
      await expectUnknown(anna.call, method, (id) => `/appointments/${id}${path}`, foreign, body);
      await expectUnknown(unlinked.call, method, (id) => `/appointments/${id}${path}`, mine, body);
      const own = await anna.call(method, `/appointments/${mine}${path}`, body);
      expect([path, own.status]).toEqual([path, path === "/duration" ? 422 : 200]);
    }
  });

  test("can be booked only for oneself, with source `app`", async () => {
    const client_id = (await anna.call("POST", "/clients", { first_name: "Own" })).body.data.id;
    const book = (staffId: string, more: object = {}, path = "") =>
      anna.call(
        "POST",
        `/appointments${path}`,
        bookingOf(open.salon, "2028-02-01T10:00:00+01:00", [[open.salon.cut, staffId]], {
          client_id,
          ...more,
        }),
      );
    expect(fieldsIn(await book(open.salon.ben))).toEqual([422, "/items/0/staff_id"]);
    const booked = await book(open.salon.anna);
    expect([booked.status, booked.body.data.source]).toEqual([201, "app"]);
    const repeat = { every_weeks: 1, occurrences: 2 };
    expect(fieldsIn(await book(open.salon.ben, repeat, "/recurring"))).toEqual([422, "/items/0/staff_id"]);
    expect((await book(open.salon.anna, repeat, "/recurring")).status).toBe(200);
  });

  test("for a client of others answer as for an unknown client", async () => {
    const otherClient = await open.addClient({ first_name: "Stranger" });
    const book = (client_id: string) =>
      anna.call(
        "POST",
        "/appointments",
        bookingOf(open.salon, "2028-03-01T10:00:00+01:00", [[open.salon.cut, open.salon.anna]], {
          client_id,
        }),
      );
    const [foreign, unknown] = [await book(otherClient), await book(newId())];
    expect(fieldsIn(foreign)).toEqual([422, "/client_id"]);
    expect(foreign.text).toBe(unknown.text);
  });

  test("can be moved to other staff members only by reception", async () => {
    const appointment = await newAppointment([open.salon.anna]);
    const { data } = (await anna.call("GET", `/appointments/${appointment}`)).body;
    const hand = (who: Member, staff_id: string) =>
      who.call("PATCH", `/appointments/${appointment}/schedule`, {
        starts_at: data.starts_at,
        items: [{ id: data.items[0].id, staff_id }],
      });
    expect(fieldsIn(await hand(anna, open.salon.ben))).toEqual([422, "/items/0/staff_id"]);
    expect((await hand(anna, open.salon.anna)).status).toBe(200);
    expect((await hand(reception, open.salon.ben)).status).toBe(200);
    await expectUnknown(anna.call, "GET", (id) => `/appointments/${id}`, appointment);
  });
});

describe("availability", () => {
  const urlWith = (more: string) =>
    `/availability?location_id=${open.salon.locationId}&service_ids=${open.salon.cut}&from=2027-03-01&to=2027-03-01${more}`;

  test("excludes the caller's own appointment; those of others answer as unknown", async () => {
    const [mine, foreign] = [await newAppointment([open.salon.anna]), await newAppointment([open.salon.ben])];
    const without = (who: Member, id: string) => who.call("GET", urlWith(`&exclude_appointment_id=${id}`));
    const refused = await without(anna, foreign);
    expect(fieldsIn(refused)).toEqual([422, "/exclude_appointment_id"]);
    expect(refused.text).toBe((await without(anna, newId())).text);
    expect((await without(unlinked, mine)).text).toBe(refused.text);
    expect((await without(anna, mine)).status).toBe(200);
    expect((await without(anna, mine.toUpperCase())).status).toBe(200);
    expect((await without(reception, foreign)).status).toBe(200);
  });

  test("gives the same response for other staff members' clients as for unknown clients", async () => {
    const foreign = await open.addClient({ first_name: "Blocked", online_booking_blocked: true });
    const of = (who: Member, id: string) => who.call("GET", urlWith(`&audience=online&client_id=${id}`));
    const refused = await of(anna, foreign);
    expect(fieldsIn(refused)).toEqual([422, "/client_id"]);
    expect(refused.text).toBe((await of(anna, newId())).text);
    expect((await of(reception, foreign)).body.data.slots).toEqual([]);
    await newAppointment([open.salon.anna], foreign);
    expect((await of(anna, foreign)).status).toBe(200);
  });
});

describe("blocks", () => {
  const blockOf = (who: object, hour: number) => ({
    location_id: open.salon.locationId,
    starts_at: `2027-03-01T${hour}:00:00+01:00`,
    ends_at: `2027-03-01T${hour + 1}:00:00+01:00`,
    ...who,
  });

  test("can be created only for oneself", async () => {
    const make = (who: object) => anna.call("POST", "/blocks", blockOf(who, 10));
    expect((await make({ staff_id: open.salon.anna })).status).toBe(200);
    expect(fieldsIn(await make({ staff_id: open.salon.ben }))).toEqual([422, "/staff_id"]);
    expect(fieldsIn(await make({ resource_id: open.salon.roomId }))).toEqual([422, "/resource_id"]);
    expect(fieldsIn(await make({}))).toEqual([422, "/staff_id"]);
  });

  test("of others are not listed and cannot be deleted", async () => {
    const make = async (who: object, hour: number) =>
      (await open.call("POST", "/blocks", blockOf(who, hour))).body.data.id as string;
    const mine = await make({ staff_id: open.salon.anna }, 14);
    const foreign = await make({ staff_id: open.salon.ben }, 14);
    const room = await make({ resource_id: open.salon.roomId }, 14);
    const list = async (who: Member, more = "") =>
      idsIn(await who.call("GET", `/blocks?from=2027-03-01T13:30:00%2B01:00${more}`));
    expect(await list(anna)).toEqual([mine]);
    expect(await list(anna, `&staff_id=${open.salon.ben}`)).toEqual([]);
    expect(await list(anna, `&resource_id=${open.salon.roomId}`)).toEqual([]);
    expect(new Set(await list(reception))).toEqual(new Set([mine, foreign, room]));
    expect(await list(unlinked)).toEqual([]);
    for (const id of [foreign, room])
      await expectUnknown(anna.call, "DELETE", (each) => `/blocks/${each}`, id);
    expect((await anna.call("DELETE", `/blocks/${mine}`)).status).toBe(200);
    expect((await reception.call("DELETE", `/blocks/${foreign}`)).status).toBe(200);
  });
});

describe("clients", () => {
  test("are those the caller created or has appointments with, in lists, searches and pages", async () => {
    const [visited, foreign] = [
      await open.addClient({ first_name: "Quirin", last_name: "Aal" }),
      await open.addClient({ first_name: "Quirin", last_name: "Berg" }),
    ];
    await newAppointment([open.salon.ben, open.salon.anna], visited);
    await newAppointment([open.salon.ben], foreign);
    const wanted = { first_name: "Quirin", last_name: "Chor" };
    const written = (await anna.call("POST", "/clients", wanted)).body.data.id;
    expect(idsIn(await anna.call("GET", "/clients?q=quirin"))).toEqual([visited, written]);
    const since = "&updated_since=2027-01-01T00:00:00Z";
    expect(idsIn(await anna.call("GET", `/clients?q=quirin${since}`))).toEqual([visited, written]);
    expect(idsIn(await reception.call("GET", "/clients?q=quirin"))).toEqual([visited, foreign, written]);
    expect(idsIn(await anna.call("GET", "/clients?limit=100"))).not.toContain(foreign);
    expect(idsIn(await anna.call("GET", `/clients?limit=100${since}`))).not.toContain(foreign);
    expect(idsIn(await unlinked.call("GET", "/clients"))).toEqual([]);
    const first = await anna.call("GET", "/clients?q=quirin&limit=1");
    const second = await anna.call("GET", `/clients?q=quirin&limit=1&cursor=${first.body.data.next_cursor}`);
    expect([...idsIn(first), ...idsIn(second)]).toEqual([visited, written]);
    expect(second.body.data.next_cursor).toBeNull();
  });

  test("of others answer as unknown records to reads and changes", async () => {
    const foreign = await open.addClient({ first_name: "Foreign" });
    const path = (id: string) => `/clients/${id}`;
    await expectUnknown(anna.call, "GET", path, foreign);
    await expectUnknown(anna.call, "PATCH", path, foreign, { first_name: "Mine" });
    await expectUnknown(anna.call, "DELETE", path, foreign);
    await expectUnknown(anna.call, "GET", (id) => `${path(id)}/appointments`, foreign);
    expect((await reception.call("GET", path(foreign))).body.data.first_name).toBe("Foreign");
    const appointment = await newAppointment([open.salon.anna], foreign);
    expect((await anna.call("PATCH", path(foreign), { first_name: "Known" })).status).toBe(200);
    await open.call("POST", `/appointments/${appointment}/transitions`, { to: "cancelled" });
    expect((await anna.call("GET", path(foreign))).body.data.first_name).toBe("Known");
  });

  test("of a shared client show only the caller's appointments, and can be deleted", async () => {
    const shared = await open.addClient({ first_name: "Shared" });
    const bens = await newAppointment([open.salon.ben], shared);
    const mine = await newAppointment([open.salon.anna], shared);
    const both = await newAppointment([open.salon.ben, open.salon.anna], shared);
    const history = (who: Member, more = "") => who.call("GET", `/clients/${shared}/appointments${more}`);
    expect(idsIn(await history(anna))).toEqual([both, mine]);
    expect(idsIn(await history(reception))).toEqual([both, mine, bens]);
    expect((await history(unlinked)).status).toBe(404);
    const first = await history(anna, "?limit=1");
    expect(idsIn(first)).toEqual([both]);
    expect(idsIn(await history(anna, `?limit=1&cursor=${first.body.data.next_cursor}`))).toEqual([mine]);
    expect((await anna.call("DELETE", `/clients/${shared}`)).status).toBe(200);
    expect((await history(reception)).status).toBe(404);
    expect((await reception.call("GET", `/appointments/${bens}`)).body.data.status).toBe("cancelled");
  });
});
