import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../src/kernel/ids.ts";
import { SCOPES, type Scope } from "../src/kernel/scopes.ts";
import { bookingOf, type TestApp, testApp } from "./fixtures/testApp.ts";

let open: TestApp;
let other: TestApp;
let appointment: string;
let block: string;
let foreign: { appointment: string; block: string };
beforeAll(async () => {
  open = await testApp({ isShared: true });
  other = await testApp({ beside: open });
  [appointment, block] = await recordsOf(open);
  const [foreignAppointment, foreignBlock] = await recordsOf(other);
  foreign = { appointment: foreignAppointment, block: foreignBlock };
});

async function recordsOf({ book, call, salon }: TestApp): Promise<[string, string]> {
  const booked = await book("2027-03-29T09:00:00+02:00", salon.cut);
  const blocked = await call("POST", "/blocks", blockOf(salon.locationId, salon.ben));
  return [booked.body.data.id, blocked.body.data.id];
}
const blockOf = (location_id: string, staff_id: string) => ({
  location_id,
  staff_id,
  starts_at: "2027-03-29T12:00:00+02:00",
  ends_at: "2027-03-29T13:00:00+02:00",
});

interface Operation {
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: (id: string) => string;
  readonly scope: Scope;
  /** The type of the record whose id is in the path, if any. */
  readonly record?: "appointment" | "block";
  readonly body?: () => object;
}
const APPOINTMENT = { record: "appointment" } as const;
const query = () => `location_id=${open.salon.locationId}&from=2027-03-01T00:00:00Z&to=2027-03-30T00:00:00Z`;
const booking = () => bookingOf(open.salon, "2027-04-05T09:00:00+02:00", [[open.salon.cut, open.salon.anna]]);

/** The operations in spec §4 "Appointments, availability, blocks", except those for forms and promotions. */
const OPERATIONS: readonly Operation[] = [
  { name: "list", method: "GET", path: () => `/appointments?${query()}`, scope: "appointments:read" },
  { name: "book", method: "POST", path: () => "/appointments", scope: "appointments:write", body: booking },
  {
    name: "availability",
    method: "GET",
    path: () => `/availability?${query()}&service_ids=${open.salon.cut}`,
    scope: "appointments:read",
  },
  {
    name: "read",
    method: "GET",
    path: (id) => `/appointments/${id}`,
    scope: "appointments:read",
    ...APPOINTMENT,
  },
  {
    name: "repeat",
    method: "POST",
    path: () => "/appointments/recurring",
    scope: "appointments:write",
    body: () => ({ ...booking(), every_weeks: 1, occurrences: 1 }),
  },
  {
    name: "move",
    method: "PATCH",
    path: (id) => `/appointments/${id}/schedule`,
    scope: "appointments:write",
    body: () => ({ starts_at: "2027-03-29T09:00:00+02:00" }),
    ...APPOINTMENT,
  },
  {
    name: "resize",
    method: "PATCH",
    path: (id) => `/appointments/${id}/duration`,
    scope: "appointments:write",
    body: () => ({ item_id: newId(), minutes: 45 }),
    ...APPOINTMENT,
  },
  {
    name: "note",
    method: "PATCH",
    path: (id) => `/appointments/${id}/note`,
    scope: "appointments:write",
    body: () => ({ internal_note: null }),
    ...APPOINTMENT,
  },
  {
    name: "transition",
    method: "POST",
    path: (id) => `/appointments/${id}/transitions`,
    scope: "appointments:write",
    body: () => ({ to: "booked" }),
    ...APPOINTMENT,
  },
  { name: "list blocks", method: "GET", path: () => "/blocks", scope: "appointments:read" },
  {
    name: "block",
    method: "POST",
    path: () => "/blocks",
    scope: "appointments:write",
    body: () => blockOf(open.salon.locationId, open.salon.anna),
  },
  {
    name: "unblock",
    method: "DELETE",
    path: (id) => `/blocks/${id}`,
    scope: "appointments:write",
    record: "block",
  },
];

async function send(operation: Operation, id: string, key: string | null, business = open.salon.businessId) {
  const answer = await open.app.inject({
    method: operation.method,
    url: `/api/v1/businesses/${business}${operation.path(id)}`,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    ...(operation.body === undefined ? {} : { payload: operation.body() }),
  });
  return { status: answer.statusCode, text: answer.body };
}

describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  "%s",
  (_name, operation) => {
    const id = () => (operation.record === "block" ? block : appointment);

    test("requires a key of the business", async () => {
      expect(await send(operation, id(), null)).toMatchObject({ status: 401 });
      expect(await send(operation, id(), other.salon.key)).toMatchObject({ status: 404 });
      expect(await send(operation, id(), open.salon.key, other.salon.businessId)).toMatchObject({
        status: 404,
      });
    });

    test(`takes ${operation.scope} and no other scope`, async () => {
      const others = await open.keyWith(...SCOPES.filter((scope) => scope !== operation.scope));
      const refused = await send(operation, id(), others);
      expect(refused.status).toBe(403);
      expect(JSON.parse(refused.text)).toMatchObject({
        success: false,
        code: "forbidden_role",
        details: { required: operation.scope },
      });
    });

    test("does not reveal whether a record is foreign, unknown or malformed", async () => {
      if (operation.record === undefined) return;
      const ids = [foreign[operation.record], newId(), newId().toUpperCase(), "x", "%20", `{${id()}}`];
      const answers = await Promise.all(ids.map((one) => send(operation, one, open.salon.key)));
      expect(answers[0]).toMatchObject({ status: 404 });
      expect(JSON.parse(String(answers[0]?.text)).code).toBe("not_found");
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    });
  },
);

test.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  "%s works with its scope alone",
  async (_name, operation) => {
    const alone = await open.keyWith(operation.scope);
    const answer = await send(operation, operation.record === "block" ? block : appointment, alone);
    // The item to resize does not exist, so a request that passes the scope check gets 422.
    const expected = operation.name === "resize" ? 422 : operation.name === "book" ? 201 : 200;
    expect(answer).toMatchObject({ status: expected });
  },
);

test("a path id is case-insensitive", async () => {
  const answer = await open.call("GET", `/appointments/${appointment.toUpperCase()}`);
  expect(answer.body.data.id).toBe(appointment);
});
