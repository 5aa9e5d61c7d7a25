import { afterAll, describe, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { ERROR_STATUS, type ErrorCode } from "../../src/kernel/errors.ts";
import { newId } from "../../src/kernel/ids.ts";
import { openDatabase } from "../../src/platform/database/index.ts";
import { specApp } from "./specApp.ts";
import { errorCodes } from "./tables.ts";
import type { ApiCaller, Outcome } from "./twoBusinesses.ts";

/** The contract's table of error codes, row by row: each brought about over HTTP, with exactly its details. */
const stage = await specApp();
afterAll(() => stage.close());

const B = "/businesses/{business}";
const CLIENT = `${B}/clients/{client}`;
const VISIT = `${B}/appointments/{appointment}`;
const { program, salon, ask, visit, booking, newDay } = stage;
const client = { client: salon.clientId };

interface Met {
  readonly what: string;
  readonly details?: object;
  bring(): Promise<Pick<Outcome, "status" | "body" | "headers">>;
  readonly headers?: readonly string[];
}

const conflict = (reason: string, ids: object) => ({
  conflicts: [
    {
      item_index: 0,
      reason,
      staff_id: null,
      resource_id: null,
      starts_at: expect.stringMatching(/T.*[+]0[12]:00$/),
      ends_at: expect.stringMatching(/T.*[+]0[12]:00$/),
      ...ids,
    },
  ],
  alternatives: expect.any(Array),
});

const met: Readonly<Partial<Record<ErrorCode, readonly Met[]>>> = {
  malformed_request: [
    { what: "a body that is no JSON", bring: () => raw(`{"first_name":`) },
    { what: "a body in no encoding", bring: () => raw(Buffer.from([0x22, 0xff, 0x22])) },
  ],
  unauthenticated: [{ what: "no key", bring: () => ask(stage.nobody, "GET /me") }],
  forbidden_role: [
    {
      what: "a key without the scope",
      details: { required: "clients:write" },
      bring: () => ask(stage.keys.get("clients:read") as ApiCaller, `POST ${B}/clients`, { body: {} }),
    },
    {
      what: "a key on an operation of the app",
      details: { required: "owner" },
      bring: () => ask(program, `GET ${B}/api-keys`),
    },
  ],
  not_found: [
    { what: "a record", bring: () => ask(program, `GET ${CLIENT}`, { ids: { client: newId() } }) },
    { what: "a route", bring: () => ask(program, `GET ${B}/nothing`) },
  ],
  method_not_allowed: [
    { what: "a path with another method", headers: ["allow"], bring: () => ask(program, `PUT ${CLIENT}`) },
  ],
  time_conflict: [
    {
      what: "a visit",
      details: conflict("appointment", { staff_id: salon.anna }),
      bring: async () => book({ starts_at: (await visit()).starts_at }),
    },
    {
      what: "a block",
      details: conflict("block", { staff_id: salon.anna }),
      bring: async () => {
        const day = newDay();
        const time = { starts_at: day.at("10:00"), ends_at: day.at("11:00") };
        const body = { location_id: salon.locationId, staff_id: salon.anna, ...time };
        await stage.get(program, `POST ${B}/blocks`, { body });
        return book({ starts_at: day.at("10:00") });
      },
    },
    {
      what: "time off",
      details: conflict("time_off", { staff_id: salon.anna }),
      bring: () => book({ starts_at: "2027-03-27T10:00:00+01:00" }),
    },
    {
      what: "a resource that is used up",
      details: conflict("resource", { resource_id: salon.roomId }),
      bring: async () => {
        const massage = (staff_id: string) => [{ service_id: salon.massage, staff_id }];
        const { starts_at } = await visit({ items: massage(salon.anna) });
        return book({ starts_at, items: massage(salon.ben) });
      },
    },
  ],
  invalid_transition: [
    {
      what: "a state it may not go to",
      details: { from: "booked", to: "requested", allowed: ["arrived", "completed", "cancelled", "no_show"] },
      bring: async () =>
        ask(program, `POST ${VISIT}/transitions`, { ...(await cancelled(false)), body: { to: "requested" } }),
    },
    {
      what: "a move of what was cancelled",
      details: { from: "cancelled", to: null, allowed: [] },
      bring: async () =>
        ask(program, `PATCH ${VISIT}/schedule`, {
          ...(await cancelled()),
          body: { starts_at: newDay().at("10:00") },
        }),
    },
  ],
  version_mismatch: [
    {
      what: "a version that is not the last one",
      details: { version: 1 },
      bring: async () =>
        ask(program, `PATCH ${CLIENT}`, { ids: client, body: {}, headers: { "if-match": '"7"' } }),
    },
  ],
  payload_too_large: [{ what: "more than 256 KiB", bring: () => raw(`"${"x".repeat(256 * 1024)}"`) }],
  unsupported_media_type: [{ what: "a text", bring: () => raw("{}", "text/plain") }],
  validation_failed: [
    {
      what: "a reference to nothing",
      details: { fields: [{ path: "/items/0/service_id", message: expect.any(String) }] },
      bring: () => book({ items: [{ service_id: newId(), staff_id: salon.anna }] }),
    },
  ],
  idempotency_key_reused: [
    {
      what: "the key of another request",
      bring: async () => {
        const headers = { "idempotency-key": "once" };
        await ask(program, `POST ${B}/clients`, { body: { first_name: "Ada" }, headers });
        return ask(program, `POST ${B}/clients`, { body: { first_name: "Eva" }, headers });
      },
    },
  ],
  rate_limited: [
    {
      what: "one request too many",
      details: { retry_after: expect.any(Number) },
      headers: ["retry-after", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"],
      bring: () =>
        onAnother({ rateLimitPerMinute: 1 }, async (once) => {
          expect((await once()).headers.get("ratelimit-remaining")).toBe("0");
          return once();
        }),
    },
  ],
  unavailable: [
    {
      what: "no database",
      headers: ["retry-after"],
      bring: () => onAnother({ connectionString: "postgres:///none?host=/nowhere" }, (once) => once()),
    },
  ],
};

/** What no request to this server can bring about. */
const NOBODY_MEETS: Readonly<Partial<Record<ErrorCode, string>>> = {
  online_booking_unavailable: "only the booking page answers it",
  patch_test_required: "only the booking page answers it",
  internal_error: "nothing that is sent may bring it about",
};

test("every code of the contract is met, or known to be out of reach, and has its status", () => {
  const known = [...Object.keys(met), ...Object.keys(NOBODY_MEETS)];
  expect(known.sort()).toEqual(errorCodes.map(({ name }) => name).sort());
  expect(Object.fromEntries(errorCodes.map(({ name, status }) => [name, status]))).toEqual(ERROR_STATUS);
});

describe.each(errorCodes.filter(({ name }) => Object.hasOwn(met, name)))(
  "$name",
  ({ name, status, details }) => {
    test.each(met[name as ErrorCode] ?? [])("is the answer to $what", async (meeting) => {
      const heard = await meeting.bring();
      expect(heard.status, JSON.stringify(heard.body)).toBe(status);
      const message = expect.stringMatching(/^[A-Z/].*\w.*$/);
      const expected = { success: false, code: name, message };
      expect(heard.body).toEqual(
        meeting.details === undefined ? expected : { ...expected, details: meeting.details },
      );
      expect(meeting.details === undefined, "the contract names details").toBe(details === "");
      for (const header of [...(meeting.headers ?? []), "x-request-id"])
        expect(heard.headers.get(header), header).not.toBeNull();
    });
  },
);

async function book(more: Record<string, unknown>) {
  return ask(program, `POST ${B}/appointments`, { body: booking(more) });
}

async function cancelled(isCancelled = true) {
  const ids = { appointment: (await visit()).id };
  if (isCancelled) await stage.get(program, `POST ${VISIT}/transitions`, { ids, body: { to: "cancelled" } });
  return { ids };
}

/** Posts a client as these bytes. */
async function raw(body: string | Buffer, type = "application/json") {
  const answer = await fetch(`${stage.address}/api/v1/businesses/${salon.businessId}/clients`, {
    method: "POST",
    headers: { ...program.headers, "content-type": type },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** A server of its own, that is limited or has lost its database; `once` asks it who is calling. */
async function onAnother(
  other: { rateLimitPerMinute?: number; connectionString?: string },
  work: (once: () => ReturnType<typeof raw>) => ReturnType<typeof raw>,
) {
  const { connectionString = stage.connectionString, ...limit } = other;
  const database = openDatabase({ connectionString });
  const app = await buildApp({ database, clock: stage.clock, ...limit });
  try {
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    return await work(async () => {
      const answer = await fetch(`${address}/api/v1/me`, { headers: program.headers });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    });
  } finally {
    await app.close();
    await database.close();
  }
}
