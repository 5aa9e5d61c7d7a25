import { describe, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { ERROR_STATUS, type ErrorCode } from "../../src/kernel/errors.ts";
import { newId } from "../../src/kernel/ids.ts";
import { openDatabase } from "../../src/platform/database/index.ts";
import { specApp } from "./specApp.ts";
import { errorCodes } from "./tables.ts";
import type { ApiCaller, Outcome } from "./twoBusinesses.ts";

/**
 * Causes every error code in the contract's table over HTTP, except those in `UNREACHABLE`. Compares the status and details of
 * the responses with the table.
 */
const fixture = await specApp();

const B = "/businesses/{business}";
const CLIENT = `${B}/clients/{client}`;
const APPOINTMENT = `${B}/appointments/{appointment}`;
const { program, salon, ask, newAppointment, booking, newDay } = fixture;
const client = { client: salon.clientId };

interface ErrorCase {
  readonly what: string;
  readonly details?: object;
  cause(): Promise<Pick<Outcome, "status" | "body" | "headers">>;
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

const cases: Readonly<Partial<Record<ErrorCode, readonly ErrorCase[]>>> = {
  malformed_request: [
    { what: "a body that is not JSON", cause: () => raw(`{"first_name":`) },
    { what: "a body that is not UTF-8", cause: () => raw(Buffer.from([0x22, 0xff, 0x22])) },
  ],
  unauthenticated: [{ what: "a request without a key", cause: () => ask(fixture.anonymous, "GET /me") }],
  forbidden_role: [
    {
      what: "a key without the scope",
      details: { required: "clients:write" },
      cause: () => ask(fixture.keys.get("clients:read") as ApiCaller, `POST ${B}/clients`, { body: {} }),
    },
    {
      what: "a key on an operation of the app",
      details: { required: "owner" },
      cause: () => ask(program, `GET ${B}/api-keys`),
    },
  ],
  not_found: [
    { what: "an unknown record", cause: () => ask(program, `GET ${CLIENT}`, { ids: { client: newId() } }) },
    { what: "an unknown route", cause: () => ask(program, `GET ${B}/nothing`) },
  ],
  method_not_allowed: [
    {
      what: "a method that the path does not have",
      headers: ["allow"],
      cause: () => ask(program, `PUT ${CLIENT}`),
    },
  ],
  time_conflict: [
    {
      what: "an appointment",
      details: conflict("appointment", { staff_id: salon.anna }),
      cause: async () => book({ starts_at: (await newAppointment()).starts_at }),
    },
    {
      what: "a block",
      details: conflict("block", { staff_id: salon.anna }),
      cause: async () => {
        const day = newDay();
        const time = { starts_at: day.at("10:00"), ends_at: day.at("11:00") };
        const body = { location_id: salon.locationId, staff_id: salon.anna, ...time };
        await fixture.get(program, `POST ${B}/blocks`, { body });
        return book({ starts_at: day.at("10:00") });
      },
    },
    {
      what: "time off",
      details: conflict("time_off", { staff_id: salon.anna }),
      cause: () => book({ starts_at: "2027-03-27T10:00:00+01:00" }),
    },
    {
      what: "a resource without free capacity",
      details: conflict("resource", {
        resource_id: salon.roomId,
        resource_type: "room",
        candidate_ids: [salon.roomId],
      }),
      cause: async () => {
        const massage = (staff_id: string) => [{ service_id: salon.massage, staff_id }];
        const { starts_at } = await newAppointment({ items: massage(salon.anna) });
        return book({ starts_at, items: massage(salon.ben) });
      },
    },
  ],
  invalid_transition: [
    {
      what: "a transition that is not allowed",
      details: { from: "booked", to: "requested", allowed: ["arrived", "completed", "cancelled", "no_show"] },
      cause: async () =>
        ask(program, `POST ${APPOINTMENT}/transitions`, {
          ...(await cancelled(false)),
          body: { to: "requested" },
        }),
    },
    {
      what: "rescheduling a cancelled appointment",
      details: { from: "cancelled", to: null, allowed: ["booked"] },
      cause: async () =>
        ask(program, `PATCH ${APPOINTMENT}/schedule`, {
          ...(await cancelled()),
          body: { starts_at: newDay().at("10:00") },
        }),
    },
  ],
  sale_closed: [{ what: "the promotion of a paid appointment", cause: () => soldAppointmentPromotion() }],
  version_mismatch: [
    {
      what: "an outdated version",
      details: { version: 1 },
      cause: async () =>
        ask(program, `PATCH ${CLIENT}`, { ids: client, body: {}, headers: { "if-match": '"7"' } }),
    },
  ],
  payload_too_large: [
    { what: "a body of more than 256 KiB", cause: () => raw(`"${"x".repeat(256 * 1024)}"`) },
  ],
  unsupported_media_type: [{ what: "a text/plain body", cause: () => raw("{}", "text/plain") }],
  validation_failed: [
    {
      what: "a reference to a missing record",
      details: { fields: [{ path: "/items/0/service_id", message: expect.any(String) }] },
      cause: () => book({ items: [{ service_id: newId(), staff_id: salon.anna }] }),
    },
  ],
  idempotency_key_reused: [
    {
      what: "an idempotency key of another request",
      cause: async () => {
        const headers = { "idempotency-key": "once" };
        await ask(program, `POST ${B}/clients`, { body: { first_name: "Ada" }, headers });
        return ask(program, `POST ${B}/clients`, { body: { first_name: "Eva" }, headers });
      },
    },
  ],
  rate_limited: [
    {
      what: "a request over the limit",
      details: { retry_after: expect.any(Number) },
      headers: ["retry-after", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"],
      cause: () =>
        withServer({ rateLimitPerMinute: 1 }, async (once) => {
          expect((await once()).headers.get("ratelimit-remaining")).toBe("0");
          return once();
        }),
    },
  ],
  unavailable: [
    {
      what: "a request while the database is away",
      headers: ["retry-after"],
      cause: () => withServer({ connectionString: "postgres:///none?host=/nowhere" }, (once) => once()),
    },
  ],
};

/** The codes that no request in this test causes, with the reason. */
const UNREACHABLE: Readonly<Partial<Record<ErrorCode, string>>> = {
  online_booking_unavailable: "only the booking page answers it",
  patch_test_required: "only the booking page answers it",
  deposit_required: "only the booking page answers it",
  code_invalid: "only the booking page answers it",
  proof_required: "only the booking page answers it",
  policy_changed: "only the booking page answers it",
  change_window_closed: "only manage links answer it",
  internal_error: "no request may cause it",
};

test("every code of the contract is tested or listed as unreachable, and has its status", () => {
  const known = [...Object.keys(cases), ...Object.keys(UNREACHABLE)];
  expect(known.sort()).toEqual(errorCodes.map(({ name }) => name).sort());
  expect(Object.fromEntries(errorCodes.map(({ name, status }) => [name, status]))).toEqual(ERROR_STATUS);
});

describe.each(errorCodes.filter(({ name }) => Object.hasOwn(cases, name)))(
  "$name",
  ({ name, status, details }) => {
    test.each(cases[name as ErrorCode] ?? [])("is the answer to $what", async (errorCase) => {
      const response = await errorCase.cause();
      expect(response.status, JSON.stringify(response.body)).toBe(status);
      const message = expect.stringMatching(/^[A-Z/].*\w.*$/);
      const expected = { success: false, code: name, message };
      expect(response.body).toEqual(
        errorCase.details === undefined ? expected : { ...expected, details: errorCase.details },
      );
      expect(errorCase.details === undefined, "the contract names details").toBe(details === "");
      for (const header of [...(errorCase.headers ?? []), "x-request-id"])
        expect(response.headers.get(header), header).not.toBeNull();
    });
  },
);

async function book(more: Record<string, unknown>) {
  return ask(program, `POST ${B}/appointments`, { body: booking(more) });
}

/** Tries to remove the promotion from an appointment whose sale is completed. */
async function soldAppointmentPromotion() {
  const { id } = await newAppointment();
  const ids = { appointment: id };
  const { owner } = fixture;
  const terms = { name: "Spring", kind: "percent", percent: 100 };
  const promotion_id = (await fixture.get(owner, `POST ${B}/promotions`, { body: terms })).id;
  await fixture.get(owner, `PUT ${APPOINTMENT}/promotion`, { ids, body: { promotion_id } });
  const sale = { location_id: salon.locationId, appointment_id: id };
  await fixture.get(owner, `POST ${B}/sales`, { body: sale });
  return ask(owner, `DELETE ${APPOINTMENT}/promotion`, { ids });
}

async function cancelled(isCancelled = true) {
  const ids = { appointment: (await newAppointment()).id };
  if (isCancelled)
    await fixture.get(program, `POST ${APPOINTMENT}/transitions`, { ids, body: { to: "cancelled" } });
  return { ids };
}

/** Sends an arbitrary body in a request that creates a client. */
async function raw(body: string | Buffer, type = "application/json") {
  const answer = await fetch(`${fixture.address}/api/v1/businesses/${salon.businessId}/clients`, {
    method: "POST",
    headers: { ...program.headers, "content-type": type },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** Runs `work` with a second server that has a rate limit or an unreachable database. `once` sends one `GET /me` to that server. */
async function withServer(
  other: { rateLimitPerMinute?: number; connectionString?: string },
  work: (once: () => ReturnType<typeof raw>) => ReturnType<typeof raw>,
) {
  const { connectionString = fixture.connectionString, ...limit } = other;
  const database = openDatabase({ connectionString });
  const app = await buildApp({ database, clock: fixture.clock, ...limit });
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
